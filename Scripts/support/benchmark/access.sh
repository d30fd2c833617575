# shellcheck shell=bash disable=SC2154  # Scripts/benchmark sets the variables.
# access: access to one preference within a program, by typed keys compared with UserDefaults.

access=$("$root/Scripts/support/program" access)
turns=$((runs > 10 ? runs / 10 : 1))
XDG_CONFIG_HOME=$PWD "$access" "$turns" >measured

title "Time of a call, median of $turns rounds in turns. Measured with $(machine). A read is processor time; to reach:" \
    "100 ns, and a tenth of the time of \`UserDefaults\`. A write by \`UserDefaults\` is \`set\` and \`synchronize\`, which" \
    "do not wait for the disk."
awk -F '\t' '
    function time(ns) {
        return ns < 10000 ? sprintf("%.0f ns", ns) : ns < 1e6 ? sprintf("%.1f µs", ns / 1e3) : sprintf("%.1f ms", ns / 1e6)
    }
    BEGIN { print "access\tPreferences\tUserDefaults\tratio" }
    { printf "%s\t%s\t%s\t%.1f\n", $1, time($2), time($3), $3 / $2 }' measured | markdown

read_of() { awk -F '\t' -v row="read an Int" -v column="$1" '$1 == row { print $column }' measured; }
limit "a read" "$(read_of 2)" 100 1.0
limit "a read" "$(read_of 2)" "$(read_of 3)" 0.1
