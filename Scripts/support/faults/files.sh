# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# Permissions, owners and other files in the directory: rows 33 to 40.

other_user=(setpriv --reuid 65533 --regid 65533 --groups 65532 --)

row 33 "a read-only directory and a read-only file system" mount setpriv
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
        expect "$setting_name: a read-only file system" safe=5
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
        check "a new file has mode 600 with umask $mask" prints 600 stat -c %a "$config/t.plist"
        rm -r "$config"
        run masked "$mask" "${change[@]}"
        check "a new directory has mode 700 with umask $mask" prints 700 stat -c %a "$config"
    done
}
masked() { umask "$1" && exec "${@:2}"; }

row 35 "access control lists and attributes" attributes strace root setpriv
row_35() {
    local error
    use laden
    attempt "${change[@]}"
    expect "a file with an access control list and attributes" changed
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
    expect "a directory with a default access control list" changed
    check "the file has no list" prints "$(describe "$setting/before/t.plist")" describe "$config/t.plist"
    setfacl -b "$config"

    # Only root may set these attributes, and the system shows those of `trusted` only to root.
    renew
    setfattr -n security.note -v kept "$config/t.plist"
    setfattr -n trusted.note -v kept "$config/t.plist"
    cp -a "$config/t.plist" "$work/marked"
    run "${change[@]}"
    expect "root changes a file with attributes that only root may set" changed
    check "all are kept" prints "$(describe "$work/marked")" describe "$config/t.plist"
    chown -R 65533:65533 "$config"
    run "${other_user[@]}" "$prefs" set -s t other 1
    check "its owner changes it" [ "$status" = 0 ]
    check "a note names what is lost" [ "${message/"attribute 'security.note'"/}" != "$message" ]
    run "${other_user[@]}" "${change[@]}"
    check "nothing more is lost" [ "$status$message" = 0 ]
    chown 0:0 "$config"
}
describe() {
    stat -c '%a %u %g' "$1"
    getfacl -cnp "$1"
    # The record of the file's writer does not belong to the user.
    getfattr -d -m - -e hex --absolute-names "$1" | grep -ve '^#' -e '^user[.]prefs='
}

row 36 "another owner, for root and for other users" root setpriv
row_36() {
    use present
    renew
    chown 65533:65532 "$config" "$config/t.plist"
    run "${change[@]}"
    expect "root changes another's file" changed
    check "root keeps the owner" prints 65533:65532 stat -c %u:%g "$config/t.plist"
    run "$prefs" set -s new k v
    check "a new file belongs to the directory's owner" prints 65533:65532 stat -c %u:%g "$config/new.plist"
    XDG_CONFIG_HOME=$config/deep run "$prefs" set -s new k v
    check "a new directory belongs to its parent directory's owner" prints 65533:65532 stat -c %u:%g "$config/deep"

    renew
    chown 65533:65532 "$config/t.plist"
    chmod 777 "$config"
    run "${other_user[@]}" "${change[@]}"
    expect "the owner changes a file of a supplementary group" changed
    check "the group is kept" prints 65533:65532 stat -c %u:%g "$config/t.plist"

    renew
    chmod 666 "$config/t.plist"
    run "${other_user[@]}" "${change[@]}"
    expect "a user changes another's file" safe=5
    check "the owner is kept" prints 0:0 stat -c %u:%g "$config/t.plist"

    chmod 755 "$config"
    chown 0:0 "$config"
}

row 39 "a link or file with the name of the temporary file exists" strace
row_39() {
    local kind opened random
    # The name of a new file, if it needs a name before it has an inode.
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
        check "the link's target is unchanged" [ "$(<"$work/victim")" = precious ]
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

row 40 "leftover temporary files, of prefs and of other programs"
row_40() {
    local name
    use present
    renew
    echo ours >"$config/stray"
    mv "$config/stray" "$config/.t.plist.$(inode_digits "$config/stray").0123a.prefs-tmp"
    run "${change[@]}"
    expect "a leftover new file is removed" changed
    # A copy of such a file, and names that are similar.
    for name in .t.plist.zz.0123a.prefs-tmp .t.plist.0.0123a.prefs-tmp .t.plist.zz.0123a.prefs-tmp.bak \
        x.t.plist.zz.0123a.prefs-tmp .t.plist.5000000.0123abcd.prefs-tmp; do
        renew
        echo other >"$config/$name"
        age "$config/$name"
        run "${change[@]}"
        check "$name remains" [ "$(<"$config/$name")" = other ]
    done
}

row 92 "a file that was to be merged, while the suite has the inode number of its new file only by chance"
row_92() {
    local key name
    use present
    renew
    for key in theirs ours; do run "$prefs" set -s t "$key" new; done
    cp "$setting/before/t.plist" "$config/old"
    name=.t.plist.$(inode_digits "$config/t.plist").0123a.prefs-tmp
    mv "$config/old" "$config/$name"
    "$prefs" set -f "$config/$name" theirs old
    run "$prefs" set -s t last new
    for key in theirs ours last; do check "$key stays" [ "$("$prefs" get -s t "$key")" = new ]; done
    check "the old file is kept" grep -qs old "$config"/t.plist.conflict-*
}
# Prints the inode number of a file in base 36.
inode_digits() {
    local number digits='' all=0123456789abcdefghijklmnopqrstuvwxyz
    number=$(stat -c %i "$1")
    while [ "$number" -gt 0 ]; do
        digits=${all:number % 36:1}$digits
        number=$((number / 36))
    done
    echo "$digits"
}

row 93 "a file that is a mount of its own" mount
row_93() {
    local dry
    use present
    renew
    touch "$config/t.plist"
    cp "$config/t.plist" "$work/volume.plist"
    mount --bind "$work/volume.plist" "$config/t.plist"
    mounts+=("$config/t.plist")
    for dry in '' --dry-run; do
        run "${change[@]}" ${dry:+"$dry"}
        check "$dry: the message names the mount" grep -q 'it is a mount of its own' <<<"$message"
        check "$dry: nothing is changed" cmp "$work/volume.plist" "$setting/before/t.plist"
        run "$prefs" suites remove t --force ${dry:+"$dry"}
        check "$dry: it is not removed" [ "$status" = 5 ]
        run "$prefs" suites rename t u ${dry:+"$dry"}
        check "$dry: it is not renamed" [ "$status" = 5 ]
    done
    umount "$config/t.plist"
    mounts=()
    run "${change[@]}"
    expect "without the mount" changed
}

row 94 "file systems without modes, or that do not let them be changed" mount bindfs
row_94() {
    local modes options
    mkdir -p "$work/below" "$config"
    echo '{"k": "s3cret"}' >"$work/seed"
    find "$config" -mindepth 1 -delete
    for modes in --chmod-deny --chmod-ignore --perms=a=rw --perms=a=rwx; do
        find "$work/below" -mindepth 1 -delete
        # The modes of a mount are not those of the files below, as on vfat.
        options=("$modes")
        [[ $modes != --perms* ]] || options+=(--chmod-ignore)
        bindfs "${options[@]}" "$work/below" "$config"
        mounts+=("$config")
        run "$prefs" set -s new k 1
        check "$modes: a new file is written" [ "$status" = 0 ]
        case $modes in
            --perms*) check "$modes: a note names the mode" grep -q 'no modes of its own' <<<"$message" ;;
            *) check "$modes: there is no note" [ -z "$message" ] ;;
        esac
        run "$prefs" set -s new k 2
        check "$modes: a file is changed" [ "$status" = 0 ]
        check "$modes: without a word" [ -z "$message" ]
        run "$prefs" apply -q -s hidden --secrets "$work/seed"
        case $modes in
            --perms*) check "$modes: a new file of secrets is refused" [ "$status" = 5 ] ;;
            *) check "$modes: a new file of secrets is written" [ "$status" = 0 ] ;;
        esac
        check "$modes: no other file is left" prints "$(ls "$work/below")" ls -A "$work/below"
        unmount
    done
}
