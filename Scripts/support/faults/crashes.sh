# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# Power failures: rows 50 to 54, 66, 67 and 84. crash-states.py defines the possible states of the disk. PREFS_CRASH_STATES
# is the number of states to check in each run of a command, if there are more.

# Checks crash states of scenarios of crash-states.py: at most this many of each run.
crash() {
    local line most=$1
    shift
    status=0
    line=$(python3 "$directory/crash-states.py" --prefs "$prefs" --work "$work/crash.$current_row" \
        --most "${PREFS_CRASH_STATES:-$most}" "$@") || status=$?
    rm -rf "$work/crash.$current_row"
    if [[ $line =~ ^([0-9]+)\ states,\ ([0-9]+)\ bad ]]; then
        cases=${BASH_REMATCH[1]}
        problems=${BASH_REMATCH[2]}
    else
        problem "the states could not be checked"
    fi
    figures=$line
}

row 50 "a power failure in a set" strace python3
row_50() { crash 500 set set-foreign; }

row 51 "a power failure in apply, reset --all, convert -o" strace python3
row_51() { crash 500 apply reset-all convert convert-new; }

row 52 "a power failure in a change with --replace-corrupt" strace python3
row_52() { crash 500 replace-corrupt apply-corrupt; }

row 53 "a power failure in the first set, also in a new directory" strace python3
row_53() { crash 500 first first-directory; }

row 54 "a power failure after a change whose value is already stored, but not synced" strace python3
row_54() { crash 500 unchanged-set unchanged-foreign unchanged-apply unchanged-reset; }

row 66 "a second power failure, in the change after a power failure" strace python3
row_66() { crash 60 --again 5 set replace-corrupt first-directory; }

row 67 "a power failure in the change after a change that was killed" strace python3
row_67() { crash 60 --killed set replace-corrupt first; }

row 84 "a power failure in apply --owner, again with another seed, and in a withdrawal" strace python3
row_84() { crash 500 apply-owner apply-owner-again withdraw; }
