# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash has the other ends of the variables.
# Who may do what with the file, and what stands beside it: rows 33 to 40.

other_user=(setpriv --reuid 65533 --regid 65533 --groups 65532 --)

row 33 "a directory and a file system that may only be read" mount setpriv
row_33() {
    local setting_name
    for setting_name in readable absent; do
        use "$setting_name"
        renew
        mount --bind "$config" "$config"
        mounts+=("$config")
        mount -o remount,bind,ro "$config"
        run "${change[@]}"
        unmount
        expect "$setting_name: a file system that may only be read" safe=5
        run "${other_user[@]}" "${change[@]}"
        expect "$setting_name: a directory of another user" safe=5
    done
}
make_readable() {
    make_present "$1"
    chmod 644 "$1/t.plist"
}

row 34 "modes, and umasks for a new file"
row_34() {
    local mode mask
    use present
    for mode in 400 440 600 640 644 660 666; do
        renew
        chmod "$mode" "$config/t.plist"
        run "${change[@]}"
        expect "mode $mode" changed
        check "mode $mode is kept" prints "$mode" stat -c %a "$config/t.plist"
    done
    use absent
    for mask in 000 022 077 177 777; do
        attempt masked "$mask" "${change[@]}"
        expect "umask $mask" changed
        check "a new file is its owner's alone under umask $mask" prints 600 stat -c %a "$config/t.plist"
        rm -r "$config"
        run masked "$mask" "${change[@]}"
        check "a new directory is its owner's alone under umask $mask" prints 700 stat -c %a "$config"
    done
}
masked() { umask "$1" && exec "${@:2}"; }

row 35 "access control lists and attributes" attributes strace root
row_35() {
    local error
    use laden
    attempt "${change[@]}"
    expect "a file with a list and attributes" changed
    check "all are kept" prints "$(describe "$setting/before/t.plist")" describe "$config/t.plist"
    for error in ENOSPC EOPNOTSUPP; do
        inject fsetxattr "error=$error" '"(user.note|system[.].*)"' safe=5
        check "all are as they were" prints "$(describe "$setting/before/t.plist")" describe "$config/t.plist"
        inject fsetxattr "error=$error" '"user.prefs"' changed
    done
    use present
    renew
    setfacl -d -m u:65533:rw "$config"
    run "${change[@]}"
    expect "a directory that gives lists to new files" changed
    check "the file gets none" prints "$(describe "$setting/before/t.plist")" describe "$config/t.plist"
    setfacl -b "$config"
}
describe() {
    stat -c '%a %u %g' "$1"
    getfacl -cnp "$1"
    # The record of who wrote the file is not the user's.
    getfattr -d -m - -e hex --absolute-names "$1" | grep -ve '^#' -e '^user[.]prefs='
}

row 36 "another owner, by root and by others" root setpriv
row_36() {
    use present
    renew
    chown 65533:65532 "$config" "$config/t.plist"
    run "${change[@]}"
    expect "root changes another's file" changed
    check "root keeps the owner" prints 65533:65532 stat -c %u:%g "$config/t.plist"
    run "$prefs" set -s new k v
    check "a new file is that of the directory's owner" prints 65533:65532 stat -c %u:%g "$config/new.plist"
    XDG_CONFIG_HOME=$config/deep run "$prefs" set -s new k v
    check "a new directory is that of its directory's owner" prints 65533:65532 stat -c %u:%g "$config/deep"

    renew
    chown 65533:65532 "$config/t.plist"
    chmod 777 "$config"
    run "${other_user[@]}" "${change[@]}"
    expect "the owner changes a file of another group that is his" changed
    check "the group is kept" prints 65533:65532 stat -c %u:%g "$config/t.plist"

    renew
    chmod 666 "$config/t.plist"
    run "${other_user[@]}" "${change[@]}"
    expect "a user changes another's file" safe=5
    check "the owner is kept" prints 0:0 stat -c %u:%g "$config/t.plist"

    chmod 755 "$config"
    chown 0:0 "$config"
}

row 39 "the name of the temporary file is planted, as a link and as a file" strace
row_39() {
    local kind opened random
    # The name that a new file gets while it has no inode yet, where it needs one for that.
    planted=.t.plist.0.00000.prefs-tmp
    echo precious >"$work/victim"
    for kind in link file; do
        use "planted_$kind"
        list_calls
        opened=$(awk '/O_TMPFILE/ { print $2; exit }' "$work/calls")
        attempt "${strace[@]}" -e inject="openat:error=EOPNOTSUPP:when=$opened" "${change[@]}"
        random=$(awk '/^getrandom/ { number++ } /O_CREAT[|]O_EXCL/ && /prefs-tmp/ { print number; exit }' "$work/trace")
        # The least random number that is not drawn again.
        attempt "${strace[@]}" -e inject="openat:error=EOPNOTSUPP:when=$opened" \
            -e inject="getrandom:poke_exit=@arg1=0000000001000000:when=$random" "${change[@]}"
        grep -q "\"$planted\".*EEXIST" "$work/trace" || problem "$kind: the name was not tried"
        expect "a $kind has the name" safe=5 changed
        check "what the link leads to is untouched" [ "$(<"$work/victim")" = precious ]
    done
}
make_planted_link() {
    make_present "$1"
    ln -s "$work/victim" "$1/$planted"
}
make_planted_file() {
    make_present "$1"
    cp "$work/victim" "$1/$planted"
}

row 40 "temporary files that were left, ours and others'"
row_40() {
    local name
    use present
    renew
    echo ours >"$config/stray"
    mv "$config/stray" "$config/.t.plist.$(inode_digits "$config/stray").0123a.prefs-tmp"
    run "${change[@]}"
    expect "a new file that never came to its place is removed" changed
    # A copy of such a file, and names that are similar.
    for name in .t.plist.zz.0123a.prefs-tmp .t.plist.0.0123a.prefs-tmp .t.plist.zz.0123a.prefs-tmp.bak \
        x.t.plist.zz.0123a.prefs-tmp .t.plist.5000000.0123abcd.prefs-tmp; do
        renew
        echo other >"$config/$name"
        age "$config/$name"
        run "${change[@]}"
        check "$name stays" [ "$(<"$config/$name")" = other ]
    done
}
# Prints the number of a file's inode to the base 36.
inode_digits() {
    local number digits='' all=0123456789abcdefghijklmnopqrstuvwxyz
    number=$(stat -c %i "$1")
    while [ "$number" -gt 0 ]; do
        digits=${all:number % 36:1}$digits
        number=$((number / 36))
    done
    echo "$digits"
}
