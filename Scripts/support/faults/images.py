#!/usr/bin/env python3
"""Takes images of a file system while prefs writes to it, and checks them like disks after a power failure.

    images.py --prefs BINARY --work DIRECTORY --file-system NAME [--seconds N] [--seed N]
    images.py --probe NAME --work DIRECTORY    if this machine cannot run it, prints the reason and fails

The file system is on a loop device. The device's file contains only what the kernel has written to it, so a copy of the
file is a disk after a power failure. prefs is stopped right after a system call that changes something, is stopped at a
random moment, or has just ended. The file is then copied, as soon as two successive reads are equal. Sometimes the
kernel first writes a part of its cached data, as it can do at any time.

Each copy is repaired if it has no journal, and mounted. Then these checks are made: every acknowledged change exists;
each suite is complete, as it was before or after the current change; the bytes of a corrupt file exist; a change
succeeds and leaves no other file. Prints "N images, N bad"; the exit code is 1 if one is bad.
"""

import argparse
import ctypes
import hashlib
import json
import os
import plistlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

MEGABYTE = 1 << 20
# The size of an image in MB, the command that creates it, the type to mount, and the command that repairs it.
FILE_SYSTEMS = {
    "ext4": (16, ["mkfs.ext4", "-q", "-F"], "ext4", None),
    "ext4-without-journal": (16, ["mkfs.ext4", "-q", "-F", "-O", "^has_journal"], "ext4", ["e2fsck", "-fy"]),
    "ext2": (16, ["mkfs.ext2", "-q", "-F"], "ext2", ["e2fsck", "-fy"]),
    "xfs": (300, ["mkfs.xfs", "-q", "-f"], "xfs", None),
    "btrfs": (128, ["mkfs.btrfs", "-q", "-f"], "btrfs", None),
}
# The file systems on which a new file shares the start of the old one, if that is longer than a megabyte.
SHARING = "xfs", "btrfs"
BLOCK = 65536
# The calls after which prefs is stopped: all that change a directory, and those that make something durable.
CALLS = "fsync,fdatasync,write,pwrite64,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,openat"

libc = ctypes.CDLL(None, use_errno=True)


def run(*command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)


def must(*command):
    done = run(*command)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()[:300]}")
    return done.stdout.strip()


class Disk:
    """A loop device with a mounted file system."""

    def __init__(self, name, work):
        self.name = name
        self.mount_point = os.path.join(work, "mounted")
        # The disk is in memory, so that other writes of the machine do not slow it down.
        self.memory = os.path.join(work, "memory")
        os.makedirs(self.memory, exist_ok=True)
        must("mount", "-t", "tmpfs", "-o", "size=1g", "none", self.memory)
        try:
            self.make(name, work)
        except OSError:
            self.remove()
            raise

    def make(self, name, work):
        size, make, self.type, self.repair = FILE_SYSTEMS[name]
        self.path = os.path.join(self.memory, "image")
        os.makedirs(self.mount_point, exist_ok=True)
        with open(self.path, "wb") as file:
            file.truncate(size * MEGABYTE)
        must(*make, self.path)
        # Holes need not be read for each copy, unlike the zeros of a log.
        must("fallocate", "--dig-holes", self.path)
        self.device = must("losetup", "--find", "--show", self.path)
        try:
            must("mount", "-t", self.type, self.device, self.mount_point)
        finally:
            # The device is detached when it is unmounted.
            run("losetup", "--detach", self.device)

    def unmount(self):
        if os.path.ismount(self.mount_point):
            must("umount", self.mount_point)

    def remove(self):
        for mount_point in self.mount_point, self.memory:
            if os.path.ismount(mount_point):
                run("umount", mount_point)

    def read(self, base=None):
        """Returns the blocks of the image that contain data, except those that are equal in an older copy."""
        found = {}
        descriptor = os.open(self.path, os.O_RDONLY)
        try:
            end, start = os.fstat(descriptor).st_size, 0
            while start < end:
                try:
                    start = os.lseek(descriptor, start, os.SEEK_DATA)
                except OSError:
                    break
                stop = os.lseek(descriptor, start, os.SEEK_HOLE)
                for offset in range(start // BLOCK * BLOCK, stop, BLOCK):
                    data = os.pread(descriptor, BLOCK, offset)
                    if base is None or base.get(offset) != data:
                        found[offset] = data
                start = stop
        finally:
            os.close(descriptor)
        return found

    def copy(self, base):
        """Returns a copy of one moment, or None if the disk kept changing."""
        last = self.read(base)
        for _ in range(20):
            again = self.read(base)
            if again == last:
                return last
            last = again
        return None

    def nudge(self, generator):
        """Makes the kernel write a part of its cached data."""
        chance = generator.random()
        if chance < 0.5:
            return
        if chance < 0.55:
            self.sync()
            return
        descriptor = os.open(self.device, os.O_RDWR)
        size = os.lseek(descriptor, 0, os.SEEK_END)
        # Most related data is near the start: bitmaps, inodes, and then the first directories.
        place = 1 << generator.randrange(12, size.bit_length())
        start, length = generator.choice(((0, place), (place, size), (place, 4096), (place, place), (0, size)))
        libc.sync_file_range(descriptor, ctypes.c_int64(start), ctypes.c_int64(length), 7)
        os.close(descriptor)

    def sync(self):
        descriptor = os.open(self.mount_point, os.O_RDONLY)
        libc.syncfs(descriptor)
        os.close(descriptor)


class Writer:
    """Makes changes, and knows the valid contents of the suites at each moment."""

    def __init__(self, prefs, disk, work, generator):
        self.prefs = prefs
        self.disk = disk
        self.work = work
        self.generator = generator
        self.config = os.path.join(disk.mount_point, "config")
        self.count = 0
        # The valid contents of each file: documents, corrupt bytes, or None if it may not exist.
        self.allowed = {}
        # The bytes of corrupt files that must be kept, by the path of the suite.
        self.kept = {}
        self.copies = {}
        os.mkdir(self.config, 0o755)
        suite = {f"key{number}": number for number in range(3)}
        if disk.name in SHARING:
            suite["a"] = "x" * (MEGABYTE + MEGABYTE // 4)
        seed = os.path.join(work, "first.json")
        with open(seed, "w") as file:
            json.dump(suite, file)
        self.prefs_at_once("apply", "-s", "t", seed)
        self.allowed["config/t.plist"] = [suite]
        disk.sync()
        self.base = disk.copy({})
        # Copies have most blocks in common, so each block is stored once.
        self.blocks = {}
        self.trace = os.path.join(work, "trace")

    def environment(self, config=None):
        home = os.path.join(self.work, "home")
        os.makedirs(home, exist_ok=True)
        return {"HOME": home, "XDG_CONFIG_HOME": config or self.config, "LC_ALL": "C", "PATH": os.environ["PATH"]}

    def prefs_at_once(self, *arguments):
        done = run(self.prefs, *arguments, env=self.environment())
        if done.returncode:
            raise OSError(f"prefs {' '.join(arguments)}: exit {done.returncode}: {done.stderr[:300]}")

    def change(self):
        """Makes a change of a random kind, and takes copies at several moments."""
        self.count += 1
        number = self.count
        kind = self.generator.choice(("set", "set", "set", "apply", "reset", "corrupt", "all", "convert", "new"))
        path, config = "config/t.plist", self.config
        before = self.allowed[path][-1]
        if kind == "set":
            arguments = ["set", "-s", "t", f"set{number}", "--int", str(number)]
            after = {**before, f"set{number}": number}
        elif kind == "apply":
            values = {f"apply{number}": "x" * self.generator.choice((1, 100, 9000)), "shared": number}
            with open(os.path.join(self.work, "seed.json"), "w") as file:
                json.dump(values, file)
            arguments = ["apply", "-s", "t", os.path.join(self.work, "seed.json")]
            after = {**before, **values}
        elif kind == "reset":
            keys = sorted(key for key in before if key != "a")
            if len(keys) < 2:
                return
            key = self.generator.choice(keys)
            arguments = ["reset", "-s", "t", key]
            after = {other: value for other, value in before.items() if other != key}
        elif kind == "convert":
            path = "config/v.plist"
            after = {"converted": number}
            with open(os.path.join(self.work, "seed.json"), "w") as file:
                json.dump(after, file)
            target = os.path.join(self.config, "v.plist")
            arguments = ["convert", os.path.join(self.work, "seed.json"), "--format", "xml", "-o", target]
            before = self.allowed.get(path, [None])[-1]
        elif kind == "all":
            path = "config/u.plist"
            if path not in self.allowed:
                self.allowed[path] = [{"first": 1}]
                self.prefs_at_once("set", "-s", "u", "first", "--int", "1")
            before = self.allowed[path][-1]
            after = {} if before else {"again": number}
            arguments = ["set", "-s", "u", "again", "--int", str(number)] if after else ["reset", "-s", "u", "--all"]
        elif kind == "new":
            path = f"new{number}/deep/t.plist"
            config = os.path.join(self.disk.mount_point, f"new{number}/deep")
            before, after = None, {"first": number}
            arguments = ["set", "-s", "t", "first", "--int", str(number)]
        else:
            path = "config/c.plist"
            before, after = self.corrupt(number), {"mended": number}
            arguments = ["set", "-s", "c", "mended", "--int", str(number), "--replace-corrupt"]
            self.kept.setdefault(path, []).append(before)
        self.allowed[path] = [before, after]
        self.run(arguments, config)
        self.allowed[path] = [after]
        self.take(f"{arguments[0]} {number}, acknowledged", always=True)
        if FILE_SYSTEMS[self.disk.name][3]:
            # Without a journal, the entry of a removed file can outlive its inode number, which is then used again. The
            # file system loses files in this way, whatever a program does. Each change begins without such entries.
            self.disk.sync()

    def corrupt(self, number):
        """Creates a durable, corrupt file of another program, an hour old, so that it does not look incomplete."""
        data = f"<?xml version='1.0'?><plist><dict><key>{number}".encode()
        temporary, path = os.path.join(self.config, "c.new"), os.path.join(self.config, "c.plist")
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.utime(file.fileno(), (time.time() - 3600,) * 2)
            os.fsync(file.fileno())
        os.rename(temporary, path)
        directory = os.open(self.config, os.O_RDONLY)
        os.fsync(directory)
        os.close(directory)
        # Without a journal, only this ensures that nothing of the old file remains.
        self.disk.sync()
        return data

    def run(self, arguments, config):
        if self.generator.random() < 0.25:
            self.run_until_some_moment(arguments, config)
            return
        if os.path.exists(self.trace):
            os.unlink(self.trace)
        process = subprocess.Popen(
            ["strace", "-qq", "-f", "-o", self.trace, "-e", f"trace={CALLS}", "-e", f"inject={CALLS}:signal=STOP"]
            + [self.prefs, *arguments],
            env=self.environment(config),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        seen, until = 0, time.monotonic() + 30
        while process.poll() is None and time.monotonic() < until:
            lines = read_text(self.trace).splitlines()
            stops = [index for index, line in enumerate(lines) if "stopped by SIGSTOP" in line]
            if len(stops) > seen:
                seen = len(stops)
                stopped = int(lines[stops[-1]].split()[0])
                names = re.findall(r"^\d+ +(\w+)\(.*", "\n".join(lines[: stops[-1]]), re.MULTILINE)
                # The program opens other files before those of this disk.
                if self.disk.mount_point in "\n".join(lines):
                    self.take(f"{arguments[0]} {self.count}, after {names[-1]} ({names.count(names[-1])})")
                os.kill(stopped, signal.SIGCONT)
            else:
                time.sleep(0.0005)
        self.end(process, arguments)

    def run_until_some_moment(self, arguments, config):
        process = subprocess.Popen(
            [self.prefs, *arguments],
            env=self.environment(config),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        time.sleep(self.generator.random() * 0.008)
        os.kill(process.pid, signal.SIGSTOP)
        until = time.monotonic() + 5
        while time.monotonic() < until:
            fields = read_text(f"/proc/{process.pid}/stat").rpartition(")")[2].split()
            if fields and fields[0] in "TZ":
                break
            time.sleep(0.0005)
        self.take(f"{arguments[0]} {self.count}, at some moment", always=True)
        os.kill(process.pid, signal.SIGCONT)
        self.end(process, arguments)

    def end(self, process, arguments):
        try:
            _, message = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise OSError(f"prefs {' '.join(arguments)} does not end")
        if process.returncode:
            raise OSError(f"prefs {' '.join(arguments)}: exit {process.returncode}: {message.decode()[:300]}")

    def take(self, moment, always=False):
        """Takes a copy, and records its valid contents, unless it equals another copy."""
        matters = any(name in moment for name in ("fsync", "rename", "link"))
        if not always and self.generator.random() < (0.2 if matters else 0.7):
            return
        self.disk.nudge(self.generator)
        copy = self.disk.copy(self.base)
        if copy is None:
            return
        copy = {offset: self.blocks.setdefault(data, data) for offset, data in copy.items()}
        allowed = {path: list(documents) for path, documents in self.allowed.items()}
        kept = {path: list(values) for path, values in self.kept.items()}
        digest = hashlib.sha256()
        for offset in sorted(copy):
            digest.update(b"%d " % offset + hashlib.sha256(copy[offset]).digest())
        digest.update(repr((allowed, kept)).encode())
        self.copies.setdefault(digest.digest(), (moment, copy, allowed, kept))


class Checker:
    def __init__(self, writer, name):
        self.writer = writer
        self.repair = FILE_SYSTEMS[name][3]
        self.type = FILE_SYSTEMS[name][2]
        self.path = os.path.join(writer.disk.memory, "copy")
        self.mount_point = os.path.join(writer.work, "checked")
        self.size = FILE_SYSTEMS[name][0] * MEGABYTE
        os.makedirs(self.mount_point, exist_ok=True)

    def problem(self, copy, allowed, kept):
        """Returns the problem of a copy, or None."""
        with open(self.path, "wb") as file:
            file.truncate(self.size)
            for offset, data in {**self.writer.base, **copy}.items():
                file.seek(offset)
                file.write(data)
        if self.repair:
            done = run(*self.repair, self.path)
            if done.returncode > 2:
                return f"it cannot be repaired: {done.stdout[-300:]}"
        if self.type == "btrfs":
            # All copies have the identity of the disk: the kernel would mount a later one that it still knows.
            must("btrfs", "device", "scan", "--forget")
        try:
            must("mount", "-o", "loop", "-t", self.type, self.path, self.mount_point)
        except OSError as error:
            return f"it cannot be mounted: {error}"
        try:
            return self.problem_of_files(allowed, kept)
        finally:
            must("umount", self.mount_point)

    def problem_of_files(self, allowed, kept):
        for path, documents in allowed.items():
            directory, name = os.path.split(os.path.join(self.mount_point, path))
            data = read_bytes(os.path.join(directory, name))
            held = document(data)
            if not any(held == other and type(held) is type(other) for other in documents):
                what = "absent" if data is None else "empty" if not data else f"{data[:80]!r}, {len(data)} bytes"
                if isinstance(held, dict):
                    lost = [key for key in documents[-1] or {} if key not in held]
                    what = f"without {', '.join(lost[:5])}" if lost else "another document"
                return f"{path} is {what}"
            copies = [data] + [
                read_bytes(os.path.join(directory, other))
                for other in (os.listdir(directory) if os.path.isdir(directory) else [])
                if other.startswith(name + ".corrupt-")
            ]
            for value in kept.get(path, []):
                if value not in copies:
                    return f"{path}: its corrupt bytes are lost: {value[-20:]!r}"
        for directory in sorted({os.path.dirname(path) for path in allowed}):
            names = [os.path.basename(path)[:-6] for path in allowed if os.path.dirname(path) == directory]
            problem = self.problem_of_next(os.path.join(self.mount_point, directory), names)
            if problem:
                return problem
        return None

    def problem_of_next(self, config, suites):
        """Makes a change of each suite, as after the restart."""
        if not os.path.isdir(config):
            return None
        for suite in suites:
            path = os.path.join(config, suite + ".plist")
            before = document(read_bytes(path))
            extra = ["--replace-corrupt"] if isinstance(before, bytes) else []
            arguments = ["set", "-s", suite, "later", "--int", "1", *extra]
            done = run(self.writer.prefs, *arguments, env=self.writer.environment(config), timeout=30)
            if done.returncode:
                return f"the next change of {suite} exits with {done.returncode}: {done.stderr[:300]}"
            after = {**before, "later": 1} if isinstance(before, dict) else {"later": 1}
            if document(read_bytes(path)) != after:
                return f"the next change of {suite} does not keep everything"
        left = [name for name in os.listdir(config) if not re.fullmatch(r"[a-z]\.plist(\.corrupt-.*)?", name)]
        left = [name for name in left if name != "c.new"]
        return f"the next change leaves {', '.join(left)}" if left else None


def read_bytes(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def read_text(path):
    return (read_bytes(path) or b"").decode(errors="replace")


def document(data):
    """Returns the value in the bytes of a property list, or the bytes if they are not a property list."""
    try:
        return plistlib.loads(data) if data else data
    except Exception:
        return data


def probe(name, work):
    size, make, _, repair = FILE_SYSTEMS[name]
    for program in ["fallocate", "losetup", "mount", make[0]] + (repair or [])[:1]:
        if not shutil.which(program):
            return f"'{program}' is not in PATH"
    if os.geteuid() != 0:
        return "needs root, to mount"
    disk = None
    try:
        disk = Disk(name, work)
    except OSError as error:
        return f"no image of {name} can be mounted here: {error}"
    finally:
        if disk:
            disk.remove()
    return None


def main():
    parser = argparse.ArgumentParser(description="Checks images of a file system that prefs writes to.")
    parser.add_argument("--probe", choices=FILE_SYSTEMS)
    parser.add_argument("--prefs")
    parser.add_argument("--work", required=True)
    parser.add_argument("--file-system", choices=FILE_SYSTEMS)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--show", type=int, default=5)
    options = parser.parse_args()
    # Makes sure that the file systems are unmounted.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    os.makedirs(options.work, exist_ok=True)
    work = os.path.realpath(options.work)
    if options.probe:
        why = probe(options.probe, work)
        shutil.rmtree(work, ignore_errors=True)
        if why:
            print(" ".join(why.split()))
        sys.exit(1 if why else 0)

    generator = random.Random(options.seed)
    started = time.monotonic()
    checked, problems = 0, []
    disk = Disk(options.file_system, work)
    try:
        writer = Writer(os.path.realpath(options.prefs), disk, work, generator)
        while time.monotonic() < started + options.seconds / 3:
            writer.change()
        # Some file systems refuse to mount two disks with the same identity.
        disk.unmount()
        checker = Checker(writer, options.file_system)
        copies = list(writer.copies.values())
        generator.shuffle(copies)
        for moment, copy, allowed, kept in copies:
            if time.monotonic() > started + options.seconds:
                break
            checked += 1
            problem = checker.problem(copy, allowed, kept)
            if problem:
                problems.append(f"{options.file_system}, {moment}: {problem}")
    finally:
        disk.remove()
    # Losses come first.
    problems.sort(key=lambda problem: "the next change" in problem)
    for problem in problems[: options.show]:
        print(problem, file=sys.stderr)
    kinds = {}
    for problem in problems:
        kind = re.sub(r"\d+", "N", re.sub(r"/\S+|\.\w\.plist\.\S+", "_", problem.partition(": ")[2]))[:70]
        kinds[kind] = kinds.get(kind, 0) + 1
    for kind, count in sorted(kinds.items(), key=lambda item: -item[1]):
        print(f"{count} x {kind}", file=sys.stderr)
    print(f"{checked} images, {len(problems)} bad (of {len(copies)} taken in {writer.count} changes)")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.exit(f"images: {error}")
