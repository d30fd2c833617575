# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# The file or its link is changed or removed in the middle of a change or soon after it: rows 26, 27, 30, 46 and 79.

# Stops the change after each system call between the lock and the commit, and calls a function each time.
#
# The last of these calls is the second check of the file, right before it is replaced.
meanwhile() {
    local event=$1 name occurrence
    list_calls
    awk '/F_OFD_SETLK, [{]l_type=F_WRLCK/ { isLocked = 1 } $1 == "renameat2" { exit } isLocked' "$work/calls" >"$work/moments"
    [ -s "$work/moments" ] || problem "there is no moment between the lock and the commit"
    while read -r name occurrence _; do
        stop_after "$name" "$occurrence"
        "$event"
        resume
        moment="after call $occurrence of $name"
        check "$moment: done" [ "$status" = 0 ]
        "$2"
    done <"$work/moments"
}

row 26 "the file is removed in the middle of a change" strace
row_26() {
    use present
    meanwhile remove_file is_consistent
}
remove_file() { rm "$config/t.plist"; }
is_consistent() {
    check "$moment: the change is made" prints "the new value" "$prefs" get -s t added
    check "$moment: nothing else remains" prints t.plist ls -A "$config"
}

row 27 "another program writes in the middle of a change" strace
row_27() {
    use present
    cp "$setting/before/t.plist" "$work/theirs"
    "$prefs" set -f "$work/theirs" theirs --string kept
    "$prefs" reset -f "$work/theirs" zebra
    meanwhile write_in_place is_merged
    meanwhile replace_file is_merged
    fail_to_merge
}
# Injects errors after the commit has displaced another program's file, whose contents must never be lost.
fail_to_merge() {
    local looked name occurrence error
    read -r _ looked _ < <(tail -n 1 "$work/moments")
    stop_after newfstatat "$looked"
    write_in_place
    resume
    # Each line begins with the process ID.
    awk '{ name = $2; sub(/\(.*/, "", name); number[name]++ }
        /stopped by SIGSTOP/ { begun = 1; next }
        begun && name ~ /^(openat|read|pread64|write|fsync|renameat2)$/ { print name, number[name] }' \
        "$work/stopped" >"$work/merging"
    [ -s "$work/merging" ] || problem "nothing is merged"
    while read -r name occurrence; do
        for error in EIO EMFILE ENOSPC; do
            stop_after newfstatat "$looked" -e inject="$name:error=$error:when=$occurrence"
            write_in_place
            resume
            moment="merging, $name $occurrence: $error"
            grep -q INJECTED "$work/stopped" || problem "$moment: nothing was injected"
            check "$moment: their key is kept" grep -q '<key>theirs' "$config"/t.plist*
            check "$moment: the change is made, or an error is reported" is_made_or_told
            # The displaced file remains until the directory is on the disk: the next change removes it.
            if [[ $status = 5 && $message = *"possibly not on disk"* ]]; then
                check "$moment: the next change is made" "$prefs" set -s t next --int 1
            fi
            check "$moment: no temporary file remains" prints 0 grep -c prefs-tmp <(ls -A "$config")
        done
    done <"$work/merging"
}
is_made_or_told() {
    case $status in
        0) grep -q '<key>added' "$config/t.plist" ;;
        *) is_reported ;;
    esac
}
write_in_place() { cat "$work/theirs" >"$config/t.plist"; }
replace_file() { cp "$work/theirs" "$config/new" && mv "$config/new" "$config/t.plist"; }
is_merged() {
    check "$moment: both changes are made" prints "added kept theirs" echo "$("$prefs" keys -s t | paste -sd ' ')"
    check "$moment: nothing else remains" prints t.plist ls -A "$config"
}

row 30 "a symbolic link gets another target in the middle of a change" strace
row_30() {
    use linked
    destination=other
    meanwhile turn_link is_in_one_place
}
make_linked() {
    mkdir "$1/one" "$1/other"
    make_present "$1/one"
    cp -a "$1/one/t.plist" "$1/other/t.plist"
    ln -s one/t.plist "$1/t.plist"
}
turn_link() { ln -sfn other/t.plist "$config/t.plist"; }
is_in_one_place() {
    local place changed=()
    # After the link was followed for the last time, a new target no longer affects the change.
    [ "$moment" != "after call $(occurrences readlinkat "<$config>" | tail -n 1) of readlinkat" ] || destination=one
    for place in one other; do
        cmp -s "$setting/before/$place/t.plist" "$config/$place/t.plist" || changed+=("$place")
        check "$moment: nothing else remains" prints t.plist ls -A "$config/$place"
    done
    check "$moment: the link remains" [ "$(readlink "$config/t.plist")" = other/t.plist ]
    check "$moment: the change is in ${changed[*]}, not in $destination" [ "${changed[*]}" = "$destination" ]
    check "$moment: the change is whole" prints "the new value" "$prefs" get -f "$config/$destination/t.plist" added
}

row 46 "another program writes what it had read before earlier changes, at the moment of a change" strace
row_46() {
    local moment=
    use present
    # The other program writes in the form of UserDefaults; any other form counts as a rewrite on purpose.
    "$prefs" dump -f "$setting/before/t.plist" >"$work/theirs"
    "$prefs" set -f "$work/theirs" theirs --string kept
    # Just before the file is replaced, just after, and after the change.
    for moment in enter exit after; do
        renew
        run "$prefs" set -s t earlier --int 1
        if [ "$moment" = after ]; then
            run "${change[@]}"
            write_in_place
        else
            strace -qq -o "$work/trace" -e inject=renameat2:delay_"$moment"=500000 "${change[@]}" &
            pause 0.3
            write_in_place
            wait $! || problem "$moment: the change fails"
        fi
        "$prefs" set -s t latest --int 1 2>/dev/null || problem "$moment: the next change fails"
        check "$moment: nothing of either is lost" prints "added earlier kept latest theirs zebra" \
            echo "$("$prefs" keys -s t | paste -sd ' ')"
        check "$moment: nothing else remains" prints t.plist ls -A "$config"
    done
}

row 79 "a file is rewritten on purpose, one second after a change" python3
row_79() {
    local suite suites=() index count=150
    use present
    "$prefs" dump -f "$setting/before/t.plist" >"$work/theirs"
    "$prefs" set -f "$work/theirs" theirs --string kept
    cp "$work/theirs" "$work/theirs.large"
    head -c 190000 /dev/zero | tr '\0' x >"$work/filler"
    "$prefs" set -f "$work/theirs.large" filler --value-file "$work/filler" --string
    for ((index = 0; index < count; index++)); do
        # One suite of ten is large.
        suite=$config/s$index.plist
        suites+=("$suite")
        cp "$work/theirs$([ $((index % 30)) -gt 2 ] || echo .large)" "$suite"
        age "$suite"
        "$prefs" set -f "$suite" added --int 1
    done
    pause 1
    for ((index = 0; index < count; index++)); do
        suite=${suites[index]}
        case $((index % 3)) in
            0) cp "$work/theirs" "$suite" ;;
            1) cat "$work/theirs" >"$suite" ;;
        esac
    done
    python3 - "$work/theirs" "${suites[@]}" <<'    end'
import plistlib, sys
with open(sys.argv[1], "rb") as file:
    root = plistlib.load(file)
for path in sys.argv[4::3]:
    with open(path, "wb") as file:
        plistlib.dump(root, file)
    end
    for suite in "${suites[@]}"; do
        run "$prefs" set -f "$suite" latest --int 1
        [ "$status" = 0 ] || problem "$suite: the next change fails: $message"
    done
    check "nothing is restored" prints "" grep -l '<key>added' "${suites[@]}"
    check "all is as it was rewritten" prints "$count" echo "$(grep -l '<key>theirs' "${suites[@]}" | wc -l)"
}
