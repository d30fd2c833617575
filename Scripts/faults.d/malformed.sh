# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash has the other ends of the variables.
# The file is not what it should be: row 41.

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
        # No bytes are no document, but an empty suite.
        [ -s "$work/odd" ] || expected=
        for verb in "get a" dump keys "set added 1"; do
            cp -p "$work/odd" "$file"
            # shellcheck disable=SC2086  # The arguments are words.
            run limited_memory "$limit" timeout -s KILL 10 "$prefs" $verb -f "$file"
            cases=$((cases + 1))
            case $expected,$verb,$status in
                # A file that is malformed is read by no verb, and written by none.
                error:*,*,4) ;;
                # Of a binary file the keys can be read, whatever is wrong with the values.
                error:*,keys,0) [[ $name == */Binary/* ]] || problem "${name##*/OddFiles/}: prefs $verb: exit 0" ;;
                error:*) problem "${name##*/OddFiles/}: prefs $verb: exit $status on a malformed file: $message" ;;
                # One that is no dictionary is no suite; one whose format cannot hold the change keeps its bytes.
                *,[a-z]*,[0134]) ;;
                *) problem "${name##*/OddFiles/}: prefs $verb: exit $status: $message" ;;
            esac
            [ "$status" = 0 ] || cmp -s "$file" "$work/odd" || problem "$name: prefs $verb: the bytes are not kept"
            [ "$status" = 0 ] || [ -n "$message" ] || problem "$name: prefs $verb: exit $status without a message"
        done
        [ "$(ls -A "$config")" = odd.plist ] || problem "$name: something else is left"
    done < <(find Tests/PropertyListsTests/OddFiles -mindepth 2 -type f ! -name '*.expected' ! -name '*.others')
}

# Prints the bytes of an odd file; one of pairs of digits has comments.
decode() {
    case $1 in
        *.hex) printf '%b' "$(sed 's/#.*//' "$1" | tr -d '[:space:]' | sed 's/../\\x&/g')" ;;
        *) cat "$1" ;;
    esac
}
