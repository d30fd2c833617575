# shellcheck shell=bash disable=SC2154  # Scripts/benchmark sets the variables.
# schema: the cost of a schema of 1,000 keys for the commands that use it, as whole processes.

export XDG_CONFIG_HOME=$PWD HOME=$PWD XDG_DATA_DIRS=/nowhere
unset PREFS_SUITE XDG_DATA_HOME
for number in {1..20}; do "$prefs" set -s small "general.key$number" "value $number"; done
cp small.plist described.plist

# The keys of 20 scopes, of the usual types, as an application exports them.
awk 'BEGIN {
    print "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"type\": \"object\",\n  \"properties\": {"
    split("integer boolean string number", types, " ")
    split("12 false \"light\" 1.5", defaults, " ")
    for (number = 1; number <= 1000; number++) {
        printf "    \"scope%d.key%d\": {\n", number % 20, number
        printf "      \"description\": \"What the key of number %d is for.\",\n", number
        printf "      \"type\": \"%s\",\n", types[number % 4 + 1]
        printf "      \"default\": %s\n    }%s\n", defaults[number % 4 + 1], number < 1000 ? "," : ""
    }
    print "  }\n}"
}' >described.schema.json
mkdir -p .local/share/prefs/schemas
mv described.schema.json .local/share/prefs/schemas/

[ "$("$prefs" get -s described scope0.key1000)" = 12 ] || fail "the default of the schema is not read"
# The last key of the schema, and a key that the file contains.
mapfile -t medians < <(
    turns "$prefs" get -s small scope0.key1000 --default 12 -- "$prefs" get -s described scope0.key1000 -- \
        "$prefs" get -s small general.key13 -- "$prefs" get -s described general.key13
)
[ ${#medians[@]} = 4 ] || fail "the commands could not be timed"

printf '%s\n\n' "Schema: 1,000 keys, $(wc -c <.local/share/prefs/schemas/described.schema.json) bytes, median of $runs runs"
paste - <(printf '%s\n' "${medians[@]}") <<'NAMES' | table
`prefs get` of an unset key, no schema, `--default`
`prefs get` of an unset key, its default in the schema
`prefs get` of a set key, no schema
`prefs get` of a set key, with a schema
NAMES

limit "an unset key with a schema" "${medians[1]}" "${medians[0]}" 1.3
limit "a set key with a schema" "${medians[3]}" "${medians[2]}" 1.3
