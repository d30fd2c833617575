# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# The new file cannot be written: rows 1 to 8.

# The descriptor of the new file, in a line of strace.
new_file='(prefs-tmp|#[0-9]+( \(deleted\))?)>'

# Mounts a file system of this many kilobytes on the configuration directory, until `unmount`.
mount_small() {
    mkdir -p "$config"
    mount -t tmpfs -o size="$1k" none "$config"
    mounts+=("$config")
}
unmount() {
    umount "$config"
    mounts=()
}

# Sets the change to one of this many bytes.
grow() {
    head -c "$1" /dev/zero | tr '\0' y >"$work/value"
    change=("$prefs" set -s t added --value-file "$work/value" --string)
}

row 1 "no space at a write, and in a full file system" strace mount
row_1() {
    local setting_name
    for setting_name in present absent; do
        use "$setting_name"
        inject write error=ENOSPC "$new_file" safe=5
    done
    mount_small 64
    use present
    grow 100000
    attempt "${change[@]}"
    expect "a value that is larger than the file system" safe=5
    unmount
}

row 2 "a write beyond the quota, and beyond the maximum size of a file" strace
row_2() {
    local limit
    use present
    inject write error=EDQUOT "$new_file" safe=5
    inject write error=EFBIG "$new_file" safe=5
    grow 20000
    for limit in 0 1 8; do
        attempt limited_files "$limit" "${change[@]}"
        expect "ulimit -f $limit" safe=5
    done
}
limited_files() { ulimit -f "$1" && exec "${@:2}"; }

row 3 "a short write, then no space" strace mount
row_3() {
    local filler
    mount_small 256
    use present
    grow 50000
    for filler in 220 236 244; do
        renew
        head -c "${filler}k" /dev/zero >"$config/filler"
        cp -a "$config/filler" "$setting/before"
        attempt "${strace[@]}" -e trace=write "${change[@]}"
        grep -E '\) = [0-9]+$' "$work/trace" | grep -vqE ', ([0-9]+)\) = \1$' || problem "no write was short"
        expect "$filler of 256 kilobytes are used" safe=5
        rm "$setting/before/filler"
    done
    unmount
}

row 4 "a write that reports bytes that it did not write" strace
row_4() {
    local count
    use present
    for count in 0 1 5 100; do
        inject write "retval=$count" "$new_file" safe=5
    done
}

row 5 "each call is interrupted once" strace
row_5() {
    local setting_name call names
    for setting_name in present absent; do
        use "$setting_name"
        list_calls
        mapfile -t names < <(cut -d ' ' -f 1 "$work/calls" | sort -u | grep -vxE 'brk|m[a-z]*map|get(pid|random)|rt_.*')
        for call in "${names[@]}"; do
            inject "$call" error=EINTR '' changed
        done
    done
}

row 6 "fsync of the new file: EIO, ENOSPC; never called twice" strace
row_6() {
    local error
    use present
    for error in EIO ENOSPC EDQUOT; do
        inject fsync "error=$error" "$new_file" safe=5
        check "one fsync" [ "$(grep -c ^fsync "$work/trace")" = 1 ]
    done
}

row 7 "fsync of the directory: EIO" strace
row_7() {
    local setting_name
    for setting_name in present absent; do
        use "$setting_name"
        inject fsync error=EIO "<$config>" visible
        check "the message says what is unknown" is_about_the_disk
    done
}
is_about_the_disk() { [[ $message = *disk* || $message = *durab* ]]; }

row 8 "close of the new file: EIO" strace
row_8() {
    local error closes
    use present
    for error in EIO ENOSPC; do
        inject close "error=$error" "$new_file" safe=5 changed
        # The first close is that of the new file. The others are those of the displaced file, which was only read.
        list_calls
        closes=$(occurrences close "$new_file")
        tamper close "${closes%%$'\n'*}" "error=$error"
        expect "the first close: $error" safe=5
    done
}
