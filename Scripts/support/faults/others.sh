# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# Other programs that use the same file: rows 18 to 25.

row 18 "the process with the lock is stopped" strace python3
row_18() {
    local holder
    use present
    list_calls
    stop_after fsync 1
    is_kept_out "prefs ($stopped) of user '$(id -un)'"
    check "a reader does not wait" prints 1.5 "$prefs" get -s t zebra
    resume
    expect "the holder continues" changed

    # Another program that follows the protocol.
    renew
    python3 -c '
import fcntl, os, sys, time
file = open(sys.argv[1], "w")
fcntl.lockf(file, fcntl.LOCK_EX)
print(os.getpid(), os.getuid(), file=file, flush=True)
open(sys.argv[2], "w").close()
time.sleep(60)' "$config/.prefs.lock" "$work/locked" &
    holder=$!
    until [ -e "$work/locked" ]; do pause 0.002; done
    kill -STOP "$holder"
    is_kept_out "python3 ($holder) of user '$(id -un)'"
    kill -KILL "$holder"
    wait "$holder" 2>/dev/null || true
    rm "$work/locked"
    run "${change[@]}"
    expect "the holder has ended" changed
}
# Checks that writers end with exit code 6, that they name the holder, and that they leave no file.
is_kept_out() {
    local timeout
    for timeout in 0 1; do
        ls -A "$config" >"$work/names"
        run "$prefs" set -s t other --lock-timeout "$timeout" 1
        check "a writer with a timeout of $timeout s" [ "$status" = 6 ]
        check "the message names $1" [ "${message/"$1"/}" != "$message" ]
        check "no file is left" cmp -s "$work/names" <(ls -A "$config")
    done
}

row 20 "a full device as standard output, and as standard error"
row_20() {
    local arguments verb value
    use present
    for arguments in "get zebra" "get kept --json" list keys dump "type zebra"; do
        # shellcheck disable=SC2086  # The arguments are words.
        attempt print_to_full $arguments
        check "prefs $arguments: exit 5, and a message" [ "$status,${message:0:7}" = "5,prefs: " ]
    done
    # These verbs print the new value. If that fails, the change is made nevertheless, and the message says so.
    for verb in toggle increment append; do
        "$prefs" help "$verb" >/dev/null 2>&1 || continue
        value=()
        [ "$verb" != append ] || value=(1)
        attempt print_to_full "$verb" counted "${value[@]}"
        check "prefs $verb: exit 5, and a message" [ "$status,${message:0:7}" = "5,prefs: " ]
        check "prefs $verb: the change is made" "$prefs" exists -s t counted
    done
    attempt say_to_full
    expect "standard error is full" changed
}
print_to_full() { "$prefs" "$@" -s t >/dev/full; }
say_to_full() { "${change[@]}" -v 2>/dev/full; }

row 21 "64 writers at once"
row_21() {
    local round number writers
    for round in 1 2 3; do
        use absent
        renew
        writers=()
        for number in {1..64}; do
            "$prefs" set -s t "key$number" "$round" &
            writers+=($!)
        done
        for number in "${writers[@]}"; do wait "$number" || problem "a writer failed"; done
        check "64 keys" prints 64 grep -c '<key>key' "$config/t.plist"
        check "nothing else remains" prints t.plist ls -A "$config"
    done
}

# Builds the UserDefaults program that the tests use as well.
build_peer() {
    peer=$work/peer
    [ -x "$peer" ] || swiftc -swift-version 6 Tests/EndToEndTests/Peers/UserDefaultsPeer.swift -o "$peer" >&2
}

row 22 "a UserDefaults program writes 900 keys while we write 900" swiftc
row_22() {
    local delay number ours theirs refused
    build_peer
    use absent
    for delay in 0 20; do
        renew
        refused=0
        "$peer" load t 900 "$delay" 2>"$work/message" &
        for number in {1..900}; do
            # On a loaded machine, the other program can write faster than a change succeeds. The message then says to
            # try again; only a second refusal is a problem.
            "$prefs" set -s t "ours$number" "$number" 2>>"$work/refusals" || {
                refused=$((refused + 1))
                "$prefs" set -s t "ours$number" "$number" || problem "change $number failed twice"
            }
            # A change takes a few milliseconds, so that both programs work from the beginning to the end.
            [ "$delay" = 0 ] || pause 0.018
        done
        wait $! || problem "the UserDefaults program failed: $(<"$work/message")"
        ours=$((900 - $(grep -c '<key>ours' "$config/t.plist")))
        theirs=$((900 - $(grep -c '<key>theirs' "$config/t.plist")))
        cases=$((cases + 1800))
        figures+="${figures:+; }$delay ms between its writes: lost $ours of ours, $theirs of its own"
        [ "$refused" = 0 ] || figures+=", $refused repeated"
        ! grep -v -e 'other programs change .* too often' -e '^hint: ' -e '^note: ' "$work/refusals" || problem "another error"
        [ $((ours + theirs)) = 0 ] || problem "${figures##*; }"
    done
}

row 23 "readers during writes of 5 MB"
row_23() {
    local letter round reader readers=()
    use large
    renew
    for letter in x y; do
        { head -c 5000000 /dev/zero | tr '\0' "$letter" && echo; } >"$work/value.$letter"
        "$prefs" set -s t large --value-file "$work/value.$letter" --string
        cp "$config/t.plist" "$work/file.$letter"
    done
    rm -f "$work/reads"
    for reader in value file; do
        "keep_reading_$reader" &
        readers+=($!)
    done
    for round in {1..15}; do
        for letter in x y; do "$prefs" set -s t large --value-file "$work/value.$letter" --string; done
    done
    kill "${readers[@]}"
    wait "${readers[@]}" 2>/dev/null || true
    cases=$(wc -l <"$work/reads")
    ! grep -q torn "$work/reads" || problem "$(grep -c torn "$work/reads") of $cases reads are torn"
    figures="0 torn"
}
keep_reading_value() { while compare_whole value "$prefs" get -s t large; do :; done; }
keep_reading_file() { while compare_whole file cat "$config/t.plist"; do :; done; }
compare_whole() {
    "${@:2}" >"$work/read.$1"
    if cmp -s "$work/read.$1" "$work/$1.x" || cmp -s "$work/read.$1" "$work/$1.y"; then
        echo whole >>"$work/reads"
    else
        echo torn >>"$work/reads"
    fi
}

row 24 "a UserDefaults program is killed during its write" strace swiftc
row_24() {
    local file=$config/t.plist
    build_peer
    use large
    # It ends after a kilobyte, in the middle of the file.
    attempt limited_files 1 "$peer" set t int theirs 1
    check "the file is cut" [ "$(stat -c %s "$file")" = 1024 ]
    age "$file"
    cp "$file" "$work/cut"
    for verb in "get large" "set added 1" "reset large" dump keys; do
        # shellcheck disable=SC2086  # The arguments are words.
        run "$prefs" $verb -s t
        check "prefs $verb: exit 4, and a message" [ "$status,${message:0:7}" = "4,prefs: " ]
    done
    check "the bytes are kept" cmp "$file" "$work/cut"
    check "nothing else remains" prints t.plist ls -A "$config"

    # It ends after it has truncated the file to nothing.
    renew
    run strace -qq -f -o /dev/null -P "$file" -e inject=write:signal=KILL "$peer" set t int theirs 1
    check "the file is empty" [ "$(stat -c %s "$file")" = 0 ]
    age "$file"
    run "${change[@]}"
    check "a warning" [ "$status,${message/is empty/}" != "0,$message" ]
    check "the change is made" prints "the new value" "$prefs" get -s t added
}

row 25 "an empty file, which is completed or not"
row_25() {
    local verb
    use present
    for verb in "get zebra" "set added 1"; do
        renew
        : >"$config/t.plist"
        { pause 0.3 && cat "$setting/before/t.plist" >"$config/t.plist"; } &
        # shellcheck disable=SC2086  # The arguments are words.
        run "$prefs" $verb -s t
        wait $!
        check "prefs $verb waits until the file is complete" [ "$status,$message" = "0," ]
        check "nothing is lost" prints 1.5 "$prefs" get -s t zebra
    done
    renew
    : >"$config/t.plist"
    run "${change[@]}"
    check "the change is made, with a note" [ "$status,${message:0:6}" = "0,note: " ]
    check "nothing else remains" prints t.plist ls -A "$config"
}
