# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# Owned settings: rows 80 to 83.

make_owned() { make_present "$1"; }

# Prepares a seed that an owner applies: it adds a key, changes one, and owns one that is equal.
prepare_owner() {
    printf '{"added": [1, {"deep": 2}], "zebra": 2.5, "kept": [1, {"deep": true}]}' >"$work/seed.json"
    change=("$prefs" apply -q -s t --owner work "$work/seed.json")
    record
    use owned
}

row 80 "SIGKILL at each system call of apply --owner, then a withdrawal" strace
row_80() {
    prepare_owner
    signal_each KILL withdrawn_after_kill
}
withdrawn_after_kill() {
    expect "$1" killed
    run "$prefs" apply -q -s t --owner work --withdraw
    check "$1: the withdrawal succeeds" [ "$status$message" = 0 ]
    check "$1: the suite is as it was" compare before "${leftover[@]}"
    run "$prefs" owners -s t
    check "$1: nobody owns anything" [ ! -s "$work/output" ]
}

row 81 "SIGKILL at each system call of a withdrawal, then another one" strace
row_81() {
    prepare_owner
    renew
    run "${change[@]}"
    cp -a "$XDG_STATE_HOME" "$work/history"
    record "$work/history"
    mkdir "$work/setting.withdraw"
    cp -a "$setting/before" "$work/setting.withdraw/after"
    cp -a "$config" "$work/setting.withdraw/before"
    setting=$work/setting.withdraw
    change=("$prefs" apply -q -s t --owner work --withdraw)
    signal_each KILL withdrawn_again
}
withdrawn_again() {
    expect "$1" killed
    run "${change[@]}"
    check "$1: the next withdrawal succeeds" [ "$status$message" = 0 ]
    check "$1: the suite is as it was" compare after "${leftover[@]}"
    run "$prefs" owners -s t
    check "$1: nobody owns anything" [ ! -s "$work/output" ]
}

row 82 "16 processes of four owners at once"
row_82() {
    local owner writer
    prepare_owner
    renew
    for owner in {0..3}; do
        printf '{"own%d": 1, "also%d": {"a": true}}' "$owner" "$owner" >"$work/seed$owner.json"
    done
    for writer in {0..15}; do
        owner=$((writer % 4))
        (for _ in {1..6}; do
            "$prefs" apply -q -s t --owner "o$owner" "$work/seed$owner.json" || echo "$writer"
            "$prefs" set -q -s t "foreign$writer" 1 || echo "$writer"
            "$prefs" apply -q -s t --owner "o$owner" --withdraw || echo "$writer"
            "$prefs" reset -q -s t "foreign$writer" || echo "$writer"
        done) >>"$work/failures" &
    done
    wait
    check "each command succeeds" [ ! -s "$work/failures" ]
    for owner in {0..3}; do "$prefs" apply -q -s t --owner "o$owner" --withdraw; done
    check "the suite is as it was" compare before "${leftover[@]}"
    run "$prefs" owners -s t
    check "nobody owns anything" [ ! -s "$work/output" ]
}

row 83 "random commands of three owners, against a model" python3
row_83() {
    local line
    status=0
    line=$(python3 "$directory/owners.py" --prefs "$prefs" --work "$work/owners" --sequences "${PREFS_SEQUENCES:-300}") \
        || status=$?
    check "each sequence is as in the model" [ "$status" = 0 ]
    figures=$line
}

row 90 "SIGKILL at each system call of removals, renamings and owners, then another command" strace python3
row_90() {
    local line
    status=0
    line=$(python3 "$directory/journal.py" kills --prefs "$prefs" --work "$work/journal" --every "${PREFS_EVERY:-9}") \
        || status=$?
    check "values, owners, secrets and history agree" [ "$status" = 0 ]
    figures=$line
}

row 91 "random commands on files that come and go, with owners and secrets, against a model" python3
row_91() {
    local line
    status=0
    line=$(python3 "$directory/journal.py" random --prefs "$prefs" --work "$work/journal" \
        --commands "${PREFS_COMMANDS:-500}") || status=$?
    check "each command is as in the model" [ "$status" = 0 ]
    figures=$line
}
