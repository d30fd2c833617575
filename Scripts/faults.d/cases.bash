# shellcheck shell=bash disable=SC2154,SC2034  # Scripts/faults has the other ends of the variables.
# What the rows share: a change, what stands around it, and what is right after it.
#
# A setting is a directory of $work with `before`, what the configuration directory holds at first, and `after`, what it is to
# hold once the change is made. Every case starts from `before`.

begin_row() {
    current_row=$1
    cases=0
    problems=0
    figures=
    setting=
    strace=(strace -qq -o "$work/trace")
    change=("$prefs" set -s t added --string "the new value")
}

# Reports what is wrong in a row: the first few in words.
problem() {
    problems=$((problems + 1))
    case $problems in
        [1-5]) printf 'faults: row %s: %s\n' "$current_row" "$1" >&2 ;;
        6) printf 'faults: row %s: there is more of this\n' "$current_row" >&2 ;;
    esac
}

# Tells what the machine lacks of those named; fails where it has them all.
lacking() {
    local need
    for need in "$@"; do
        case $need in
            root) [ "$(id -u)" = 0 ] || { echo "needs root" && return; } ;;
            mount)
                has mount mount || return 0
                [ "$(id -u)" = 0 ] || { echo "needs root, to mount" && return; }
                mkdir -p "$work/probe"
                mount -t tmpfs -o size=64k none "$work/probe" 2>/dev/null || { echo "mounts are refused" && return; }
                umount "$work/probe"
                ;;
            attributes)
                has setfattr attr && has setfacl acl || return 0
                setfattr -n user.faults -v 1 "$work" 2>/dev/null || { echo "no attributes in $work" && return; }
                setfacl -m u:65534:x "$work" 2>/dev/null || { echo "no access control lists in $work" && return; }
                ;;
            strace)
                has strace strace || return 0
                strace -qq -o /dev/null true 2>/dev/null || { echo "no process may be traced here" && return; }
                ;;
            setpriv | flock) has "$need" util-linux || return 0 ;;
            *) command -v "$need" >/dev/null || { echo "'$need' is not in PATH" && return; } ;;
        esac
    done
    return 1
}

# Tells that a program is missing, and the Debian package that brings it.
has() {
    command -v "$1" >/dev/null || { echo "'$1' is not in PATH: install Debian's package $2" && return 1; }
}

# Chooses a setting for the cases to come, and makes it where it is new: `make_SETTING` fills `before`.
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

# The settings: a suite of three keys, none, a large one, and one with everything that a file can have.
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

# A file that was just written may be one that somebody still writes: the command would wait.
age() { touch -d '1 hour ago' -- "$@"; }

# Waits that many seconds, without another process: nobody writes to the pipe.
exec {silent_pipe}<> <(:)
pause() { read -rt "$1" -u "$silent_pipe" || true; }

# Puts the configuration directory back to what it was before the change.
renew() {
    mkdir -p "$config"
    find "$config" -mindepth 1 -delete
    cp -a "$setting/before/." "$config"
}

# Runs a command in a fresh directory; its exit code is $status then, and what it says on standard error $message.
attempt() {
    renew
    run "$@"
}
run() {
    status=0
    message=$("$@" 2>&1 >"$work/output") || status=$?
}

# Prints how the directory differs from what it was, `before` or `after`; fails where it does. It takes options of diff.
compare() { diff -r "${@:2}" "$setting/$1" "$config"; }

is_reported() {
    [[ $message = "prefs: "*"$config"* || $message = "prefs: "*".schema.json: "* || $message = "prefs: out of memory" ]]
}

# Checks what the last command has left, which is one of the outcomes that are named:
#
#     safe=CODE    nothing in the directory has changed, the exit code is that, and a message says so
#     changed      the change is made, nothing else, the exit code is 0, and there is no message
#     visible      the change is made, but the exit code is 5 and a message says that it may not be on the disk; what it
#                  displaced may be left, for the next writer to clear away
#     killed       the process was killed, and the change is made or not; a temporary file and the lock file may be left
#     starved      the change is made or not, the exit code is 5, and a message says that there is no memory; the lock file
#                  may be left
#     ended=CODE   the process ended by a signal, and the change is made or not, but nothing else
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
            starved,5,?*)
                if [[ $message = *"out of memory"* ]]; then return; fi
                ;;
            not-started,13[2-9],before | not-started,127,before) return ;;
            killed,137,?* | ended="$status,$status",?*) return ;;
        esac
    done
    problem "$what: exit $status, where ${*:2} is right; the file is as ${state:-neither before nor after the change:
$(compare after | cut -c 1-200 | head -n 20)}; standard error: ${message:0:300}"
}

# Checks a fact of the last command.
check() {
    local what=$1
    cases=$((cases + 1))
    "${@:2}" >/dev/null 2>&1 || problem "$what: exit $status; standard error: ${message:0:300}"
}

prints() { [ "$("${@:2}")" = "$1" ]; }

# Lists the system calls of the change without a fault in $work/calls, in lines "NAME N LINE": the Nth call of a name.
#
# The first call that counts opens the configuration directory. Those before are the start of any program.
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

# Runs the change in a fresh directory and tampers with one system call, as `strace -e inject` spells that.
tamper() {
    local name=$1 occurrence=$2 tampering=$3
    attempt "${strace[@]}" -e inject="$name:$tampering:when=$occurrence" "${change[@]}"
    grep -qE 'INJECTED|--- SIG|killed by' "$work/trace" || problem "nothing happened at call $occurrence of $name"
}

# Tampers with each call of a name whose line matches a pattern, in turn, and checks for the outcomes.
inject() {
    local name=$1 tampering=$2 pattern=$3 occurrence found=false
    list_calls
    for occurrence in $(occurrences "$name" "$pattern"); do
        found=true
        tamper "$name" "$occurrence" "$tampering"
        expect "${setting##*.}: $name $occurrence: $tampering" "${@:4}"
    done
    $found || problem "the change makes no call of $name like '$pattern'"
}

# Starts the change in a fresh directory and stops it right after a system call, until `resume`; strace gets more options.
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

# Lets the stopped change go on to its end.
resume() {
    kill -CONT "$stopped" 2>/dev/null || true
    status=0
    wait "$tracer" || status=$?
    message=$(<"$work/message")
    stopped=
}
