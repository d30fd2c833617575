# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# The system refuses a call of the change: rows 9 to 14, 44 and 45.

row 9 "rename: EACCES, EXDEV, EROFS, EPERM, EIO" strace
row_9() {
    local setting_name error
    for setting_name in present absent; do
        use "$setting_name"
        for error in EACCES EXDEV EROFS EPERM EIO; do
            inject renameat2 "error=$error" '' safe=5
        done
    done
}

row 10 "an exchange is not supported: EINVAL, ENOSYS" strace
row_10() {
    local setting_name error
    for setting_name in present absent; do
        use "$setting_name"
        for error in EINVAL ENOSYS; do
            inject renameat2 "error=$error" '' changed
            case $setting_name in
                present) check "renameat is used instead" grep -q '^renameat(.*"t.plist") = 0$' "$work/trace" ;;
                absent) check "linkat is used instead" grep -q '^linkat(.*"t.plist", 0) = 0$' "$work/trace" ;;
            esac
        done
    done
}

row 45 "an unnamed file is not supported: EOPNOTSUPP, EISDIR; or cannot be named: ENOENT, EPERM" strace
row_45() {
    local setting_name error
    for setting_name in present absent; do
        use "$setting_name"
        for error in EOPNOTSUPP EISDIR; do
            inject openat "error=$error" O_TMPFILE changed
            check "a named file is used instead" grep -q 'O_EXCL.*prefs-tmp\|prefs-tmp.*O_EXCL' "$work/trace"
        done
        for error in ENOENT EPERM; do
            inject linkat "error=$error" /proc/self/fd changed
        done
        for error in ENOSPC EDQUOT; do
            inject linkat "error=$error" /proc/self/fd safe=5
        done
    done
}

row 11 "no descriptor is free: EMFILE, ENFILE" strace
row_11() {
    local setting_name error limit
    for setting_name in present absent; do
        use "$setting_name"
        for error in EMFILE ENFILE; do
            inject openat "error=$error" '' safe=4 safe=5 changed
        done
        for limit in 3 4 5 6; do
            attempt limited_descriptors "$limit" "${change[@]}"
            expect "$setting_name: ulimit -n $limit" safe=4 safe=5 changed
        done
    done
}
limited_descriptors() { ulimit -n "$1" && exec "${@:2}"; }

row 12 "no memory: ENOMEM, and decreasing limits" strace
row_12() {
    local setting_name limit start least code
    local -A ends=() reads=()
    for setting_name in present large; do
        use "$setting_name"
        # If there is no memory, brk returns the old end of the heap, not an error; 0 makes glibc ask for that end.
        inject brk retval=0 '' safe=4 safe=5 changed starved
    done
    # Only large suites need mmap.
    inject mmap error=ENOMEM '' safe=4 safe=5 changed starved
    # The memory that a start needs varies a little, since the kernel places the stack and the heap at random.
    start=$(($(least_memory "$prefs" --version) + 256))
    for setting_name in present large; do
        use "$setting_name"
        for limit in $(seq 6144 1024 "$start"); do
            attempt limited_memory "$limit" "${change[@]}"
            expect "$setting_name: ulimit -v $limit" safe=4 safe=5 changed starved not-started
        done
        least=$(least_memory "${change[@]}")
        least=$((least > start ? least : start))
        # From enough memory to start to enough for the change, in smaller steps for the last part of the change.
        for limit in $(seq "$start" 256 "$least") $(seq $((least - 512)) 16 "$least"); do
            [ "$limit" -ge "$start" ] || continue
            attempt limited_memory "$limit" "${change[@]}"
            ends[$status]=$((${ends[$status]-0} + 1))
            expect "$setting_name: ulimit -v $limit" safe=4 safe=5 changed starved
        done
        check "$setting_name: the least memory that is enough" [ "$status" = 0 ]
    done
    check "no memory to read the file: exit 4" [ "${ends[4]-0}" -gt 0 ]
    # The value is copied, so that memory can suffice for the file alone.
    renew
    for limit in $(seq "$start" 512 $((start + 32768))); do
        run limited_memory "$limit" "$prefs" get -s t large
        reads[$status]=$((${reads[$status]-0} + 1))
        check "get under ulimit -v $limit" is_printed_or_reported
    done
    check "no memory for the value: exit 5" [ "${reads[5]-0}" -gt 0 ]
    figures="passed; exit codes under ulimit: $(for code in "${!ends[@]}"; do echo "$code (${ends[$code]})"; done |
        sort -n | paste -sd , | sed 's/,/, /g')"
}
# Prints the least address space in which a command succeeds, in kilobytes.
least_memory() {
    local low=4096 high=262144 middle
    while [ $((high - low)) -gt 16 ]; do
        middle=$(((low + high) / 2))
        attempt limited_memory "$middle" "$@"
        if [ "$status" = 0 ]; then high=$middle; else low=$middle; fi
    done
    echo "$high"
}
is_printed_or_reported() {
    case $status in
        0) [ "$(wc -c <"$work/output")" = 5000001 ] && [ -z "$message" ] ;;
        4 | 5) is_reported ;;
        *) false ;;
    esac
}
limited_memory() { ulimit -v "$1" && exec "${@:2}"; }

row 13 "a lock: EINVAL from a file system without OFD locks, ENOLCK, EIO" strace
row_13() {
    local setting_name error writer writers=()
    for setting_name in present absent; do
        use "$setting_name"
        inject fcntl error=EINVAL 'F_OFD_SETLK, {l_type=F_WRLCK' changed
        check "a process lock is used instead" grep -q 'F_SETLK, {l_type=F_WRLCK' "$work/trace"
        for error in ENOLCK EIO; do
            inject fcntl "error=$error" 'F_OFD_SETLK, {l_type=F_WRLCK' safe=5
        done
    done
    # Both kinds exclude each other.
    renew
    for writer in {1..12}; do
        if [ $((writer % 2)) = 0 ]; then
            "$prefs" set -s t "key$writer" 1 &
        else
            strace -qq -o /dev/null -e trace=fcntl -e inject=fcntl:error=EINVAL:when=1+2 "$prefs" set -s t "key$writer" 1 &
        fi
        writers+=($!)
    done
    for writer in "${writers[@]}"; do wait "$writer" || problem "a writer failed"; done
    check "12 keys of 12 writers" prints 12 grep -c '<key>key' "$config/t.plist"
}

row 14 "mode, owner, list, attribute, date: EPERM, EOPNOTSUPP, ENOSYS" strace attributes root
row_14() {
    local call error
    for error in EPERM EOPNOTSUPP ENOSYS; do
        # An access control list contains the mode. Without a list, fchmod sets the mode: where it is refused, the file
        # has that of its mount, which must not let others do more than before.
        use readable
        inject fchmod "error=$error" '' changed noted
        use laden
        inject fchown "error=$error" '' safe=5
        # Losing the record of the file's writer is harmless, and so is the date.
        inject fsetxattr "error=$error" '"(user.note|system[.].*)"' safe=5
        for call in fsetxattr fgetxattr; do
            inject "$call" "error=$error" '"user.prefs"' changed
        done
        inject utimensat "error=$error" '' changed
    done
    # After the commit, attributes that cannot be compared with those of the displaced file are ignored.
    inject flistxattr error=EIO '' safe=4 safe=5 changed
    inject fgetxattr error=EIO '"(user.note|system[.].*)"' safe=4 safe=5 changed
}

row 44 "each call fails once: EIO, EPERM, ENOSYS, ENOMEM" strace
row_44() {
    local setting_name call error names
    for setting_name in present absent; do
        use "$setting_name"
        list_calls
        # A file that unlinkat cannot remove remains.
        mapfile -t names < <(cut -d ' ' -f 1 "$work/calls" | sort -u | grep -vxE 'brk|unlinkat|getpid|rt_.*')
        for call in "${names[@]}"; do
            for error in EIO EPERM ENOSYS ENOMEM; do
                inject "$call" "error=$error" '' safe=4 safe=5 changed visible
            done
        done
    done
}
