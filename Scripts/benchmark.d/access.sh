# shellcheck shell=bash disable=SC2154  # Scripts/benchmark sets the variables.
# access: access to one preference within a program, by typed keys compared with UserDefaults.

build=(swift build -c release --package-path "$directory/access" --scratch-path "$root/.build/access")
"${build[@]}" >&2
access=$("${build[@]}" --show-bin-path)/access
turns=$((runs > 10 ? runs / 10 : 1))
XDG_CONFIG_HOME=$PWD "$access" "$turns" >measured

printf '\nAccess to one preference within a program: time of a call, median of %s rounds. A read is processor time.\n' "$turns"
printf 'A write by UserDefaults is set(_:forKey:) and synchronize(), which does not wait for the disk.\n'
printf 'Target for a read: at most 100 ns, and at most a tenth of the time of UserDefaults.\n\n'
awk -F '\t' '
    BEGIN { print "\tPreferences\tUserDefaults\tratio" }
    { printf "%s\t%.0f ns\t%.0f ns\t%.1f\n", $1, $2, $3, $3 / $2 }' measured | markdown

read_of() { awk -F '\t' -v row="read an Int" -v column="$1" '$1 == row { print $column }' measured; }
limit "a read" "$(read_of 2)" 100 1.0
limit "a read" "$(read_of 2)" "$(read_of 3)" 0.1
