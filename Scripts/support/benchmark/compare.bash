# shellcheck shell=bash disable=SC2154  # Scripts/benchmark sets the variables.
# compare: each row as a ratio of this build to another one, $other.

export LC_ALL=C XDG_CONFIG_HOME=$PWD
unset PREFS_SUITE
enter_memory 600

python3 "$directory/shapes.py" . >shapes
for size in small:20 large:100000; do
    for turn in 0 1; do
        awk -v keys="${size#*:}" -v turn="$turn" -f "$directory/document.awk" >"${size%:*}0$turn.plist"
        "$prefs" convert "${size%:*}0$turn.plist" --format binary -o "${size%:*}0$turn.binary"
    done
    for side in other this; do
        for format in plist binary; do cp "${size%:*}00.$format" "$side-${size%:*}.$format"; done
    done
done
while read -r shape _; do
    for side in other this; do cp "$shape.xml" "$side-$shape.xml"; done
done <shapes
age ./*-*.{plist,binary,xml}

# Prints a row. The arguments are a divisor of the number of runs, a name, and the arguments of both builds. SIDE in an
# argument differs for the two, so that each one changes files of its own.
row() {
    local divisor=$1 name=$2 medians
    shift 2
    mapfile -t medians < <("$work/turns" $((runs > divisor ? runs / divisor : 1)) \
        "$other" "${@//SIDE/other}" -- "$prefs" "${@//SIDE/this}")
    [ ${#medians[@]} = 2 ] || fail "'prefs $*' could not be timed"
    printf '%s\t%s\t%s\n' "$name" "${medians[@]}"
}

{
    row 1 "version" --version
    for format in plist:XML binary:binary; do
        file=${format%:*} format=${format#*:}
        row 1 "get, small $format" get -f "small00.$file" key0000013
        row 1 "set, small $format" set -f "SIDE-small.$file" key0000013 --string "value {}"
        row 10 "get, large $format" get -f "large00.$file" key0075000
        row 10 "set, large $format" set -f "SIDE-large.$file" key0075000 --string "value {}"
        row 30 "dump, large $format" dump -f "large00.$file"
        row 30 "check, large $format" check "large00.$file"
        row 30 "apply, large $format" apply -f "SIDE-large.$file" "large{}.plist"
    done
    while IFS=$'\t' read -r shape sought; do
        for format in xml binary; do
            row 10 "get, $shape, $format" get -f "$shape.$format" "$sought"
        done
        row 10 "set, $shape, xml" set -f "SIDE-$shape.xml" "$sought" --string "value {}"
        row 30 "dump, $shape" dump -f "$shape.xml"
    done <shapes
    row 1 "list, small" list -f small00.plist
    row 30 "list, large" list -f large00.plist
    row 30 "keys, large" keys -f large00.plist
    row 30 "JSON, large" dump -f large00.plist --json
} >rows
printf '%s, against %s\n%s\n\n' "$(git -C "$root" describe --always --dirty)" "$compared" "$(machine)"
awk -F '\t' '
    BEGIN { print "row\tother\tthis\tratio" }
    { printf "%s\t%.3f ms\t%.3f ms\t%.2f\n", $1, $2 / 1000, $3 / 1000, $3 / $2 }' rows | markdown
