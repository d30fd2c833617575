# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# Settings that the administrator decides: row 86.
#
# A user makes random changes by every command, in a mount namespace with a policy of root. After each of them, the
# effective values of the policy are those that root has set.

row 86 "random changes by a user of what the administrator has decided" root mount setpriv
row_86() {
    local line
    status=0 message=
    # shellcheck disable=SC2016 # The inner shell expands it.
    line=$(unshare --mount bash -c '
        mkdir -p "$2/etc/prefs/managed"
        chmod 755 "$2" "$2/etc" "$2/etc/prefs" "$2/etc/prefs/managed"
        cp /etc/passwd "$2/etc"
        mount --bind "$2/etc" /etc
        python3 "$1/managed.py" --prefs "$3" --home /etc/home --operations "$4"
    ' managed "$directory" "$work/managed" "$prefs" "${PREFS_OPERATIONS:-500}") || status=$?
    check "no operation changes an effective value" [ "$status" = 0 ]
    figures=$line
}
