# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# The lock file .prefs.lock: rows 61 to 63.

attacker=(setpriv --reuid 65534 --regid 65534 --clear-groups --)

# Prints all facts that must not change of a file, or of a directory and its contents.
facts() { find "$1" -mindepth 1 -printf '%y %m %U %G %n %s %T@ %p %l\n' -type f -exec cksum {} +; }

row 61 "many writers, and another program that follows the lock protocol" python3
row_61() {
    local writer lost refused writers=()
    local count=40
    use absent
    renew
    : >"$work/refused"
    for writer in 1 2 3 4 5; do
        keep_setting "ours$writer-" "$count" &
        writers+=($!)
    done
    for writer in 1 2 3; do
        python3 "$directory/lock-peer.py" edit "$config" "theirs$writer-" "$count" &
        writers+=($!)
    done
    for writer in "${writers[@]}"; do wait "$writer" || problem "a writer failed"; done
    cases=$((8 * count))
    run "$prefs" keys -s t
    refused=$(grep -c '^exit ' "$work/refused") || true
    lost=$((cases - refused - $(sort -u "$work/output" | wc -l)))
    [ "$refused" = 0 ] || problem "$refused changes failed: $(head -n 1 "$work/refused")"
    [ "$lost" = 0 ] || problem "$lost of $cases keys are lost: $(grep -c ours "$work/output") of ours exist, \
$(grep -c theirs "$work/output") of theirs"
    check "nothing else remains" prints t.plist ls -A "$config"
    figures="$cases changes, $refused failed, $lost lost"
}
keep_setting() {
    local number
    for ((number = 0; number < $2; number++)); do
        "$prefs" set -s t "$1$number" --int "$number" --lock-timeout 60 2>&1 || echo "exit $?"
    done >>"$work/refused"
}

row 62 "another file with the name of the lock file exists, planted or left over" root setpriv strace python3
row_62() {
    local kind mode
    use present
    for kind in link dangling_link fifo directory device; do
        renew
        rm -rf "$work/victim"
        mkdir "$work/victim"
        echo precious >"$work/victim/file"
        chmod 640 "$work/victim/file"
        chown 65533:65532 "$work/victim/file"
        "plant_$kind"
        facts "$work/victim" >"$work/facts"
        facts "$config" >"$work/planted"
        run timeout -s KILL 10 "${change[@]}" --lock-timeout 1
        # Without the lock, nothing may be written.
        check "a $kind at the lock's name is refused, with a message" is_refused
        check "a $kind: nothing changes" cmp "$work/planted" <(facts "$config")
        check "a $kind: its target is unchanged" cmp "$work/facts" <(facts "$work/victim")
    done
    # A second name of another file is removed, since a power failure can leave one too.
    renew
    echo precious >"$work/victim/file"
    chmod 640 "$work/victim/file"
    chown 65533:65532 "$work/victim/file"
    facts "$work/victim" >"$work/facts"
    plant_hard_link
    run timeout -s KILL 10 "${change[@]}" --lock-timeout 1
    check "a hard link at the lock's name: the change is made" [ "$status,$message" = "0," ]
    check "a hard link: its target is unchanged" cmp "$work/facts" <(facts "$work/victim")
    check "a hard link: it is removed" prints t.plist ls -A "$config"
    for kind in empty garbage of_another_user without_access of_killed; do
        renew
        "leave_$kind"
        cp -a "$config/t.plist" "$work/was"
        run timeout -s KILL 10 "${change[@]}" --lock-timeout 1
        check "a lock file that is $kind, without a running process: the change is made" [ "$status,$message" = "0," ]
        check "a lock file that is $kind: the suite is whole" prints "added kept zebra" suite_keys
        check "a lock file that is $kind: it is removed" prints t.plist ls -A "$config"
    done

    # In a directory that all users can write, another user can have the lock: the message names that user.
    renew
    chmod 1777 "$config"
    stop_as_attacker
    for mode in 0 1; do
        run timeout -s KILL 10 "${change[@]}" --lock-timeout "$mode"
        check "another user has the lock: exit 6" [ "$status" = 6 ]
        check "the message names the process $stopped" [ "${message/"$stopped"/}" != "$message" ]
        check "the message names the user" names_attacker
    done
    check "a reader does not wait" prints 1.5 "$prefs" get -s t zebra
    resume
    check "the holder continues" [ "$status" = 0 ]
    run "${change[@]}"
    check "the holder is gone: the change is made" [ "$status" = 0 ]
    check "the lock file is gone" [ ! -e "$config/.prefs.lock" ]
    chmod 755 "$config"

    # In a user's directory, a lock file of root does not let the user open it.
    use of_attacker
    stop_after fsync 1
    chown 0:0 "$config/.prefs.lock"
    pause 2.1
    run "${attacker[@]}" "${change[@]}" --lock-timeout 0
    check "a process of root has the lock: exit 6" [ "$status" = 6 ]
    check "the message names root" [ "${message/"user 'root' has the lock"/}" != "$message" ]
    resume
    check "the holder continues" [ "$status" = 0 ]
    renew
    touch "$config/.prefs.lock"
    run "${attacker[@]}" "${change[@]}" --lock-timeout 0
    check "the lock file is new, and may be locked soon: exit 6" [ "$status" = 6 ]
    pause 2.1
    run "${attacker[@]}" "${change[@]}"
    check "no process has the lock: exit 5" [ "$status" = 5 ]
    check "the message names the file" [ "${message/"$config/.prefs.lock"/}" != "$message" ]
    rm "$config/.prefs.lock"
    run "${attacker[@]}" "${change[@]}"
    expect "the lock file is removed" changed
}
make_of_attacker() {
    make_present "$1"
    chown -R 65534:65534 "$1"
}
is_refused() { [[ $status = [456] && $message = "prefs: "* ]]; }
names_attacker() { [[ $message =~ nobody|65534 ]]; }
suite_keys() { "$prefs" keys -s t | paste -sd ' '; }
plant_link() { ln -s "$work/victim/file" "$config/.prefs.lock"; }
plant_dangling_link() { ln -s "$work/victim/new" "$config/.prefs.lock"; }
plant_hard_link() { ln "$work/victim/file" "$config/.prefs.lock"; }
plant_fifo() { mkfifo "$config/.prefs.lock"; }
plant_directory() { mkdir "$config/.prefs.lock"; }
plant_device() { mknod "$config/.prefs.lock" c 1 3; }
leave_empty() { : >"$config/.prefs.lock"; }
leave_garbage() { head -c 100000 /dev/zero | tr '\0' '\377' >"$config/.prefs.lock"; }
leave_of_another_user() {
    echo 1 65534 >"$config/.prefs.lock"
    chown 65534:65534 "$config/.prefs.lock"
}
leave_without_access() {
    : >"$config/.prefs.lock"
    chmod 000 "$config/.prefs.lock"
}
leave_of_killed() {
    run "${strace[@]}" -e inject=fsync:signal=KILL:when=1 "${change[@]}"
    check "a killed process leaves its lock file" [ -f "$config/.prefs.lock" ]
}
# Starts a change of another suite as another user, and stops it while it has the lock.
stop_as_attacker() {
    local original=("${change[@]}")
    change=("${attacker[@]}" env HOME="$config" "$prefs" set -s other k v)
    rm -f "$work/stopped"
    strace -qq -f -o "$work/stopped" -e inject=fsync:signal=STOP:when=1 "${change[@]}" \
        >"$work/output" 2>"$work/message" &
    tracer=$!
    until grep -qs 'stopped by SIGSTOP' "$work/stopped"; do
        kill -0 "$tracer" 2>/dev/null || { problem "the change of another user did not stop" && break; }
        pause 0.002
    done
    read -r stopped _ <"$work/stopped"
    change=("${original[@]}")
}

row 63 "a user with only read access locks files; the lock file's mode" root setpriv strace python3
row_63() {
    local pair mask holder what name occurrence
    use present
    chmod 1777 "$setting/before"
    list_calls
    for name in openat fchmod linkat renameat2; do
        for occurrence in $(occurrences "$name"); do
            tamper "$name" "$occurrence" signal=KILL
            check "killed at $name $occurrence: others can lock a leftover lock file" lets_others_lock
        done
    done
    for pair in 700:600 755:600 775:660 1777:666; do
        for mask in 000 022 077; do
            # The setting determines the mode of the directory.
            chmod "${pair%:*}" "$setting/before"
            umask "$mask"
            stop_after fsync 1
            umask 022
            check "mode ${pair%:*}, umask $mask: the lock file's mode" \
                prints "${pair#*:} 0 1" stat -c '%a %u %h' "$config/.prefs.lock"
            if [ "${pair#*:}" = 600 ]; then
                check "mode ${pair%:*}: another user cannot open the lock file" \
                    fails "${attacker[@]}" cat "$config/.prefs.lock"
            fi
            resume
            check "mode ${pair%:*}: the change is made" [ "$status" = 0 ]
            check "mode ${pair%:*}: the lock file is gone" [ ! -e "$config/.prefs.lock" ]
        done
    done
    chmod 755 "$setting/before" "$config"
    # The other user may not be able to read the clone or root's Python.
    install -m 755 "$directory/lock-peer.py" "$work"
    for what in . t.plist; do
        renew
        chmod 644 "$config/t.plist"
        "${attacker[@]}" env PATH=/usr/local/bin:/usr/bin:/bin python3 "$work/lock-peer.py" \
            hold "$config/$what" >"$work/held" &
        holder=$!
        until grep -qs held "$work/held"; do
            kill -0 "$holder" 2>/dev/null || { problem "the reader has no lock" && break; }
            pause 0.01
        done
        run timeout -s KILL 20 "${change[@]}" --lock-timeout 1
        check "a reader has locked $what: the change is made" [ "$status" = 0 ]
        kill -KILL "$holder" 2>/dev/null || true
        wait "$holder" 2>/dev/null || true
    done
}
lets_others_lock() { [ ! -e "$config/.prefs.lock" ] || prints 666 stat -c %a "$config/.prefs.lock"; }
fails() { ! "$@"; }
