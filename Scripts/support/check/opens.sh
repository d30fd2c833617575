# shellcheck shell=bash disable=SC2154  # Scripts/check sets the variables.
# opens: the files that a read and a change open, and the opens, reads and parses of the suite's file. No other program
# writes the file.
#
# `prefs get` and `prefs set` are counted from start to end. For the `+=` and the transaction of a PreferenceKit
# program, the figure is the difference between two of them and one. strace counts the opens and the reads of all
# threads. A parse is a call of the function that skips the DOCTYPE of an XML document.

needs strace strip valgrind python3
parser=skipDocumentType

(cd "$root" && swift build -c release --product PreferenceKitPeer) >&2
peer=$(cd "$root" && swift build -c release --show-bin-path)/PreferenceKitPeer
# Valgrind needs the symbols of the program, and fails on its debug information.
strip --strip-debug -o app "$peer"

# Creates the suite again, so that each run starts from the same state.
make_suite() {
    rm -rf .config
    run "$prefs" set -s small --pairs key{1..20}=value
    run "$prefs" set -s small --pairs LaunchCount=1 balance=1
}

# Sets `counts` to the opens, the opens and reads of the suite's file, and the parses of a command.
count_accesses() {
    local accesses parses
    make_suite
    run strace -f -y -o trace -e trace=open,openat,openat2,read,pread64,readv,preadv -- "$@" >/dev/null 2>messages || {
        cat messages >&2
        fail "'$*' fails under strace"
    }
    accesses=$(awk '
        / open(at2?)?\(/ { opens++; if ($0 ~ /["\/]small\.plist"/) suite_opens++ }
        / p?readv?(64)?\([0-9]+<[^>]*\/small\.plist>/ { reads++ }
        END { printf "%d %d %d", opens, suite_opens, reads }' trace)
    make_suite
    callgrind "$@"
    parses=$(awk -v parser="$parser" '
        /^cfn=/ { isParser = index($0, parser) }
        /^calls=/ && isParser { parses += substr($1, 7) }
        END { print parses + 0 }' "$work/profile")
    read -ra counts <<<"$accesses $parses"
}

# Prints `counts`, minus those of another command, as figures with a name.
figures() {
    local name=$1 i what=("opens" "opens of the suite" "reads of the suite" "parses of the suite")
    local -a others
    read -ra others <<<"${2:-0 0 0 0}"
    for i in "${!what[@]}"; do
        printf '%s: %s\t%d\t0\n' "$name" "${what[i]}" $((counts[i] - others[i]))
    done
}

count_accesses "$prefs" get -s small key13
[ "${counts[3]}" -gt 0 ] || fail "nothing calls '$parser', which Scripts/support/check/opens.sh counts as a parse"
figures "get"
count_accesses "$prefs" set -s small key13 other
figures "set"
for change in "increment:app +=" "transaction:app transaction"; do
    count_accesses ./app change small "${change%%:*}" 1
    one=${counts[*]}
    count_accesses ./app change small "${change%%:*}" 2
    figures "${change#*:}" "$one"
done
