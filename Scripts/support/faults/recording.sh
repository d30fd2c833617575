# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# What `record` prints, beside programs that write in place.

row 85 "recording programs that truncate and write in place, replayed in each form" python3
row_85() {
    local line
    status=0 message=
    line=$(python3 "$directory/recording.py" --prefs "$prefs" --work "$work/recording" \
        --sessions "${PREFS_SESSIONS:-25}") || status=$?
    check "each replay has the values of the recording" [ "$status" = 0 ]
    figures=$line
}
