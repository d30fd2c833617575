# shellcheck shell=bash disable=SC2154  # Scripts/faults sets the variables.
# The file is changed, removed or turned elsewhere in the middle of a change: rows 26, 27 and 30.

# Stops the change after each system call between the lock and the commit, and each time does something meanwhile.
#
# The last of them is the second look at the file, right before it is replaced.
meanwhile() {
    local name occurrence rest
    list_calls
    sed -n '/^flock /,/^renameat2 /p' "$work/calls" | sed '$d' >"$work/moments"
    [ -s "$work/moments" ] || problem "there is no moment between the lock and the commit"
    while read -r name occurrence rest; do
        stop_after "$name" "$occurrence"
        "$1"
        resume
        moment="after call $occurrence of $name"
        : "$rest"
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
    check "$moment: nothing else is left" prints t.plist ls -A "$config"
}

row 27 "another program writes in the middle of a change" strace
row_27() {
    use present
    cp "$setting/before/t.plist" "$work/theirs"
    "$prefs" set -f "$work/theirs" theirs --string kept
    "$prefs" reset -f "$work/theirs" zebra
    meanwhile write_in_place is_merged
    meanwhile replace_file is_merged
}
write_in_place() { cat "$work/theirs" >"$config/t.plist"; }
replace_file() { cp "$work/theirs" "$config/new" && mv "$config/new" "$config/t.plist"; }
is_merged() {
    check "$moment: both changes are made" prints "added kept theirs" echo "$("$prefs" keys -s t | paste -sd ' ')"
    check "$moment: nothing else is left" prints t.plist ls -A "$config"
}

row 30 "a symbolic link is turned elsewhere in the middle of a change" strace
row_30() {
    use linked
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
    local changed=()
    for place in one other; do
        cmp -s "$setting/before/$place/t.plist" "$config/$place/t.plist" || changed+=("$place")
        check "$moment: nothing else is left" prints t.plist ls -A "$config/$place"
    done
    check "$moment: the link stays" [ "$(readlink "$config/t.plist")" = other/t.plist ]
    check "$moment: the change is where the link leads" [ "${changed[*]}" = other ]
    check "$moment: the change is made" prints "the new value" "$prefs" get -s t added
}
