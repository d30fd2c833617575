#!/usr/bin/env bash
# One host of 'Scripts/fleet ssh', in namespaces of its own: runs an sshd until it is killed.
#
# usage: host.sh DIRECTORY, which contains disk, root, sshd_config, and the keys
#
# Its root is this machine's, copy on write: what it writes is in disk/upper, and stays when the host ends.
set -euo pipefail
directory=$1
root=$directory/root

mkdir -p "$directory"/disk/{upper,work}
mount -t overlay overlay -o "lowerdir=/,upperdir=$directory/disk/upper,workdir=$directory/disk/work" "$root"
mount -t proc proc "$root/proc"
for path in run tmp dev; do mount -t tmpfs tmpfs "$root/$path"; done
chmod 1777 "$root/tmp"
mkdir "$root"/run/sshd "$root"/dev/{pts,shm}
for device in null zero random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"

chroot "$root" getent passwd ada >/dev/null || chroot "$root" useradd --create-home ada
# Modules log their arguments to syslog.
cp "${BASH_SOURCE%/*}/syslog.py" "$root/run"
chroot "$root" /usr/bin/python3 /run/syslog.py /dev/log /var/log/syslog &
cp "$directory"/sshd_config "$directory"/host_key "$directory"/authorized_keys "$root/run/sshd"
chmod 600 "$root/run/sshd/host_key"
exec chroot "$root" /usr/sbin/sshd -D -e -f /run/sshd/sshd_config
