# shellcheck shell=bash disable=SC2154  # Scripts/benchmark sets the variables.
# sizes: the growth of the verbs' time and memory with the number of keys of a suite, and with the size of a value.

export LC_ALL=C
verbs=(get set list dump apply convert check)
# The maximum of the exponents with --check. It allows for the noise of a machine, but not for n log n.
most_exponent=1.15

enter_memory 1000

# Writes seed00.plist and seed01.plist for a size, with different values.
make_keys() {
    local turn
    for turn in 0 1; do awk -v keys="$1" -v turn="$turn" -f "$directory/document.awk" >"seed0$turn.plist"; done
    key=$(printf 'key%07d' "$1")
    value=(--string "value {}")
}

make_values() {
    local turn
    for turn in 0 1; do
        head -c "$1" /dev/zero | tr '\0' "$turn" >"value0$turn"
        awk -v keys=20 -f "$directory/document.awk" >"seed0$turn.plist"
        age "seed0$turn.plist"
        "$prefs" set -f "seed0$turn.plist" value --value-file "value0$turn" --string
    done
    key=value
    value=(--value-file "value{}" --string)
}

# Creates the files to change; the first value that is set differs from the existing one.
make_targets() {
    for target in set apply; do
        cp seed01.plist "$target.plist"
        age "$target.plist"
    done
}

# Sets `arguments` to those of a verb.
arguments_of() {
    case $1 in
        get) arguments=(get -f seed00.plist "$key") ;;
        set) arguments=(set -f set.plist "$key" "${value[@]}") ;;
        apply) arguments=(apply -f apply.plist "seed{}.plist") ;;
        convert) arguments=(convert seed00.plist --format binary) ;;
        check) arguments=(check seed00.plist) ;;
        *) arguments=("$1" -f seed00.plist) ;;
    esac
}

# Prints the costs of the verbs for a size: "verb, size, microseconds, bytes".
measure() {
    local size=$2 words=() verb arguments
    "$1" "$size"
    for verb in "${verbs[@]}"; do
        arguments_of "$verb"
        words+=("$prefs" "${arguments[@]}" --)
    done
    unset 'words[-1]'
    make_targets
    "$work/turns" -s $((10 + size / 25000)) "$runs" "${words[@]}" >medians || fail "the verbs could not be timed"
    make_targets
    for verb in "${verbs[@]}"; do
        arguments_of "$verb"
        peak "$prefs" "${arguments[@]/\{\}/00}"
    done >peaks
    paste <(printf '%s\n' "${verbs[@]}") <(printf "$size\n%.0s" "${verbs[@]}") medians peaks
}

# Prints the table of a series and draws its plot.
report() {
    local name=$1 unit=$2 what=$3 most=
    if $check; then most=$most_exponent; fi
    draw "sizes-$name" "time and memory by $what" -v unit="$unit" -f "$directory/sizes.awk" "$name"
    figures -v unit="$unit" -v most="$most" -f "$directory/sizes.awk" "$name" | markdown ||
        fail "a cost grows faster than the size to the power of $most_exponent"
}

for size in 100 1000 10000 100000 1000000; do measure make_keys "$size"; done >keys
for size in 10 100 1000 10000 100000 1000000 10000000; do measure make_values "$size"; done >values

title "Time and peak memory of a whole process by the keys of an XML file, $place. Measured with $(machine)." \
    "\`set\` changes one value, \`apply\` all of them. The last columns are the power of the size with which they" \
    "grow, past the cost of starting: 1 is in proportion."
report keys keys "keys"
title "The same by the size of one value, a string, in a file of 20 other keys:"
report values bytes "the size of a value"
