# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# File systems on which a new file shares the start of the old one: rows 75 and 76.

# Mounts a file system of images.py on the configuration directory, and changes the end of a large suite there.
share_start() {
    local kind=$1 call error why
    if ! why=$(python3 "$directory/images.py" --probe "$kind" --work "$work/probe.image"); then
        cases=1
        figures="skipped: $why"
        return
    fi
    truncate -s 400M "$work/image"
    "mkfs.$kind" -q -f "$work/image" >/dev/null 2>&1
    mkdir -p "$config"
    mount -o loop "$work/image" "$config"
    mounts+=("$config")
    change=("$prefs" set -s t zebra --string "the new value")
    use lending

    attempt strace -qq -e trace=ioctl -o "$work/trace" "${change[@]}"
    expect "a change at the end" changed
    check "the start is shared" grep -q 'FICLONERANGE.* = 0$' "$work/trace"
    call=ioctl:when=$(grep -n FICLONERANGE "$work/trace" | cut -d : -f 1)
    for error in EINVAL EXDEV ENOSPC EDQUOT EPERM; do
        attempt strace -qq -o "$work/trace" -e inject="$call:error=$error" "${change[@]}"
        check "$error: it is injected" grep -q 'FICLONERANGE.*INJECTED' "$work/trace"
        expect "the start cannot be shared: $error" changed
    done
    attempt strace -qq -o "$work/trace" -e inject="$call:signal=KILL" "${change[@]}"
    expect "killed while the start is shared" killed

    renew
    strace -qq -o "$work/trace" -e inject="$call:delay_enter=500000" "${change[@]}" &
    pause 0.3
    printf 'theirs' | dd of="$config/t.plist" bs=1 seek=2000000 conv=notrunc status=none
    wait $! || problem "the start changes before it is shared: the change fails"
    check "the start changes before it is shared: it is written then" [ "$(grep -c 'FICLONERANGE.* = 0' "$work/trace")" = 2 ]
    check "the start changes before it is shared: it stays" prints theirs \
        dd if="$config/t.plist" bs=1 skip=2000000 count=6 status=none
    check "the start changes before it is shared: the change is made" prints "the new value" "$prefs" get -s t zebra
    check "the start changes before it is shared: nothing else remains" prints t.plist ls -A "$config"

    umount "$config"
    mounts=()
    rm "$work/image"
}

# A large suite of its own, because its change is another one.
make_lending() { make_large "$1"; }

row 75 "the start of a large file is shared on btrfs" python3 strace
row_75() { share_start btrfs; }

row 76 "the start of a large file is shared on xfs" python3 strace
row_76() { share_start xfs; }
