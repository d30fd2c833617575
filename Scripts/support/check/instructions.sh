# shellcheck shell=bash disable=SC2154  # Scripts/check sets the variables.
# instructions: the instructions that `prefs get` and `prefs set` execute, on files of 20 and of 2,000 keys, and those of
# commands for one key beside a schema of 2,000 keys.
#
# Valgrind counts them. The number varies by at most 0.1 % between two runs of the same binary. It differs with another
# Swift or another processor.

needs valgrind

machine=$(uname -m)
tolerance=10
grep -q "^instructions	$machine " "$bounds" || {
    echo "check: no instructions are recorded for $machine; --renew records them" >&2
    tolerance=
}

# Prints the number of instructions that prefs executes.
instructions() {
    callgrind "$prefs" "$@"
    sed -n 's/^==[0-9]*== Collected : //p' "$work/output"
}

mkdir .config
for size in small:20 medium:2000; do
    keys=${size#*:}
    size=${size%:*}
    awk -v keys="$keys" -f "$root/Scripts/support/benchmark/document.awk" >".config/$size-xml.plist"
    run "$prefs" convert ".config/$size-xml.plist" --format binary -o ".config/$size-binary.plist"
    for format in xml binary; do
        suite=$size-$format
        # The first change of some files, depending on the path, also removes old histories.
        run "$prefs" set -s "$suite" key0000013 30
        # Only a change within the next 0.6 seconds reads the record of this one.
        sleep 1
        for verb in get set; do
            value=()
            [ "$verb" = get ] || value=(31)
            number=$(instructions "$verb" -s "$suite" key0000013 "${value[@]}")
            printf '%s %s, %s, %s\t%s\t%s\n' "$machine" "$verb" "$size" "$format" "$number" "$tolerance"
        done
    done
done

# Only the rule of the key is needed, not the whole schema.
mkdir -p .local/share/prefs/schemas
awk 'BEGIN {
    for (i = 0; i < 2000; i++) {
        rules = rules sprintf("%s\"key%07d\": {\"type\": \"integer\", \"default\": %d}", i ? ", " : "", i, i)
    }
    print "{\"type\": \"object\", \"properties\": {" rules "}}"
}' >.local/share/prefs/schemas/described.schema.json
run "$prefs" set -s described key0000013 30
for command in get explain "set --dry-run"; do
    value=()
    [ "${command% *}" = set ] && value=(31)
    # shellcheck disable=SC2086  # It is a verb and its option.
    number=$(instructions $command -s described key0000013 "${value[@]}")
    printf '%s %s, schema\t%s\t%s\n' "$machine" "$command" "$number" "$tolerance"
done
