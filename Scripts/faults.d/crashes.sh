# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash has the other ends of the variables.
# The power fails: rows 50 to 54, 66 and 67. crash-states.py says what the disk may hold then. PREFS_CRASH_STATES is how
# many states to check of each run of a command, if there are more.

# Checks crash states of scenarios of crash-states.py: at most so many of each run.
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
        problem "the states are not known"
    fi
    figures=$line
}

row 50 "the power fails in a set" strace python3
row_50() { crash 500 set set-foreign; }

row 51 "the power fails in apply, reset --all, convert -o" strace python3
row_51() { crash 500 apply reset-all convert convert-new; }

row 52 "the power fails in a change with --replace-corrupt" strace python3
row_52() { crash 500 replace-corrupt apply-corrupt; }

row 53 "the power fails in the first set, also of a directory" strace python3
row_53() { crash 500 first first-directory; }

row 54 "the power fails after a change that finds its value, not synced yet" strace python3
row_54() { crash 500 unchanged-set unchanged-foreign unchanged-apply unchanged-reset; }

row 66 "the power fails again in the change after a power failure" strace python3
row_66() { crash 60 --again 5 set replace-corrupt first-directory; }

row 67 "the power fails in the change after a change that was killed" strace python3
row_67() { crash 60 --killed set replace-corrupt first; }
