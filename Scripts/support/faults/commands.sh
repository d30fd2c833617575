# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# Random command lines: row 60. PREFS_FUZZ_SECONDS and PREFS_FUZZ_SEED set the time and the seed.

row 60 "random command lines, several at once" python3
row_60() {
    local line
    status=0
    line=$(python3 "$directory/fuzz-commands.py" --prefs "$prefs" --work "$work/fuzz" \
        --seconds "${PREFS_FUZZ_SECONDS:-10}" --seed "${PREFS_FUZZ_SEED:-1}") || status=$?
    rm -rf "$work/fuzz"
    if [[ $line =~ ^([0-9]+)\ commands,\ ([0-9]+)\ findings$ ]]; then
        cases=${BASH_REMATCH[1]}
        problems=${BASH_REMATCH[2]}
    else
        problem "the fuzzer ended with exit $status"
    fi
    figures=$line
}
