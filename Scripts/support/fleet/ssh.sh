# shellcheck shell=bash disable=SC2154,SC2034
# Hosts that are network namespaces: see host.sh. The controller is another one.
hosts=${hosts:-5}
for pair in ip:iproute2 sshd:openssh-server sudo:sudo; do
    command -v "${pair%:*}" >/dev/null || fail "'${pair%:*}' is not in PATH: apt-get install ${pair#*:}"
done

mount -t tmpfs tmpfs /run
launch=(ip netns exec controller)
ip netns add controller
ip -n controller link set lo up
ip -n controller link add bridge type bridge
ip -n controller link set bridge up
ip -n controller address add 198.51.100.254/24 dev bridge

ssh-keygen -q -t ed25519 -N '' -f "$work/key"
ssh-keygen -q -t ed25519 -N '' -f "$work/host_key"
echo "* $(cat "$work/host_key.pub")" >"$work/known_hosts"
cat >"$work/sshd_config" <<'EOF'
HostKey /run/sshd/host_key
AuthorizedKeysFile /run/sshd/authorized_keys
PidFile none
StrictModes no
SetEnv PATH=/opt/recorder:/usr/local/bin:/usr/bin:/bin
EOF

# A new host, or one that has ended and starts again with its disk.
declare -A processes
start_host() {
    : >"/run/hosts/$1/log"
    ip netns exec "$1" unshare --mount --uts --ipc --pid --fork --kill-child \
        bash "$directory/host.sh" "/run/hosts/$1" >>"/run/hosts/$1/log" 2>&1 &
    processes[$1]=$!
    # The shell does not report its end.
    disown
    # The host has started when its sshd says so.
    grep -q 'Server listening' <(tail --pid="$!" -n +1 -f "/run/hosts/$1/log") || {
        cat "/run/hosts/$1/log" >&2
        fail "the host $1 does not start"
    }
}

names=()
for ((index = 1; index <= hosts; index++)); do
    name=host$index
    names+=("$name")
    mkdir -p "/run/hosts/$name"/{disk,root}
    mount -t tmpfs -o size=192m tmpfs "/run/hosts/$name/disk"
    cp "$work/sshd_config" "$work/host_key" "/run/hosts/$name"
    cp "$work/key.pub" "/run/hosts/$name/authorized_keys"
    ip netns add "$name"
    ip -n controller link add "$name" type veth peer name eth0 netns "$name"
    ip -n controller link set "$name" master bridge up
    ip -n "$name" link set lo up
    ip -n "$name" link set eth0 up
    ip -n "$name" address add "198.51.100.$index/24" dev eth0
    start_host "$name"
done
{
    echo '[workstations]'
    for ((index = 1; index <= hosts; index++)); do echo "host$index ansible_host=198.51.100.$index"; done
    printf '%s\n' '[all:vars]' ansible_user=root ansible_python_interpreter=/usr/bin/python3 \
        "ansible_ssh_private_key_file=$work/key" "license_token=$secret"
} >"$work/inventory"
export ANSIBLE_SSH_ARGS="-F none -o UserKnownHostsFile=$work/known_hosts -o ControlMaster=auto -o ControlPersist=60"

# The files of a host, and those of them that it has written.
files() { echo "/proc/${processes[$1]}/root/run/hosts/$1/root"; }
written() { echo "/run/hosts/$1/disk/upper"; }
suite=root/.config/editor.plist

play 'no prefs' --start-at-task 'Configure the editor' "$work/fleet.yml"
recap 'no prefs' "$hosts changed=0 unreachable=0 failed=1"
shows 'no prefs' "cannot run 'prefs': no such executable on this host"

play 'check and diff' --check --diff "$work/fleet.yml"
recap 'check and diff' "$hosts changed=1 unreachable=0 failed=1"
[ ! -e "$(written host1)/usr/local/bin/prefs" ] || fail "the check mode has copied the binary"

play 'first run' "$work/fleet.yml"
recap 'first run' "$hosts changed=2 unreachable=0 failed=0"
sed -n '/^PLAY RECAP/,$p' "$work/first run.log"
for name in "${names[@]}"; do
    cmp "$prefs" "$(written "$name")/usr/local/bin/prefs"
    grep -q fontSize "$(written "$name")/$suite"
done

play 'second run' "$work/fleet.yml"
recap 'second run' "$hosts changed=0 unreachable=0 failed=0"
sed -n '/^PLAY RECAP/,$p' "$work/second run.log"

# Another version on one host, and a binary for another machine.
echo >>"$(files host1)/usr/local/bin/prefs"
play 'another version' "$directory/install.yml"
recap 'another version' "$((hosts - 1)) changed=0 unreachable=0 failed=0" "1 changed=1 unreachable=0 failed=0"
cp "$prefs" "$work/foreign"
# The machine of an ELF file is at 18: 0xf3 is RISC-V.
printf '\xf3\x00' | dd of="$work/foreign" bs=1 seek=18 conv=notrunc status=none
play 'another machine' --extra-vars "src=$work/foreign" "$directory/install.yml"
recap 'another machine' "$hosts changed=0 unreachable=0 failed=1"
shows 'another machine' "'$work/foreign' is for riscv64, and the host is $(uname -m)"

play 'other users' "$directory/become.yml"
recap 'other users' "$hosts changed=6 unreachable=0 failed=0"

# A prefs that first records the command lines and environments of all processes of the host.
for name in "${names[@]}"; do
    mkdir "$(files "$name")/opt/recorder"
    cat >"$(files "$name")/opt/recorder/prefs" <<'SH'
#!/bin/sh
cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ | tr '\0' '\n' >>/var/log/processes
exec /usr/local/bin/prefs "$@"
SH
    chmod +x "$(files "$name")/opt/recorder/prefs"
    rm "$(files "$name")/$suite"
done
export ANSIBLE_LOG_PATH=$work/ansible.log
play 'recorded' "$work/fleet.yml"
recap 'recorded' "$hosts changed=1 unreachable=0 failed=0"
for name in "${names[@]}"; do
    grep -qx apply "$(written "$name")/var/log/processes" || fail "no command line of prefs is recorded"
    grep -qF 'secrets=NOT_LOGGING_PARAMETER' "$(written "$name")/var/log/syslog" || fail "the module has logged nothing"
done
found=$(cd /run/hosts && grep -rlF -- "$secret" */disk/upper | sort)
[ "$found" = "$(printf "%s/disk/upper/$suite\n" "${names[@]}" | sort)" ] || fail "these files have a secret: $found"
if grep -qF -- "$secret" "$ANSIBLE_LOG_PATH"; then fail "the log of Ansible has a secret"; fi
unset ANSIBLE_LOG_PATH

# A host ends between two tasks. The others go on, and a second run does the rest.
play 'a host ends' --extra-vars "victim=host1 pid=${processes[host1]}" "$directory/steps.yml"
recap 'a host ends' "1 changed=2 unreachable=1 failed=0" "$((hosts - 1)) changed=3 unreachable=0 failed=0"
tail --pid="${processes[host1]}" -f /dev/null
[ "$(prefs list --file "$(written host1)/root/.config/steps.plist")" = $'one\t1' ] || fail "the first step is lost"
start_host host1
play 'after its start' "$directory/steps.yml"
recap 'after its start' "$((hosts - 1)) changed=0 unreachable=0 failed=0" "1 changed=2 unreachable=0 failed=0"

# The disk of a host is full.
play '20 values' "$directory/values.yml"
recap '20 values' "$hosts changed=1 unreachable=0 failed=0"
twenty=$(written host1)/root/.config/twenty.plist
cp "$twenty" "$work/before"
dd if=/dev/zero of="$(files host1)/fill" bs=1M status=none 2>/dev/null || true
play 'a full disk' --extra-vars word=other "$directory/values.yml"
recap 'a full disk' "1 changed=0 unreachable=0 failed=1" "$((hosts - 1)) changed=1 unreachable=0 failed=0"
shows 'a full disk' 'no space left on device'
shows 'a full disk' '"exit": "write failed"'
cmp "$twenty" "$work/before"
rm "$(files host1)/fill"
play 'with space again' --extra-vars word=other "$directory/values.yml"
recap 'with space again' "$((hosts - 1)) changed=0 unreachable=0 failed=0" "1 changed=1 unreachable=0 failed=0"
