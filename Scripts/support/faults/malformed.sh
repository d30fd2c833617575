# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# The file is malformed or unusual: row 41.

row 41 "every odd file of the tests, read and written with little memory"
row_41() {
    local name file verb expected limit=$((256 * 1024))
    file=$config/odd.plist
    use absent
    renew
    while read -r name; do
        decode "$name" >"$work/odd"
        age "$work/odd"
        read -r expected <"${name%%.*}.expected"
        # An empty file is not a document, but an empty suite.
        [ -s "$work/odd" ] || expected=
        for verb in "get a" dump keys "set added 1"; do
            cp -p "$work/odd" "$file"
            # shellcheck disable=SC2086  # The arguments are words.
            run limited_memory "$limit" timeout -s KILL 10 "$prefs" $verb -f "$file"
            cases=$((cases + 1))
            case $expected,$verb,$status in
                # No verb reads or writes a malformed file.
                error:*,*,4) ;;
                # The keys of a binary file can be read, even if its values are malformed.
                error:*,keys,0) [[ $name == */Binary/* ]] || problem "${name##*/OddFiles/}: prefs $verb: exit 0" ;;
                error:*) problem "${name##*/OddFiles/}: prefs $verb: exit $status on a malformed file: $message" ;;
                # A document that is not a dictionary is not a suite. If the format cannot store the change, the bytes
                # stay.
                *,[a-z]*,[0134]) ;;
                *) problem "${name##*/OddFiles/}: prefs $verb: exit $status: $message" ;;
            esac
            [ "$status" = 0 ] || cmp -s "$file" "$work/odd" || problem "$name: prefs $verb: the bytes are not kept"
            [ "$status" = 0 ] || [ -n "$message" ] || problem "$name: prefs $verb: exit $status without a message"
        done
        [ "$(ls -A "$config")" = odd.plist ] || problem "$name: another file remains"
    done < <(find Tests/PropertyListsTests/OddFiles -mindepth 2 -type f ! -name '*.expected' ! -name '*.others')
}

# Prints the bytes of an odd file. A file of hexadecimal digits can have comments.
decode() {
    case $1 in
        *.hex) printf '%b' "$(sed 's/#.*//' "$1" | tr -d '[:space:]' | sed 's/../\\x&/g')" ;;
        *) cat "$1" ;;
    esac
}
