# shellcheck shell=bash disable=SC2154  # Scripts/check sets the variables.
# startup: the system calls of `prefs get`. Only the totals have bounds; the other figures show which call has
# increased.
#
# Two processes are traced. One gets a key of a suite of 20 keys; the other gets the default of an unset key, and searches
# the whole search list. Each file may be opened once and read with one call, and one call writes the output.

needs strace

run "$prefs" set -s small --pairs key{1..20}=value
for layer in "-s small --by-host" -g "-g --by-host"; do
    # shellcheck disable=SC2086  # It is a list of options.
    run "$prefs" set $layer other value
done

# Writes the calls of `prefs get` to NAME.trace, one on each line, followed by the summary of strace -c.
trace() {
    local name=$1
    run strace -C -o "$name.trace" -- "$prefs" get -s small "${@:2}" >/dev/null 2>messages || {
        cat messages >&2
        fail "'prefs get -s small ${*:2}' fails under strace"
    }
}

# Prints the calls of NAME.trace, their total last.
calls() {
    awk -v name="$1" '
        /^% time/ { inside = 1 }
        inside && /^ *[0-9]/ { printf "%s %s\t%d%s\n", name, $NF, $4, $NF == "total" ? "\t0" : "" }' "$1.trace" |
        sort -t $'\t' -k 3,3 -k 1,1
}

# Prints each misuse in NAME.trace: files that are opened or read twice, and output that is not written with one call. A
# descriptor refers to the last file that was opened with its number.
misuses() {
    awk -v home="$PWD/" '
        /^% time/ { exit }
        /^open/ {
            split($0, quoted, "\"")
            path = quoted[2]
            file[$NF] = path
            if (index(path, home) != 1 && index(path, "/usr/local/etc/") != 1) next
            searched++
            if (path in opened) print path " is opened twice"
            opened[path]
            if ($0 ~ / = [0-9]+$/) found[path]
        }
        /^p?(read|write)v?(64)?\(/ {
            split($0, words, /[(,]/)
            if (words[1] ~ /write/) writes++
            else reads[file[words[2]]]++
        }
        END {
            for (path in found) if (reads[path] != 1) print path " is read with " reads[path] + 0 " calls"
            if (writes != 1) print "output is written with " writes + 0 " calls"
            if (!searched) print "no file of the search list is opened"
        }' "$1.trace"
}

trace get key13
trace unset key21 --default value
calls get
calls unset
for name in get unset; do
    problems=$(misuses "$name")
    [ -z "$problems" ] || fail "'prefs get' does more than necessary: $problems"
done
