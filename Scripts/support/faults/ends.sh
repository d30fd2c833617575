# shellcheck shell=bash disable=SC2154,SC2034  # cases.bash shares the variables.
# The command is ended while it works: rows 15 to 17, 88 and 89.

# Sends a signal at each system call of the change, in turn, and calls a function with a description.
signal_each() {
    local signal=$1 name occurrence
    list_calls
    while read -r name occurrence _; do
        tamper "$name" "$occurrence" "signal=$signal"
        "$2" "${setting##*.}: SIG$signal at call $occurrence of $name"
    done <"$work/calls"
}

row 15 "SIGKILL at each system call" strace
row_15() {
    local setting_name
    for setting_name in present absent; do
        use "$setting_name"
        signal_each KILL after_kill
    done
}
after_kill() {
    expect "$1" killed
    run "$prefs" set -s t later --int 1
    check "$1: a later write" [ "$status" = 0 ]
    check "$1: nothing else remains after it" prints t.plist ls -A "$config"
}

row 89 "SIGKILL at each system call of root in a user's home, then a change and an undo by the user" root setpriv strace
row_89() {
    local -x HOME=$config XDG_CONFIG_HOME=$config/.config XDG_STATE_HOME=$config/.local/state PREFS_HISTORY=on
    use home
    signal_each KILL left_to_user
    printf '{"added": "value"}' >"$work/seed.json"
    change=("$prefs" apply -q -s t --owner work "$work/seed.json")
    signal_each KILL left_to_user
    change=("$prefs" apply -q -s t --secrets "$work/seed.json")
    signal_each KILL left_to_user
}
make_home() { chown 65533:65532 "$1"; }
left_to_user() {
    check "$1: nothing belongs to root" prints "" find "$config" -user 0
    run "${other_user[@]}" "$prefs" set -s t later 1
    check "$1: the user's change" [ "$status$message" = 0 ]
    run "${other_user[@]}" "$prefs" undo -q -s t
    check "$1: the user's undo" [ "$status$message" = 0 ]
}

row 16 "SIGKILL at any moment" strace
row_16() {
    local round acknowledged=() killed=0 lost=0 corrupt=0 longest delay
    use present
    renew
    longest=$(median_microseconds)
    for ((round = 1; round <= kills; round++)); do
        cases=$((cases + 1))
        # Up to twice the time of a change, adjusted by each result, since other programs may slow it down at any time.
        printf -v delay '0.%06d' $(((RANDOM * 32768 + RANDOM) % (2 * longest) + 1))
        "$prefs" set -s t "key$round" "$round" 2>/dev/null &
        pause "$delay"
        kill -KILL $! 2>/dev/null || true
        if wait $! 2>/dev/null; then
            acknowledged+=("key$round")
            longest=$((longest * 15 / 16 + 1))
        else
            killed=$((killed + 1))
            longest=$((longest * 17 / 16 + 1))
        fi
        "$prefs" keys -s t >"$work/keys" 2>/dev/null || corrupt=$((corrupt + 1))
    done
    lost=$(printf '%s\n' "${acknowledged[@]}" | sort | comm -23 - <(sort "$work/keys") | wc -l)
    [ "$corrupt" = 0 ] || problem "the file was corrupt $corrupt times"
    [ "$lost" = 0 ] || problem "$lost acknowledged keys of ${#acknowledged[@]} are lost"
    [ "$killed" -gt $((kills / 20)) ] || problem "only $killed of $kills were killed"
    [ ${#acknowledged[@]} -gt $((kills / 20)) ] || problem "only ${#acknowledged[@]} of $kills were not killed"
    "$prefs" set -s t later 1
    check "nothing else remains" prints t.plist ls -A "$config"
    figures="$killed killed, 0 of ${#acknowledged[@]} acknowledged lost"
}
# Prints the median time of a change.
median_microseconds() {
    local before after
    for _ in {1..11}; do
        before=${EPOCHREALTIME/./}
        "$prefs" set -s t timed --string "$before"
        after=${EPOCHREALTIME/./}
        echo $((after - before))
    done | sort -n | sed -n 6p
}

row 17 "SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT at each system call" strace
row_17() {
    local setting_name signal
    # Processes that SIGQUIT ends must not write core files.
    ulimit -c 0
    for setting_name in present absent; do
        use "$setting_name"
        for signal in INT TERM HUP PIPE QUIT; do
            signal_each "$signal" after_signal
        done
    done
}
after_signal() { expect "$1" changed "ended=$((128 + $(kill -l "$signal")))"; }

row 88 "a signal, and other writers, while a schema judges a change for minutes" python3
row_88() {
    local seed writer
    export XDG_DATA_HOME=$work/data
    use present
    mkdir -p "$XDG_DATA_HOME/prefs/schemas"
    python3 - "$work" "$XDG_DATA_HOME/prefs/schemas/t.schema.json" <<'END'
import json, sys
work, schema = sys.argv[1:]
kinds = [{"properties": {"kind": {"const": number}, "text": {"minLength": number}}} for number in range(50)]
text = {"pattern": r"\p{L}{1,5000}x"}
json.dump({"properties": {"list": {"items": {"anyOf": kinds}}, "text": text}}, open(schema, "w"))
elements = [{"kind": number % 60, "text": "x" * 40} for number in range(60000)]
json.dump({"list": elements}, open(work + "/list.json", "w"))
json.dump({"text": "a" * 150000}, open(work + "/text.json", "w"))
END
    for seed in list text; do
        renew
        "$prefs" apply -s t "$work/$seed.json" >"$work/output" 2>&1 &
        writer=$!
        pause 0.5
        run "$prefs" set -s other k 1 --lock-timeout 1
        check "$seed: another suite is written meanwhile" [ "$status" = 0 ]
        rm -f "$config/other.plist"
        check "$seed: the change is still judged" kill -TERM "$writer"
        pause 1
        check "$seed: the signal ends it" not_running "$writer"
        kill -KILL "$writer" 2>/dev/null || true
        wait "$writer" 2>/dev/null || true
        check "$seed: nothing is written" compare before
    done
}
not_running() { ! grep -qs "^State:[[:space:]]*[RSD]" "/proc/$1/status"; }
