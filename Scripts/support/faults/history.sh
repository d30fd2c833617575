# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# The history of changes, and undo: rows 68 to 74 and 87. In the other rows, nothing is recorded.

# What a killed command can leave until the next one writes, as options of diff.
leftover=(--exclude='.t.plist.*.prefs-tmp' --exclude=.prefs.lock)

# Turns the history on, with a state directory that is the same before each case: empty, or a copy of a directory.
record() {
    export PREFS_HISTORY=on XDG_STATE_HOME=$work/state
    history=${1-$work/no-history}
}

row 68 "an error in each system call on the history" strace
row_68() {
    local name occurrence error
    record
    use present
    # First with a history that is created, then with one that has a record.
    for _ in new present; do
        list_calls
        for name in openat openat2 mkdirat fchmod fstat newfstatat lseek read getdents64 write ftruncate; do
            for occurrence in $(occurrences "$name" "$XDG_STATE_HOME"); do
                for error in ENOSPC EIO EACCES; do
                    tamper "$name" "$occurrence" "error=$error"
                    expect "$name $occurrence: $error" changed noted
                    run "$prefs" set -s t later 1
                    check "a later change is recorded" [ "$status$message" = 0 ]
                    run "$prefs" undo -q -s t
                    check "and undone" [ "$status" = 0 ]
                done
            done
        done
        renew
        run "$prefs" set -s t earlier 1
        run "$prefs" reset -s t earlier
        cp -a "$XDG_STATE_HOME" "$work/history"
        record "$work/history"
    done
}

row 69 "SIGKILL at each system call of a recorded change, then undo" strace
row_69() {
    record
    use present
    signal_each KILL undo_after_kill
}
undo_after_kill() {
    expect "$1" killed
    run "$prefs" undo -q -s t
    case $status in
        0) check "$1: undo restores the suite" compare before ;;
        1) check "$1: nothing is recorded, and the suite is whole" is_before_or_after ;;
        *) problem "$1: undo: exit $status, $message" ;;
    esac
}
is_before_or_after() {
    local state
    for state in before after; do
        if compare "$state" "${leftover[@]}"; then return; fi
    done
    return 1
}

# Prepares the taking back of a change: `before` is the changed suite, `after` the suite before that.
prepare_undo() {
    record
    use present
    renew
    run "${change[@]}"
    cp -a "$XDG_STATE_HOME" "$work/history"
    record "$work/history"
    mkdir "$work/setting.undo"
    cp -a "$setting/before" "$work/setting.undo/after"
    cp -a "$config" "$work/setting.undo/before"
    setting=$work/setting.undo
    change=("$prefs" undo -q -s t)
}

row 70 "SIGKILL at each system call of an undo, then undo again" strace
row_70() {
    prepare_undo
    signal_each KILL again_after_kill
}
again_after_kill() {
    expect "$1" killed
    run "$prefs" undo -q -s t
    check "$1: the next undo ends it" [ "$status" -le 1 ]
    # If nothing is left to undo, nothing is written, and a lock file stays.
    check "$1: the change is undone" compare after "${leftover[@]}"
}

row 71 "SIGKILL at each system call of remove-suite, then undo" strace
row_71() {
    record
    use present
    rm -r "$setting/after"
    mkdir "$setting/after"
    change=("$prefs" remove-suite t)
    signal_each KILL restored_after_kill
}
restored_after_kill() {
    expect "$1" killed
    # The next writer in the directory gives the file its name again, unless the removal was complete.
    run "$prefs" set -s other k 1
    run "$prefs" undo -q -s t
    check "$1: the suite is as it was" cmp "$setting/before/t.plist" "$config/t.plist"
}

row 87 "suites remove with little memory, then undo" strace
row_87() {
    local limit least
    record
    use large
    mkdir -p "$work/setting.removal/after"
    cp -a "$setting/before" "$work/setting.removal"
    setting=$work/setting.removal
    change=("$prefs" suites remove t)
    least=$(least_memory "${change[@]}")
    for limit in $(seq 6144 256 "$least") $(seq $((least - 512)) 16 "$least"); do
        attempt limited_memory "$limit" "${change[@]}"
        expect "ulimit -v $limit" safe=4 safe=5 safe=7 changed starved not-started
        if [ -e "$config/t.plist" ]; then continue; fi
        run "$prefs" undo -q -s t
        check "ulimit -v $limit: the removed suite comes back" cmp "$setting/before/t.plist" "$config/t.plist"
    done
    check "the least memory that is enough" [ "$status" = 0 ]
}

row 72 "a full, a read-only and another user's state directory" mount setpriv root
row_72() {
    local round noted=0
    record
    use present
    renew
    mkdir -p "$XDG_STATE_HOME"
    mount -t tmpfs -o size=64k none "$XDG_STATE_HOME"
    mounts+=("$XDG_STATE_HOME")
    for ((round = 1; round <= 400; round++)); do
        run "$prefs" set -s t "key$((round % 5))" "$round"
        check "round $round: the change is made" [ "$status" = 0 ]
        [ -z "$message" ] || noted=$((noted + 1))
    done
    check "some changes are not recorded" [ "$noted" -gt 0 ]
    check "some are" [ "$noted" -lt 400 ]
    run "$prefs" history -s t --json
    check "each of the others is listed" [ "$(jq length "$work/output")" = $((400 - noted)) ]
    mount -o remount,ro "$XDG_STATE_HOME"
    run "$prefs" set -s t k 1
    check "on a read-only file system the change is made, with a note" is_made_and_noted
    umount "$XDG_STATE_HOME"
    mounts=()
    chmod 777 "$config"
    run "${other_user[@]}" "$prefs" set -s own k 1
    check "another user's state directory is not written" is_made_and_noted
    figures="$noted of 400 not recorded"
}
is_made_and_noted() { [ "$status" = 0 ] && is_noted; }

row 73 "many writers: each change is recorded"
row_73() {
    local writer count
    record
    use present
    renew
    for writer in {1..16}; do
        (for count in {1..10}; do "$prefs" set -s t "key$writer.$count" 1; done) &
    done
    wait
    run "$prefs" history -s t
    check "160 records" [ "$(wc -l <"$work/output")" = 160 ]
    check "with different IDs" [ "$(cut -f 2 "$work/output" | sort -u | wc -l)" = 160 ]
}

row 74 "a suite that was renamed, removed or made a link is not taken for the one that changed"
row_74() {
    local id
    change=("$prefs" set -s t zebra --float 2.5)
    record
    use present
    renew
    run "${change[@]}"
    id=$("$prefs" history -s t -n 1 | cut -f 2)
    mv "$config/t.plist" "$config/u.plist"
    run "$prefs" undo -s t
    check "renamed: refused" [ "$status" = 7 ]
    check "renamed: nothing is created" prints u.plist ls -A "$config"
    ln -s u.plist "$config/t.plist"
    run "$prefs" undo -s t
    check "a link: the file has no history" [ "$status" = 1 ]
    run "$prefs" undo "$id"
    check "a link: refused by ID" [ "$status" = 7 ]
    check "nothing is changed" cmp "$setting/after/t.plist" "$config/u.plist"
}
