# shellcheck shell=bash disable=SC2154
# Hosts that are home directories on this machine. The Python of a host is a script that sets its HOME.
hosts=${hosts:-50}
homes=$work/homes
# Ansible takes the home of these tasks from the account.
export ANSIBLE_REMOTE_TEMP=$work/remote

# The first host is for the options of the modules, the others for the playbooks.
names=()
for ((index = 1; index <= hosts; index++)); do names+=("$(printf 'host%03d' "$index")"); done
{
    for name in host000 "${names[@]}"; do
        mkdir -p "$homes/$name"
        printf '#!/bin/sh\nHOME=%s exec %s "$@"\n' "$homes/$name" "$(command -v python3)" >"$work/$name.python"
        chmod +x "$work/$name.python"
        echo "$name ansible_python_interpreter=$work/$name.python"
    done
    printf '%s\n' '[workstations]' "${names[@]}" '[all:vars]' ansible_connection=local "license_token=$secret"
} >"$work/inventory"

contents() { find "$homes" -name editor.plist -exec sha256sum {} + | sort; }
# The first task of the playbook is for hosts that have no binary.
configure() { play "$1" "${@:2}" --start-at-task 'Configure the editor' "$work/fleet.yml"; }

options() {
    play 'each option' --limit host000 --extra-vars "work=$work prefs=$prefs" "$directory/cases.yml"
    shows 'each option' 'All cases are right'
    shows 'each option' "takes back what the item before has set for 'roles/loop'"
    if grep -qF "before has set for 'roles/suites'" "$work/each option.log"; then
        wrong 'each option' "a loop over suites warns"
    fi
    echo "each option, $seconds s"
}
options &
cases=$!

configure 'check and diff' --check --diff
recap 'check and diff' "$hosts changed=1 unreachable=0 failed=0"
shows 'check and diff' '+"fontSize": 14'
shows 'check and diff' '+"license.token": "(secret)"'
[ -z "$(contents)" ] || fail "the check mode has written a file"

configure 'first run'
recap 'first run' "$hosts changed=1 unreachable=0 failed=0"
[ "$(contents | wc -l)" = "$hosts" ] || fail "not every host has its own file"
first=$(contents)

configure 'second run'
recap 'second run' "$hosts changed=0 unreachable=0 failed=0"
[ "$(contents)" = "$first" ] || fail "the second run has changed a file"

# One bad host: it fails with the words of prefs, and the others are configured.
suite=$homes/host001/.config/editor.plist
find "$homes" -name editor.plist -delete
echo 'not a property list {' >"$suite"
configure 'a corrupt suite'
recap 'a corrupt suite' "1 changed=0 unreachable=0 failed=1" "$((hosts - 1)) changed=1 unreachable=0 failed=0"
shows 'a corrupt suite' "$suite:1:"
shows 'a corrupt suite' 'not a property list (tried XML, binary, JSON, OpenStep)'
[ "$(cat "$suite")" = 'not a property list {' ] || fail "the corrupt suite has changed"

rm "$suite"
# An old version, which does not know all options, and none at all.
mkdir "$work/old"
cat >"$work/old/prefs" <<'SH'
#!/bin/sh
[ "$*" = --version ] && echo "prefs 0.1" && exit
echo "prefs: unknown option '--secrets'" >&2
exit 2
SH
chmod +x "$work/old/prefs"
sed -i "s|^HOME|PATH=$work/old:\$PATH HOME|" "$work/host001.python"
sed -i "s|^HOME|PATH=/usr/bin:/bin HOME|" "$work/host002.python"
configure 'an old prefs and none'
recap 'an old prefs and none' "$((hosts - 2)) changed=0 unreachable=0 failed=0" "2 changed=0 unreachable=0 failed=1"
shows 'an old prefs and none' \
    "prefs 0.1 at '$work/old/prefs' is too old for this collection: unknown option '--secrets'"
shows 'an old prefs and none' "cannot run 'prefs': no such executable on this host"
shows 'an old prefs and none' 'hint: the action prefs.prefs.install copies a current prefs to the host'

sed -i "s|^PATH=[^ ]* ||" "$work"/host00[12].python
configure 'after the repair'
recap 'after the repair' "$((hosts - 1)) changed=0 unreachable=0 failed=0" "1 changed=1 unreachable=0 failed=0"
[ "$(contents)" = "$first" ] || fail "the repaired host differs"

wait "$cases"
found=$(grep -rlF --exclude editor.plist -- "$secret" "$homes") || true
[ -z "$found" ] || fail "these files have a secret: $found"

# The price of Ansible: the same 20 values on all hosts, by processes of prefs alone.
play '20 values' "$directory/values.yml"
recap '20 values' "$hosts changed=1 unreachable=0 failed=0"
started=$EPOCHREALTIME
for name in "${names[@]}"; do
    for ((index = 1; index <= 20; index++)); do HOME=$homes/$name prefs set -s plain "key$index" "value $index"; done
done
awk -v from="$started" -v to="$EPOCHREALTIME" -v hosts="$hosts" \
    'BEGIN { printf "%d x 20 prefs set, one after the other, %.1f s\n", hosts, to - from }'
