# shellcheck shell=bash disable=SC2154,SC2034  # Scripts/faults shares the variables.
# Functions that the rows share: a change, its setting, and its expected results.
#
# A setting is a directory of $work with `before` and `after`: the contents of the configuration directory before and
# after the change. Every case starts from `before`.

begin_row() {
    current_row=$1
    cases=0
    message=
    problems=0
    figures=
    setting=
    history=
    strace=(strace -qq -o "$work/trace")
    change=("$prefs" set -s t added --string "the new value")
}

# Reports a problem in a row; describes only the first few.
problem() {
    problems=$((problems + 1))
    case $problems in
        [1-5]) printf 'faults: row %s: %s\n' "$current_row" "$1" >&2 ;;
        6) printf 'faults: row %s: more problems are not shown\n' "$current_row" >&2 ;;
    esac
}

# Prints which of the given requirements the machine lacks; fails if it meets them all.
lacking() {
    local need
    for need in "$@"; do
        case $need in
            root) [ "$(id -u)" = 0 ] || { echo "needs root" && return; } ;;
            mount)
                has mount mount || return 0
                [ "$(id -u)" = 0 ] || { echo "needs root, to mount" && return; }
                mkdir -p "$work/probe"
                mount -t tmpfs -o size=64k none "$work/probe" 2>/dev/null || { echo "cannot mount here" && return; }
                umount "$work/probe"
                ;;
            attributes)
                has setfattr attr && has setfacl acl || return 0
                setfattr -n user.faults -v 1 "$work" 2>/dev/null || { echo "$work has no attributes" && return; }
                setfacl -m u:65534:x "$work" 2>/dev/null || { echo "$work has no access control lists" && return; }
                ;;
            strace)
                has strace strace || return 0
                strace -qq -o /dev/null true 2>/dev/null || { echo "tracing is not permitted" && return; }
                ;;
            setpriv | flock) has "$need" util-linux || return 0 ;;
            *) command -v "$need" >/dev/null || { echo "'$need' is not in PATH" && return; } ;;
        esac
    done
    return 1
}

# Prints that a program is missing, and the Debian package that provides it.
has() {
    command -v "$1" >/dev/null || { echo "'$1' is not in PATH: install Debian's package $2" && return 1; }
}

# Selects a setting for the following cases, and creates it if it does not exist: `make_SETTING` fills `before`.
use() {
    setting=$work/setting.$1
    if [ ! -d "$setting" ]; then
        mkdir "$setting" "$setting/before"
        "make_$1" "$setting/before"
        renew
        "${change[@]}" || problem "the change fails in the setting '$1' without any fault"
        cp -a "$config" "$setting/after"
    fi
}

# The settings: a suite of two keys, no suite, a large one, a readable one, and one with all the metadata of a file.
make_present() {
    "$prefs" set -f "$1/t.plist" kept --json '[1, {"deep": true}]'
    "$prefs" set -f "$1/t.plist" zebra --float 1.5
    sed -i 's|^<dict>|&\n    <!-- kept as well -->|' "$1/t.plist"
    age "$1/t.plist"
}
make_absent() { :; }
make_large() {
    head -c 5000000 /dev/zero | tr '\0' x >"$work/five-megabytes"
    "$prefs" set -f "$1/t.plist" large --value-file "$work/five-megabytes" --string
    age "$1/t.plist"
}
make_readable() {
    make_present "$1"
    chmod 640 "$1/t.plist"
}
make_laden() {
    make_present "$1"
    chmod 640 "$1/t.plist"
    chown 65534:65534 "$1/t.plist"
    setfattr -n user.note -v kept "$1/t.plist"
    setfacl -m u:65533:r "$1/t.plist"
}

# Makes files old. A file that was just written may still be incomplete, so the command would wait.
age() { touch -d '1 hour ago' -- "$@"; }

# Waits for a number of seconds without another process: nothing is ever written to the pipe.
exec {silent_pipe}<> <(:)
pause() { read -rt "$1" -u "$silent_pipe" || true; }

# Restores the configuration directory to its state before the change.
renew() {
    mkdir -p "$config"
    find "$config" -mindepth 1 -delete
    cp -a "$setting/before/." "$config"
    [ -z "$history" ] || renew_history
}
# Replaces the state directory by a copy of $history; removes it if that does not exist.
renew_history() {
    rm -rf "$XDG_STATE_HOME"
    [ ! -d "$history" ] || cp -a "$history" "$XDG_STATE_HOME"
}

# Runs a command in a restored directory. Sets $status to its exit code and $message to its standard error.
attempt() {
    renew
    run "$@"
}
run() {
    status=0
    message=$("$@" 2>&1 >"$work/output") || status=$?
}

# Prints how the directory differs from `before` or `after`; fails if it does. More arguments are options of diff.
compare() { diff -r "${@:2}" "$setting/$1" "$config"; }

is_reported() {
    [[ $message = "prefs: "*"$config"* || $message = "prefs: "*".schema.json: "* || $message = "prefs: out of memory" ]]
}

is_noted() {
    [[ $message = "note: the change of $config/"*" is not in the history: "* ||
        $message = "note: $config/"*" has no modes of its own"* ]]
}

# Checks that the result of the last command is one of the given outcomes:
#
#     safe=CODE    nothing in the directory has changed, the exit code is CODE, and a message says so
#     changed      only the change is made, the exit code is 0, and there is no message
#     noted        the change is made, the exit code is 0, and a note says that it is not in the history, or
#                  has the mode of its mount
#     visible      the change is made, but the exit code is 5 and a message says that it may not be on the disk; the
#                  displaced file may remain until the next writer removes it
#     killed       the process was killed, and the change is made or not; a temporary file and the lock file may remain
#     starved      the change is made or not, the exit code is 5, and a message says that memory is exhausted; the lock
#                  file may remain
#     ended=CODE   the process was ended by a signal, and the change is made or not; nothing else has changed
#     not-started  the system or the C library ended the process before its start, and nothing has changed
expect() {
    local what=$1 outcome candidate ignored=() state=""
    cases=$((cases + 1))
    [[ " ${*:2} " != *" killed "* ]] || ignored=(--exclude='.t.plist.*.prefs-tmp' --exclude=.prefs.lock)
    [[ " ${*:2} " != *" visible "* ]] || ignored=(--exclude='.t.plist.*.prefs-tmp')
    [[ " ${*:2} " != *" starved "* ]] || ignored=(--exclude=.prefs.lock)
    for candidate in after before; do
        ! compare "$candidate" "${ignored[@]}" >/dev/null || state=$candidate
    done
    for outcome in "${@:2}"; do
        case $outcome,$status,$state in
            "safe=$status,$status,before" | visible,5,after)
                if is_reported; then return; fi
                ;;
            changed,0,after)
                if [ -z "$message" ]; then return; fi
                ;;
            noted,0,after)
                if is_noted; then return; fi
                ;;
            starved,5,?*)
                if [[ $message = *"out of memory"* ]]; then return; fi
                ;;
            not-started,13[2-9],before | not-started,127,before) return ;;
            killed,137,?* | ended="$status,$status",?*) return ;;
        esac
    done
    problem "$what: exit $status, expected ${*:2}; the state is ${state:-neither before nor after the change:
$(compare after | cut -c 1-200 | head -n 20)}; standard error: ${message:0:300}"
}

# Checks a condition after the last command.
check() {
    local what=$1
    cases=$((cases + 1))
    "${@:2}" >/dev/null 2>&1 || problem "$what: exit $status; standard error: ${message:0:300}"
}

prints() { [ "$("${@:2}")" = "$1" ]; }

# Writes the system calls of the change without a fault to $work/calls, as lines "NAME N LINE": the Nth call of a name.
#
# The first call in the list opens the configuration directory. Earlier calls are the start of any program.
list_calls() {
    attempt strace -qq -y -o "$work/trace" "${change[@]}"
    [ "$status" = 0 ] || problem "the change fails under strace: $message"
    awk -v directory="$config" '
        !/^[a-z0-9_]+\(/ { next }
        { name = $0; sub(/\(.*/, "", name); number[name]++ }
        /^openat/ && index($0, directory) { begun = 1 }
        begun && name != "exit_group" { print name, number[name], $0 }' "$work/trace" >"$work/calls"
}

# Prints the numbers of the calls of a name whose lines match a pattern.
occurrences() { awk -v name="$1" -v pattern="${2-}" '$1 == name && $0 ~ pattern { print $2 }' "$work/calls"; }

# Runs the change in a restored directory and tampers with one system call, in the syntax of `strace -e inject`.
tamper() {
    local name=$1 occurrence=$2 tampering=$3
    attempt "${strace[@]}" -e inject="$name:$tampering:when=$occurrence" "${change[@]}"
    grep -qE 'INJECTED|--- SIG|killed by' "$work/trace" || problem "nothing was injected at call $occurrence of $name"
}

# Tampers with each call of a name whose line matches a pattern, one at a time, and checks the outcomes.
inject() {
    local name=$1 tampering=$2 pattern=$3 occurrence found=false
    list_calls
    for occurrence in $(occurrences "$name" "$pattern"); do
        found=true
        tamper "$name" "$occurrence" "$tampering"
        expect "${setting##*.}: $name $occurrence: $tampering" "${@:4}"
    done
    $found || problem "the change makes no call of $name that matches '$pattern'"
}

# Starts the change in a restored directory and stops it after a system call. More arguments are options of strace.
stop_after() {
    local name=$1 occurrence=$2
    renew
    rm -f "$work/stopped"
    strace -qq -f -o "$work/stopped" -e inject="$name:signal=STOP:when=$occurrence" "${@:3}" "${change[@]}" \
        >"$work/output" 2>"$work/message" &
    tracer=$!
    until grep -qs 'stopped by SIGSTOP' "$work/stopped"; do
        kill -0 "$tracer" 2>/dev/null || { problem "the change did not stop at $name $occurrence" && break; }
        pause 0.002
    done
    read -r stopped _ <"$work/stopped"
}

# Continues the stopped change until it ends.
resume() {
    kill -CONT "$stopped" 2>/dev/null || true
    status=0
    wait "$tracer" || status=$?
    message=$(<"$work/message")
    stopped=
}
