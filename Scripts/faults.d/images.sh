# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash has the other ends of the variables.
# The power fails while a real file system is written: rows 55 to 59. PREFS_IMAGE_SECONDS has each take longer than 9 s.

# Checks images of a file system of images.py. Few machines have all of them: what is not there is skipped, and said.
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

row 55 "the power fails on ext4" python3 strace
row_55() { image ext4; }

row 56 "the power fails on ext4 without a journal" python3 strace
row_56() { image ext4-without-journal; }

row 57 "the power fails on ext2" python3 strace
row_57() { image ext2; }

row 58 "the power fails on xfs" python3 strace
row_58() { image xfs; }

row 59 "the power fails on btrfs" python3 strace
row_59() { image btrfs; }
