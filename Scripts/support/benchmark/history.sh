# shellcheck shell=bash disable=SC2154  # Scripts/benchmark sets the variables.
# history: the cost of recording a change, as whole processes, on a disk and in memory.

unset PREFS_SUITE PREFS_HISTORY

# Prints the medians of a change of one of 20 keys, with and without the history.
measure() {
    export XDG_CONFIG_HOME=$PWD XDG_STATE_HOME=$PWD/state
    for number in {1..20}; do "$prefs" set -s small "general.key$number" "value $number"; done
    # Each run changes the value.
    turns "$prefs" increment -s small launches --no-history -- "$prefs" increment -s small launches
}
mapfile -t disk < <(measure)
enter_memory 10
mapfile -t memory < <(measure)
[ "${#disk[@]}${#memory[@]}" = 22 ] || fail "the commands could not be timed"

title "A change of one of 20 keys, median of $runs runs, on a disk and $place. Measured with $(machine)."
paste - <(printf '%s\n' "${disk[@]}") <<'NAMES' | table
`prefs increment --no-history`, on a disk
`prefs increment`, on a disk
NAMES
echo
paste - <(printf '%s\n' "${memory[@]}") <<'NAMES' | table
`prefs increment --no-history`, in memory
`prefs increment`, in memory
NAMES

limit "recording a change" "${disk[1]}" "${disk[0]}" 1.10
