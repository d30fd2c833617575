# shellcheck shell=bash disable=SC2154  # Scripts/benchmark sets the variables.
# start: the cost to start, find a suite of 20 keys and print one of them, as a whole process.

echo 'int main(void) { return 0; }' >empty.c
cc -O2 -o empty empty.c

# Git would also read the configuration of the surrounding repository.
export XDG_CONFIG_HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES=${PWD%/*}
unset PREFS_SUITE
for number in {1..20}; do
    "$prefs" set -s small "general.key$number" "value $number"
    git config --file small.gitconfig "general.key$number" "value $number"
done
[ "$("$prefs" get -s small general.key13)" = "$(git config --file small.gitconfig general.key13)" ] ||
    fail "prefs and git do not read the same value"

mapfile -t medians < <(
    turns ./empty -- "$prefs" get -s small general.key13 -- git config --file small.gitconfig general.key13
)
[ ${#medians[@]} = 3 ] || fail "the commands could not be timed"

printf '%s\n\n' "Start: one of 20 keys, median of $runs runs"
paste - <(printf '%s\n' "${medians[@]}") <<'NAMES' | table
empty C program, `cc -O2`
`prefs get`
`git config`
NAMES

limit "prefs get" "${medians[1]}" "${medians[0]}" 2.0
