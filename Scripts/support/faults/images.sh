# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# Power failures while a real file system is written: rows 55 to 59. PREFS_IMAGE_SECONDS sets the time, 9 s by default.

# Checks images of a file system of images.py. Few machines have all file systems; a missing one is skipped and
# reported.
image() {
    local line why
    if ! why=$(python3 "$directory/images.py" --probe "$1" --work "$work/probe.image"); then
        cases=1
        figures="skipped: $why"
        return
    fi
    status=0
    line=$(python3 "$directory/images.py" --prefs "$prefs" --work "$work/images" --file-system "$1" \
        --seconds "${PREFS_IMAGE_SECONDS:-9}" --seed "${PREFS_IMAGE_SEED:-1}") || status=$?
    rm -rf "$work/images"
    if [[ $line =~ ^([0-9]+)\ images,\ ([0-9]+)\ bad ]]; then
        cases=${BASH_REMATCH[1]}
        problems=${BASH_REMATCH[2]}
    else
        problem "no images were taken: exit $status"
    fi
    figures=$line
}

row 55 "a power failure on ext4" python3 strace
row_55() { image ext4; }

row 56 "a power failure on ext4 without a journal" python3 strace
row_56() { image ext4-without-journal; }

row 57 "a power failure on ext2" python3 strace
row_57() { image ext2; }

row 58 "a power failure on xfs" python3 strace
row_58() { image xfs; }

row 59 "a power failure on btrfs" python3 strace
row_59() { image btrfs; }
