#!/usr/bin/env python3
"""Checks every state in which a power failure can leave a command of prefs, with no more than POSIX guarantees.

    crash-states.py --prefs BINARY --work DIRECTORY SCENARIO...

Runs each scenario once under strace, and replays its system calls on a model of a file system without a journal:

- fsync of a file makes its bytes, mode, owner, times and attributes durable; nothing else does;
- fsync of a directory makes its entries durable; nothing else does;
- each entry that has changed since then has any of its values since then, independently of the others. Calls thus
  reach the disk in any order, and a rename or an exchange can be torn: only one of its two names is changed;
- the bytes of a file since then are absent, truncated, zeros or complete; if it was never durable, it may not exist;
- a file whose last name was removed may be missing on the disk, although an older entry for it still exists.

Creates each state at each moment in a directory of its own, unless it was seen before, and runs the binary in it. The
scenarios define the expected results. Prints "N states, N bad"; the exit code is 1 if a state is bad.
"""

import argparse
import concurrent.futures
import dataclasses
import itertools
import json
import os
import plistlib
import random
import re
import shutil
import subprocess
import sys
import threading
import time

MOST_STATES_OF_A_MOMENT = 2000


class Unmodelled(Exception):
    """A system call that the model does not know, so that the trace proves nothing."""


# The model


class Time:
    """A modification time: one object for each change. Its value is exact after the traced process has read it."""

    def __init__(self, nanoseconds):
        self.nanoseconds = nanoseconds


@dataclasses.dataclass
class Metadata:
    mode: int
    user: int
    group: int
    modified: Time
    attributes: dict

    def copy(self):
        return dataclasses.replace(self, attributes=dict(self.attributes))


class Inode:
    def __init__(self, identity, kind, metadata, target=None):
        self.identity = identity
        self.kind = kind
        self.number = None
        self.metadata = metadata
        self.durable_metadata = None
        self.target = target
        self.links = 0
        # A directory's entries, and the values of those that have changed since it was synced, oldest first.
        self.entries = {}
        self.history = {}
        # A file's bytes, and all its versions since it was synced; `durable` is None if it was never synced.
        self.data = b""
        self.durable = None
        self.versions = []
        self.is_durable = False

    def sync(self):
        self.durable_metadata = self.metadata.copy()
        self.is_durable = True
        self.durable = self.data
        self.versions = []
        self.history = {}

    def put(self, name, inode):
        old = self.entries.get(name)
        self.history.setdefault(name, [old]).append(inode)
        if old is not None:
            old.links -= 1
        if inode is None:
            self.entries.pop(name, None)
        else:
            inode.links += 1
            self.entries[name] = inode

    def write(self, data, now):
        self.data = data
        self.versions.append(data)
        self.metadata.modified = Time(now)

    def contents(self):
        """Returns all possible contents of the file after a crash; None among them if it may not exist."""
        found = []
        if self.versions:
            last = self.durable
            found += [None, b""] if last is None else [last]
            kept = self.versions if len(self.versions) <= 4 else self.versions[:2] + self.versions[-2:]
            for version in kept:
                found += [version, version[: len(version) // 2], bytes(len(version))]
        else:
            found.append(self.data)
            if self.durable is None:
                found.append(None)
        if self.links == 0:
            found.append(None)
        return list(dict.fromkeys(found))


class Description:
    """An open file, which several descriptors can share."""

    def __init__(self, inode, appends=False):
        self.inode = inode
        self.offset = 0
        self.appends = appends


class Model:
    """The file system below a directory, as the traced process changes it."""

    def __init__(self, root):
        self.root_path = root
        self.inodes = []
        self.descriptors = {}
        # The paths of open directories above the root, since a path may be resolved from one to the next.
        self.above = {}
        self.root = self.load(root)
        self.working_directory = self.root
        self.now = time.time_ns()

    def load(self, path):
        status = os.lstat(path)
        known = [inode for inode in self.inodes if inode.number == status.st_ino]
        if known:
            return known[0]
        metadata = Metadata(status.st_mode & 0o7777, status.st_uid, status.st_gid, Time(status.st_mtime_ns), {})
        if os.path.islink(path):
            inode = self.make("link", metadata, os.readlink(path))
        else:
            for name in os.listxattr(path):
                metadata.attributes[name] = os.getxattr(path, name)
            inode = self.make("directory" if os.path.isdir(path) else "file", metadata)
        inode.number = status.st_ino
        if inode.kind == "directory":
            for name in sorted(os.listdir(path)):
                inode.put(name, self.load(os.path.join(path, name)))
        elif inode.kind == "file":
            with open(path, "rb") as file:
                inode.data = file.read()
        inode.sync()
        return inode

    def make(self, kind, metadata, target=None):
        inode = Inode(len(self.inodes), kind, metadata, target)
        self.inodes.append(inode)
        return inode

    def create(self, kind, mode, target=None):
        # The umask of a scenario is 022; later changes by fchmod are in the trace.
        return self.make(kind, Metadata(mode & ~0o022, os.geteuid(), os.getegid(), Time(self.now), {}), target)

    # Names

    def find(self, directory, path, follows=True, depth=0):
        """Returns the directory, the name in it and the inode of a path; None if the path is not below the root."""
        if depth > 40:
            return None
        if path.startswith("/proc/self/fd/"):
            description = self.descriptors.get(int(path.rpartition("/")[2]))
            return (None, None, description.inode) if description else None
        if path.startswith("/"):
            inside = os.path.normpath(path)
            if inside != self.root_path and not inside.startswith(self.root_path + "/"):
                return None
            directory = self.root
            path = path[len(self.root_path) :].lstrip("/") or "."
        if directory is None:
            return None
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if not parts:
            return (None, None, directory)
        for index, part in enumerate(parts):
            is_last = index == len(parts) - 1
            if part == "..":
                above = os.path.dirname(self.path_of(directory))
                return self.find(None, os.path.join(above, *parts[index + 1 :]), follows, depth + 1)
            inode = directory.entries.get(part)
            if inode is not None and inode.kind == "link" and (follows or not is_last):
                rest = "/".join([inode.target] + parts[index + 1 :])
                return self.find(directory, rest, follows, depth + 1)
            if is_last:
                return (directory, part, inode)
            if inode is None or inode.kind != "directory":
                return (None, None, None)
            directory = inode
        return None

    def path_of(self, directory):
        """Returns the path of a directory below the root, or of the root."""
        if directory is self.root:
            return self.root_path
        for parent in self.inodes:
            for name, inode in parent.entries.items():
                if inode is directory:
                    return os.path.join(self.path_of(parent), name)
        raise Unmodelled("a directory that was removed")

    def absolute(self, descriptor, path):
        """Returns the path of a file above the root."""
        if descriptor == "AT_FDCWD" or path.startswith("/"):
            return path
        if int(descriptor) in self.above:
            return os.path.join(self.above[int(descriptor)], path)
        description = self.descriptors.get(int(descriptor))
        return os.path.normpath(os.path.join(self.path_of(description.inode), path)) if description else path

    def at(self, descriptor, path, follows=True):
        if descriptor == "AT_FDCWD":
            directory = self.working_directory
        elif int(descriptor) in self.above:
            directory, path = None, os.path.join(self.above[int(descriptor)], path)
        else:
            description = self.descriptors.get(int(descriptor))
            directory = description.inode if description else None
            if path == "":
                return (None, None, directory) if directory else None
        return self.find(directory, path, follows)

    # System calls: each method has a call's arguments as strace prints them, and the call's result.

    def replay(self, name, arguments, result, text):
        """Replays a successful call."""
        handler = getattr(self, "call_" + name, None)
        if handler is None:
            if name in IGNORED_CALLS:
                return
            raise Unmodelled(f"{name}: {text[:200]}")
        handler(arguments, result)

    def open(self, descriptor, path, flags, mode, result):
        flags = flags.split("|")
        found = self.at(descriptor, path, follows="O_NOFOLLOW" not in flags)
        path = self.absolute(descriptor, path) if found is None else path
        self.descriptors.pop(result, None)
        self.above.pop(result, None)
        if found is None:
            if path.startswith("/"):
                self.above[result] = path
            return
        directory, name, inode = found
        if "O_TMPFILE" in flags:
            inode = self.create("file", mode)
            inode.versions.append(b"")
        elif inode is None:
            if "O_CREAT" not in flags:
                raise Unmodelled(f"a file that the model does not contain is opened: {path}")
            inode = self.create("file", mode)
            inode.versions.append(b"")
            directory.put(name, inode)
        if "O_TRUNC" in flags and inode.data:
            inode.write(b"", self.now)
        self.descriptors[result] = Description(inode, "O_APPEND" in flags)

    def call_open(self, arguments, result):
        self.open("AT_FDCWD", text(arguments[0]), arguments[1], number(arguments[2:3] or ["0"]), result)

    def call_openat(self, arguments, result):
        self.open(arguments[0], text(arguments[1]), arguments[2], number(arguments[3:4] or ["0"]), result)

    def call_openat2(self, arguments, result):
        flags = re.search(r"flags=([A-Z_|0-9]+)", arguments[2]).group(1)
        mode = re.search(r"mode=(0[0-7]*)", arguments[2])
        self.open(arguments[0], text(arguments[1]), flags, number([mode.group(1) if mode else "0"]), result)

    def call_creat(self, arguments, result):
        self.open("AT_FDCWD", text(arguments[0]), "O_CREAT|O_TRUNC|O_WRONLY", number(arguments[1:]), result)

    def call_close(self, arguments, result):
        for descriptors in self.descriptors, self.above:
            descriptors.pop(int(arguments[0]), None)

    def duplicate(self, arguments, result):
        for descriptors in self.descriptors, self.above:
            descriptors.pop(result, None)
            if int(arguments[0]) in descriptors:
                descriptors[result] = descriptors[int(arguments[0])]

    call_dup = call_dup2 = call_dup3 = duplicate

    def call_fcntl(self, arguments, result):
        if arguments[1].startswith("F_DUPFD"):
            self.duplicate(arguments, result)

    def call_lseek(self, arguments, result):
        if int(arguments[0]) in self.descriptors:
            self.descriptors[int(arguments[0])].offset = result

    def call_read(self, arguments, result):
        if int(arguments[0]) in self.descriptors:
            self.descriptors[int(arguments[0])].offset += result

    call_readv = call_read

    def put_bytes(self, descriptor, data, offset=None):
        description = self.descriptors.get(descriptor)
        if description is None:
            return
        inode = description.inode
        start = len(inode.data) if description.appends else description.offset if offset is None else offset
        if data:
            old = inode.data.ljust(start, b"\0")
            inode.write(old[:start] + data + old[start + len(data) :], self.now)
        if offset is None:
            description.offset = start + len(data)

    def call_write(self, arguments, result):
        if int(arguments[0]) in self.descriptors:
            self.put_bytes(int(arguments[0]), octets(arguments[1])[:result])

    def call_pwrite64(self, arguments, result):
        if int(arguments[0]) in self.descriptors:
            self.put_bytes(int(arguments[0]), octets(arguments[1])[:result], int(arguments[3]))

    def call_writev(self, arguments, result):
        if int(arguments[0]) in self.descriptors:
            data = b"".join(octets(part) for part in re.findall(r'iov_base=("[^"]*"(?:\.\.\.)?)', arguments[1]))
            self.put_bytes(int(arguments[0]), data[:result])

    def call_pwritev(self, arguments, result):
        if int(arguments[0]) in self.descriptors:
            raise Unmodelled("pwritev")

    call_pwritev2 = call_vmsplice = call_splice = call_io_uring_setup = call_pwritev

    def call_copy_file_range(self, arguments, result):
        source, target = (self.descriptors.get(int(arguments[index])) for index in (0, 2))
        if target is None:
            return
        if source is None or arguments[1] != "NULL" or arguments[3] != "NULL":
            raise Unmodelled("copy_file_range from elsewhere")
        self.put_bytes(int(arguments[2]), source.inode.data[source.offset :][:result])
        source.offset += result

    def call_sendfile(self, arguments, result):
        target, source = (self.descriptors.get(int(arguments[index])) for index in (0, 1))
        if target is None:
            return
        if source is None or arguments[2] != "NULL":
            raise Unmodelled("sendfile from elsewhere")
        self.put_bytes(int(arguments[0]), source.inode.data[source.offset :][:result])
        source.offset += result

    def call_ioctl(self, arguments, result):
        if "FICLONE" in arguments[1] and int(arguments[0]) in self.descriptors:
            source = self.descriptors.get(int(arguments[2]))
            if source is None or arguments[1] != "FICLONE":
                raise Unmodelled("a clone from elsewhere")
            self.descriptors[int(arguments[0])].inode.write(source.inode.data, self.now)

    def call_mmap(self, arguments, result):
        if "MAP_SHARED" in arguments[3] and "PROT_WRITE" in arguments[2] and int(arguments[4]) in self.descriptors:
            raise Unmodelled("a shared mapping that can be written")

    def call_ftruncate(self, arguments, result):
        description = self.descriptors.get(int(arguments[0]))
        if description is not None and int(arguments[1]) != len(description.inode.data):
            length = int(arguments[1])
            description.inode.write(description.inode.data[:length].ljust(length, b"\0"), self.now)

    def call_truncate(self, arguments, result):
        if self.find(self.working_directory, text(arguments[0])) is not None:
            raise Unmodelled("truncate")

    def call_fallocate(self, arguments, result):
        description = self.descriptors.get(int(arguments[0]))
        if description is not None and "KEEP_SIZE" not in arguments[1]:
            end = int(arguments[2]) + int(arguments[3])
            if end > len(description.inode.data):
                description.inode.write(description.inode.data.ljust(end, b"\0"), self.now)

    def call_fsync(self, arguments, result):
        if int(arguments[0]) in self.descriptors:
            self.descriptors[int(arguments[0])].inode.sync()

    call_fdatasync = call_fsync

    def call_sync(self, arguments, result):
        raise Unmodelled("sync, which guarantees nothing")

    call_syncfs = call_sync

    def move(self, old_at, old, new_at, new, flags):
        source, target = self.at(old_at, old, follows=False), self.at(new_at, new, follows=False)
        if source is None and target is None:
            return
        if source is None or target is None or source[0] is None or target[0] is None or source[2] is None:
            raise Unmodelled(f"rename of {old} to {new}")
        if source[2] is target[2] and "RENAME_EXCHANGE" not in flags:
            return
        target[0].put(target[1], source[2])
        source[0].put(source[1], target[2] if "RENAME_EXCHANGE" in flags else None)

    def call_rename(self, arguments, result):
        self.move("AT_FDCWD", text(arguments[0]), "AT_FDCWD", text(arguments[1]), "")

    def call_renameat(self, arguments, result):
        self.move(arguments[0], text(arguments[1]), arguments[2], text(arguments[3]), "")

    def call_renameat2(self, arguments, result):
        self.move(arguments[0], text(arguments[1]), arguments[2], text(arguments[3]), arguments[4])

    def link(self, old_at, old, new_at, new, follows):
        source, target = self.at(old_at, old, follows), self.at(new_at, new, follows=False)
        if target is None:
            return
        if source is None or source[2] is None or target[0] is None:
            raise Unmodelled(f"link of {old} to {new}")
        target[0].put(target[1], source[2])

    def call_link(self, arguments, result):
        self.link("AT_FDCWD", text(arguments[0]), "AT_FDCWD", text(arguments[1]), False)

    def call_linkat(self, arguments, result):
        follows = "AT_SYMLINK_FOLLOW" in arguments[4]
        self.link(arguments[0], text(arguments[1]), arguments[2], text(arguments[3]), follows)

    def add(self, descriptor, path, inode):
        found = self.at(descriptor, path, follows=False)
        if found is not None:
            inode.sync()
            inode.is_durable = False
            found[0].put(found[1], inode)

    def call_mkdir(self, arguments, result):
        self.add("AT_FDCWD", text(arguments[0]), self.create("directory", number(arguments[1:2])))

    def call_mkdirat(self, arguments, result):
        self.add(arguments[0], text(arguments[1]), self.create("directory", number(arguments[2:3])))

    def call_symlink(self, arguments, result):
        self.add("AT_FDCWD", text(arguments[1]), self.create("link", 0o777, text(arguments[0])))

    def call_symlinkat(self, arguments, result):
        self.add(arguments[1], text(arguments[2]), self.create("link", 0o777, text(arguments[0])))

    def remove(self, descriptor, path):
        found = self.at(descriptor, path, follows=False)
        if found is not None:
            found[0].put(found[1], None)

    def call_unlink(self, arguments, result):
        self.remove("AT_FDCWD", text(arguments[0]))

    call_rmdir = call_unlink

    def call_unlinkat(self, arguments, result):
        self.remove(arguments[0], text(arguments[1]))

    def chosen(self, arguments):
        """Returns the inode that the first arguments of a call identify by descriptor, by path or by both."""
        if arguments[0].isdigit() and not (len(arguments) > 1 and arguments[1].startswith('"')):
            description = self.descriptors.get(int(arguments[0]))
            return description.inode if description else None
        if arguments[0].startswith('"'):
            found = self.find(self.working_directory, text(arguments[0]))
        else:
            found = self.at(arguments[0], text(arguments[1]), follows="NOFOLLOW" not in arguments[-1])
        return found[2] if found else None

    def call_fchmod(self, arguments, result):
        inode = self.chosen(arguments[:1])
        if inode is not None:
            inode.metadata.mode = number(arguments[1:2])

    def call_chmod(self, arguments, result):
        inode = self.chosen(arguments[:1])
        if inode is not None:
            inode.metadata.mode = number(arguments[1:2])

    def call_fchmodat(self, arguments, result):
        inode = self.chosen(arguments)
        if inode is not None:
            inode.metadata.mode = number(arguments[2:3])

    call_fchmodat2 = call_fchmodat

    def own(self, inode, user, group):
        if inode is not None:
            inode.metadata.user = inode.metadata.user if int(user) == -1 else int(user)
            inode.metadata.group = inode.metadata.group if int(group) == -1 else int(group)

    def call_fchown(self, arguments, result):
        self.own(self.chosen(arguments[:1]), *arguments[1:3])

    call_chown = call_lchown = call_fchown

    def call_fchownat(self, arguments, result):
        self.own(self.chosen(arguments), *arguments[2:4])

    def call_fsetxattr(self, arguments, result):
        inode = self.chosen(arguments[:1])
        if inode is not None:
            inode.metadata.attributes[text(arguments[1])] = octets(arguments[2])

    call_setxattr = call_lsetxattr = call_fsetxattr

    def call_fremovexattr(self, arguments, result):
        inode = self.chosen(arguments[:1])
        if inode is not None:
            inode.metadata.attributes.pop(text(arguments[1]), None)

    call_removexattr = call_lremovexattr = call_fremovexattr

    def call_utimensat(self, arguments, result):
        inode = self.chosen(arguments[:1] if arguments[1] == "NULL" else arguments)
        if inode is None:
            return
        times = arguments[2]
        modified = re.search(r"(UTIME_\w+|\{[^}]*\})[^,{]*\]$", times)
        if times == "NULL" or modified.group(1) == "UTIME_NOW":
            inode.metadata.modified = Time(self.now)
        elif modified.group(1) != "UTIME_OMIT":
            seconds, nanoseconds = re.search(r"tv_sec=(-?\d+)[^,]*, tv_nsec=(\d+)", modified.group(1)).groups()
            inode.metadata.modified = Time(int(seconds) * 10**9 + int(nanoseconds))

    def look(self, inode, status):
        """Adopts the status of a file as the traced process has read it."""
        if inode is None:
            return
        found = re.search(r"\b(?:st|stx)_ino=(\d+)", status)
        if found:
            if inode.number not in (None, int(found.group(1))):
                raise Unmodelled(f"the model confuses file {found.group(1)} with file {inode.number}")
            inode.number = int(found.group(1))
        found = re.search(r"\bst_mtime=(-?\d+).*\bst_mtime_nsec=(\d+)", status) or re.search(
            r"stx_mtime=\{tv_sec=([+-]?\d+), tv_nsec=(\d+)\}", status
        )
        if found:
            inode.metadata.modified.nanoseconds = int(found.group(1)) * 10**9 + int(found.group(2))

    def call_fstat(self, arguments, result):
        self.look(self.chosen(arguments[:1]), arguments[-1])

    call_stat = call_fstat

    def call_lstat(self, arguments, result):
        found = self.find(self.working_directory, text(arguments[0]), follows=False)
        self.look(found[2] if found else None, arguments[-1])

    def call_newfstatat(self, arguments, result):
        self.look(self.chosen(arguments[:2] + arguments[3:]), arguments[2])

    def call_statx(self, arguments, result):
        if arguments[1].startswith('"'):
            self.look(self.chosen(arguments[:2] + [arguments[2]]), arguments[4])

    def call_chdir(self, arguments, result):
        found = self.find(self.working_directory, text(arguments[0]))
        self.working_directory = found[2] if found else None

    def call_fchdir(self, arguments, result):
        self.working_directory = self.chosen(arguments[:1])

    def call_fork(self, arguments, result):
        raise Unmodelled("a second process")

    call_vfork = call_fork

    def call_clone(self, arguments, result):
        if "CLONE_THREAD" not in " ".join(arguments):
            raise Unmodelled("a second process")

    call_clone3 = call_clone

    # Crash states

    def states(self):
        """Yields each state that a crash can leave at this moment, as a frozen tree.

        Before the first state, sets `is_sampled` to whether there are too many to yield them all.
        """
        changed = []
        for inode in self.inodes:
            for name, values in inode.history.items():
                changed.append([(inode.identity, name, value) for value in dict.fromkeys(values)])
        count = 1
        for choices in changed:
            count *= len(choices)
        combinations = itertools.product(*changed)
        self.is_sampled = count > MOST_STATES_OF_A_MOMENT
        if self.is_sampled:
            generator = random.Random(1)
            combinations = ([generator.choice(choices) for choices in changed] for _ in range(MOST_STATES_OF_A_MOMENT))
        seen = set()
        for combination in combinations:
            entries = {(identity, name): value for identity, name, value in combination}
            tree = []
            self.collect(self.root, (), entries, tree)
            key = tuple((path, inode.identity) for path, inode in tree)
            if key in seen:
                continue
            seen.add(key)
            yield from self.fill(tree)

    def collect(self, directory, path, entries, tree):
        tree.append((path, directory))
        for name in sorted(set(directory.entries) | set(directory.history)):
            inode = entries.get((directory.identity, name), directory.entries.get(name))
            if (directory.identity, name) in entries:
                inode = entries[(directory.identity, name)]
            if inode is None:
                continue
            if inode.kind == "directory":
                self.collect(inode, path + (name,), entries, tree)
            else:
                tree.append((path + (name,), inode))

    def fill(self, tree):
        """Yields the states of a tree of names, with all possible contents of its files."""
        members = list(dict.fromkeys(inode for _, inode in tree))
        choices = []
        # A lock file is empty or complete: truncation and zeros would only multiply the states.
        locks = {inode for path, inode in tree if path[-1:] == (".prefs.lock",) and inode.versions}
        for inode in members:
            if inode in locks:
                choices.append(list(dict.fromkeys((b"", inode.data))))
            elif inode.kind == "file":
                choices.append(inode.contents())
            else:
                choices.append([b""] if inode.is_durable or inode is self.root else [b"", None])
        for contents in itertools.product(*choices):
            held = dict(zip(members, contents))
            for metadata in ("durable", "current", "bare"):
                state = []
                gone = []
                for path, inode in tree:
                    if held[inode] is None:
                        gone.append(path)
                    if any(path[: len(other)] == other for other in gone):
                        continue
                    state.append((path, inode.identity, held[inode], frozen(inode, metadata)))
                yield tuple(state)


def frozen(inode, choice):
    """Returns a file's metadata in a state: as synced, as it is now, or as synced without the attributes of prefs."""
    metadata = inode.metadata if choice == "current" or inode.kind == "directory" else inode.durable_metadata
    if metadata is None:
        metadata = Metadata(0o600, inode.metadata.user, inode.metadata.group, inode.metadata.modified, {})
    attributes = metadata.attributes
    if choice == "bare":
        attributes = {name: value for name, value in attributes.items() if not name.startswith("user.prefs")}
    return (
        metadata.mode,
        metadata.user,
        metadata.group,
        metadata.modified.nanoseconds,
        tuple(sorted(attributes.items())),
    )


# Calls that the model ignores: they change no file, or none below the root that it would not see otherwise.
IGNORED_CALLS = set(
    """
    access arch_prctl brk capget execve exit exit_group faccessat faccessat2 fadvise64 fgetxattr flistxattr flock
    fstatfs futex get_robust_list getcwd getdents getdents64 getegid geteuid getgid getpid getrandom gettid getuid
    getxattr inotify_add_watch inotify_init1 kill lgetxattr listxattr llistxattr mprotect munmap name_to_handle_at pipe
    pipe2 poll ppoll pread64 preadv preadv2 prlimit64 readahead readlink readlinkat rseq rt_sigaction rt_sigprocmask
    sched_getaffinity select pselect6 set_robust_list set_tid_address signalfd4 socket statfs sync_file_range sysinfo
    timerfd_create timerfd_settime tgkill umask uname wait4 waitid connect bind sendto sendmsg recvmsg epoll_create1
    epoll_ctl epoll_wait epoll_pwait eventfd2 memfd_create fanotify_init fanotify_mark pidfd_open
    """.split()
)


# The output of strace

HEX = re.compile(r"\\x([0-9a-f]{2})")


def octets(argument):
    if argument.endswith("...") or not argument.startswith('"'):
        raise Unmodelled(f"strace cut a text: {argument[:80]}")
    return bytes.fromhex("".join(HEX.findall(argument)))


def text(argument):
    return os.fsdecode(octets(argument))


def number(arguments):
    """Returns an octal mode, which strace can print after names such as S_IFREG."""
    return int(arguments[0].rpartition("|")[2], 8)


def split(arguments):
    parts, depth, start, is_quoted = [], 0, 0, False
    for index, character in enumerate(arguments):
        if character == '"':
            is_quoted = not is_quoted
        elif is_quoted:
            continue
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(arguments[start:index].strip())
            start = index + 1
    parts.append(arguments[start:].strip())
    return parts


LINE = re.compile(r"^(\d+) +(\d+)\.(\d{6}) (.*)$")
CALL = re.compile(r"^(\w+)\((.*)\) += (-?\d+|0x[0-9a-f]+|\?)(.*)$", re.DOTALL)


def calls(path):
    """Yields the calls of a trace: the time in nanoseconds, name, arguments, result and line; and the exit code."""
    unfinished = {}
    with open(path) as file:
        for line in file:
            process, seconds, microseconds, rest = LINE.match(line.rstrip("\n")).groups()
            now = int(seconds) * 10**9 + int(microseconds) * 1000
            if rest.endswith("<unfinished ...>"):
                unfinished[process] = rest[: -len("<unfinished ...>")]
                continue
            resumed = re.match(r"<\.\.\. \w+ resumed>(.*)", rest)
            if resumed:
                rest = unfinished.pop(process) + resumed.group(1)
            if rest.startswith("+++ exited with "):
                yield now, "+exit", [], int(rest.split()[3]), rest
            elif rest.startswith(("---", "+++")):
                continue
            else:
                found = CALL.match(rest)
                if not found:
                    raise Unmodelled(f"a line of strace: {rest[:200]}")
                name, arguments, result, _ = found.groups()
                result = None if result == "?" else int(result, 0)
                yield now, name, split(arguments), result, rest


# Scenarios


@dataclasses.dataclass
class Scenario:
    title: str
    # The arguments of prefs; CONFIG, SEED and SAME in them are replaced with paths.
    arguments: list
    # The suite at first: "own" was written by prefs, "foreign" by another program, "corrupt" is truncated, None is no
    # file.
    begins: str
    # The configuration directory, relative to the directory that is modelled.
    config: str = "config"
    # Whether the suite is not durable at first, since another program has written it and has not synced it.
    is_dirty: bool = False
    # Whether the command changes the suite.
    changes: bool = True
    # Whether the command changes what an owner has set, whose record is modelled too, and whether it has an owner before.
    is_owned: bool = False
    has_owner: bool = False


OWNED = ["apply", "-q", "-s", "t", "--no-history", "--owner", "work"]
SCENARIOS = {
    "set": Scenario("set", ["set", "-s", "t", "added", "--string", "the new value"], "own"),
    "set-foreign": Scenario(
        "set beside another program", ["set", "-s", "t", "added", "--string", "the new value"], "foreign"
    ),
    "apply": Scenario("apply", ["apply", "-s", "t", "SEED"], "own"),
    "reset-all": Scenario("reset --all", ["reset", "-s", "t", "--all"], "own"),
    "convert": Scenario("convert -o", ["convert", "SEED", "--format", "xml", "-o", "CONFIG/t.plist"], "own"),
    "convert-new": Scenario(
        "convert -o, no file", ["convert", "SEED", "--format", "xml", "-o", "CONFIG/t.plist"], None
    ),
    "replace-corrupt": Scenario(
        "set --replace-corrupt", ["set", "-s", "t", "added", "--int", "1", "--replace-corrupt"], "corrupt"
    ),
    "apply-corrupt": Scenario("apply --replace-corrupt", ["apply", "-s", "t", "SEED", "--replace-corrupt"], "corrupt"),
    "first": Scenario("the first set", ["set", "-s", "t", "added", "--int", "1"], None),
    "first-directory": Scenario(
        "the first set, no directory", ["set", "-s", "t", "added", "--int", "1"], None, config="new/deep"
    ),
    "unchanged-set": Scenario(
        "an unchanged set", ["set", "-s", "t", "zebra", "--float", "1.5"], "own", is_dirty=True, changes=False
    ),
    "unchanged-foreign": Scenario(
        "an unchanged set of what another program wrote",
        ["set", "-s", "t", "zebra", "--float", "1.5"],
        "foreign",
        is_dirty=True,
        changes=False,
    ),
    "unchanged-apply": Scenario(
        "an unchanged apply", ["apply", "-s", "t", "SAME"], "own", is_dirty=True, changes=False
    ),
    "unchanged-reset": Scenario(
        "a reset of no key", ["reset", "-s", "t", "nothing"], "own", is_dirty=True, changes=False
    ),
    "apply-owner": Scenario("apply --owner", OWNED + ["SEED"], "own", is_owned=True),
    "apply-owner-again": Scenario(
        "apply --owner of another seed", OWNED + ["SAME"], "own", is_owned=True, has_owner=True
    ),
    "withdraw": Scenario("apply --withdraw", OWNED + ["--withdraw"], "own", is_owned=True, has_owner=True),
}

SEED = {"applied": ["a", {"b": 1}], "zebra": 2.5}
OLD = {"kept": [1, {"deep": True}], "zebra": 1.5}


class Failed(Exception):
    """The traced command itself fails."""


class Run:
    """A traced scenario, and its crash states.

    It can begin with a crash state of another run, or right after the same command was killed at a call. In the latter
    case, nothing that the command had not synced is durable.
    """

    def __init__(self, scenario, prefs, work, name, crashed=None, state=None, killed_at=None):
        self.scenario = scenario
        self.prefs = prefs
        self.work = os.path.join(work, name)
        self.scene = os.path.join(self.work, "scene")
        self.config = os.path.join(self.scene, scenario.config)
        self.home = os.path.join(self.work, "home")
        os.makedirs(self.home)
        os.makedirs(os.path.join(self.work, "states"))
        self.seed = os.path.join(self.work, "seed.json")
        self.same = os.path.join(self.work, "same.json")
        for path, value in (self.seed, SEED), (self.same, OLD):
            with open(path, "w") as file:
                json.dump(value, file)
        self.states = {}
        self.is_sampled = False
        self.problems = []
        # The corrupt bytes that must be kept, if any, and the key that the next change sets.
        self.corrupt = None
        self.next_key = "later"
        # The contents that the suite may have besides the old and the new document, until a change is acknowledged.
        self.others = []
        self.killed_at = killed_at
        # The record of an owner names the file by its path, so all states are created at the same one.
        self.scene_lock = threading.Lock()
        if crashed is None:
            os.mkdir(self.scene)
            self.prepare()
        else:
            crashed.materialize(state, self.work)
            self.corrupt, self.next_key = crashed.corrupt, "last"
            path = os.path.join(self.config, "t.plist")
            self.old = read(path) if os.path.exists(path) else None
        self.trace()

    def environment(self, config, home):
        state = {"XDG_STATE_HOME": os.path.join(os.path.dirname(config), "state")} if self.scenario.is_owned else {}
        return state | {
            "HOME": home,
            "XDG_CONFIG_HOME": config,
            "TMPDIR": home,
            "LC_ALL": "C",
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        }

    def prefs_in(self, config, home, *arguments):
        """Runs prefs, and returns the exit code, standard output and standard error."""
        try:
            done = subprocess.run(
                [self.prefs, *arguments],
                env=self.environment(config, home),
                cwd=home,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=20,
            )
        except subprocess.TimeoutExpired:
            return 124, b"", b"it does not end"
        return done.returncode, done.stdout, done.stderr

    def prepare(self):
        path = os.path.join(self.config, "t.plist")
        begins = self.scenario.begins
        if self.scenario.config == "config":
            os.mkdir(self.config, 0o755)
        if begins in ("own", "corrupt"):
            for key, value in OLD.items():
                code, _, message = self.prefs_in(
                    self.config, self.home, "set", "-s", "t", key, "--json", json.dumps(value)
                )
                if code:
                    sys.exit(f"crash-states: the suite could not be created: {message.decode()}")
        if begins == "foreign":
            with open(path, "wb") as file:
                plistlib.dump(OLD, file)
        if begins == "corrupt":
            with open(path, "rb+") as file:
                file.truncate(200)
        if begins in ("foreign", "corrupt"):
            # A file that was just written may still be incomplete, so the command would wait.
            an_hour_ago = time.time() - 3600
            os.utime(path, (an_hour_ago, an_hour_ago))
        self.first = read(path) if begins else None
        if self.scenario.has_owner:
            code, _, message = self.prefs_in(self.config, self.home, *OWNED, self.seed)
            if code:
                sys.exit(f"crash-states: the owner could not be created: {message.decode()}")
        self.old = read(path) if begins else None
        if begins == "corrupt":
            self.corrupt = self.old

    def strace(self, arguments, *options):
        """Runs prefs under strace, and returns the exit code and standard error."""
        command = ["strace", "-f", "-v", "-xx", "-ttt", "-s", "100000000", "-o", os.path.join(self.work, "trace")]
        # Removed files stay open here. Otherwise the inode number of one could be used again, and confuse the model.
        kept = [
            os.open(os.path.join(path, name), os.O_PATH | os.O_NOFOLLOW)
            for path, _, files in os.walk(self.scene)
            for name in files
        ]
        try:
            done = subprocess.run(
                command + ["-e", "trace=%file,%desc,%process", *options, self.prefs, *arguments],
                env=self.environment(self.config, self.home),
                cwd=self.scene,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                umask=0o022,
            )
        finally:
            for descriptor in kept:
                os.close(descriptor)
        return done.returncode, done.stderr.decode()

    def trace(self):
        places = {"CONFIG": self.config, "SEED": self.seed, "SAME": self.same}
        arguments = [
            re.sub("CONFIG|SEED|SAME", lambda word: places[word.group()], argument)
            for argument in self.scenario.arguments
        ]
        model = Model(self.scene)
        if self.killed_at:
            name, occurrence = self.killed_at
            self.strace(arguments, "-e", f"inject={name}:signal=KILL:when={occurrence}")
            self.replay(model, False)
            model.descriptors, model.above = {}, {}
            path = os.path.join(self.config, "t.plist")
            held = read(path) if os.path.exists(path) else None
            self.others.append(held)
            arguments = next_set(self.corrupt, held)
            self.next_key = "last"
        code, message = self.strace(arguments)
        if code:
            raise Failed(f"{self.scenario.title}: exit {code}: {message[:500]}")
        if self.scenario.is_dirty:
            directory = model.find(model.root, self.scenario.config)[2]
            inode = directory.entries["t.plist"]
            directory.history["t.plist"] = [None, inode]
            inode.durable = inode.durable_metadata = None
            inode.is_durable = False
            inode.versions = [inode.data]
        self.traced = model
        self.record(model, "before the first call", False)
        self.calls = self.replay(model, True)
        self.compare(model.root, self.scene)
        self.new = read(os.path.join(self.config, "t.plist"))
        self.traced_until = time.monotonic()

    def replay(self, model, records):
        """Replays the trace, and returns the calls that change something or make it durable."""
        count, changing = {}, []
        for now, name, parts, result, line in calls(os.path.join(self.work, "trace")):
            if name == "+exit":
                if records:
                    self.record(model, "after the exit", result == 0)
                continue
            count[name] = count.get(name, 0) + 1
            if re.match("fsync|fdatasync|rename|link|unlink|fsetxattr|exit_group", name):
                changing.append((name, count[name]))
            if result is None or (result < 0 and name != "mmap"):
                continue
            model.now = now
            model.replay(name, parts, result, line)
            if records:
                self.record(model, f"after {name} {count[name]}", False)
        return changing

    def record(self, model, moment, is_acknowledged):
        if self.scenario.is_dirty and not is_acknowledged:
            return
        for state in model.states():
            self.is_sampled = self.is_sampled or model.is_sampled
            known = self.states.setdefault(state, [moment, False])
            if is_acknowledged and not known[1]:
                self.states[state] = [moment, True]

    def compare(self, inode, path):
        """Fails if the model differs from the result of the traced process, since it then proves nothing."""
        if inode.kind == "directory":
            names = sorted(os.listdir(path))
            if names != sorted(inode.entries):
                raise Unmodelled(f"{path} contains {names}, the model {sorted(inode.entries)}")
            for name in names:
                self.compare(inode.entries[name], os.path.join(path, name))
        elif inode.kind == "file":
            status = os.lstat(path)
            with open(path, "rb") as file:
                if file.read() != inode.data:
                    raise Unmodelled(f"{path} has other bytes than in the model")
            if status.st_mode & 0o7777 != inode.metadata.mode or status.st_nlink != inode.links:
                raise Unmodelled(f"{path} has another mode or other links than in the model")
            attributes = {name: os.getxattr(path, name) for name in os.listxattr(path)}
            if attributes != inode.metadata.attributes:
                raise Unmodelled(f"{path} has other attributes than in the model: {attributes}")

    # Checks

    def check_all(self, executor, most):
        futures = []
        states = list(self.states.items())
        if len(states) > most:
            states = random.Random(1).sample(states, most)
            self.is_sampled = True
        for index, (state, (moment, is_acknowledged)) in enumerate(states):
            futures.append(executor.submit(self.check, index, state, moment, is_acknowledged))
        for future in futures:
            problem = future.result()
            if problem:
                self.problems.append(problem)
        return len(futures)

    def check(self, index, state, moment, is_acknowledged):
        found = self.problem(index, state, is_acknowledged)
        if not found:
            return None
        names = ", ".join(
            f"{'/'.join(path)} ({self.describe(content, path)})"
            for path, identity, content, _ in state
            if path and self.traced.inodes[identity].kind != "directory"
        )
        has_record = any(name == "user.prefs" for _, _, _, metadata in state for name, _ in metadata[4])
        names += "" if has_record else "; no file has an attribute user.prefs"
        acknowledged = ", acknowledged" if is_acknowledged else ""
        return f"{self.scenario.title}, {moment}{acknowledged}: {found}; the state: {names or 'no file'}"

    def describe(self, content, path):
        for name, known in ("old", self.old), ("new", self.new), ("corrupt", self.corrupt):
            if content == known:
                return name
        if not content:
            return "empty"
        return "zeros" if not content.strip(b"\0") else f"{len(content)} bytes"

    def problem(self, index, state, is_acknowledged):
        """Returns the problem of a state, or None: first of its contents, then of commands that run in it."""
        files = self.files(state)
        held = files.get("t.plist")
        allowed = [self.new] if is_acknowledged else [self.old, self.new, *self.others]
        if held not in allowed:
            if held is None:
                return "the suite is absent"
            if is_acknowledged and held in [self.old, *self.others]:
                return "an acknowledged change is lost"
            return "the suite is empty" if held == b"" else "the suite is torn"
        if self.corrupt and self.corrupt not in [held] + [files[name] for name in files if is_kept(name)]:
            return "the corrupt bytes are lost"
        if self.scenario.is_owned:
            with self.scene_lock:
                shutil.rmtree(self.scene)
                self.materialize(state, self.work)
                shutil.rmtree(os.path.join(self.work, "staging"))
                return self.problem_of_withdrawal()
        place = os.path.join(self.work, "states", str(index))
        os.makedirs(os.path.join(place, "home"))
        try:
            self.materialize(state, place)
            return self.problem_of_next(place, held)
        finally:
            shutil.rmtree(place)

    def files(self, state):
        """Returns the bytes of the files in the configuration directory, by name."""
        here = tuple(self.scenario.config.split("/"))
        return {path[-1]: content for path, _, content, _ in state if path[:-1] == here}

    def interrupted(self, count):
        """Returns some states in which the suite is valid, and other files exist beside it."""
        found = []
        for state, (_, is_acknowledged) in self.states.items():
            files = self.files(state)
            is_right = files.get("t.plist") in ([self.new] if is_acknowledged else [self.old, self.new])
            if is_right and set(files) - {"t.plist"}:
                found.append(state)
        return random.Random(1).sample(found, min(count, len(found)))

    def problem_of_withdrawal(self):
        code, _, message = self.prefs_in(self.config, self.home, *OWNED, "--withdraw")
        if code != 0 or message:
            return f"the next withdrawal exits with {code}: {message.decode()[:300]}"
        if read(os.path.join(self.config, "t.plist")) != self.first:
            return "the next withdrawal does not give everything back"
        code, output, _ = self.prefs_in(self.config, self.home, "owners", "-s", "t")
        if code != 0 or output:
            return f"there are owners after the next withdrawal: {output.decode()[:300]}"
        if os.listdir(self.config) != ["t.plist"]:
            return f"the next withdrawal leaves {', '.join(sorted(os.listdir(self.config)))}"
        return None

    def problem_of_next(self, place, held):
        config = os.path.join(place, "scene", self.scenario.config)
        home = os.path.join(place, "home")
        suite = os.path.join(config, "t.plist")
        expected = 4 if self.corrupt and held == self.corrupt else 0
        code, _, message = self.prefs_in(config, home, "list", "-s", "t")
        if code != expected:
            return f"'list' exits with {code}: {message.decode()[:300]}"
        extra = []
        if expected:
            code, _, message = self.prefs_in(config, home, "set", "-s", "t", self.next_key, "--int", "1")
            if code != 4 or read(suite) != held:
                return f"'set' of a corrupt suite exits with {code}: {message.decode()[:300]}"
            extra = ["--replace-corrupt"]
        code, _, message = self.prefs_in(config, home, "set", "-s", "t", self.next_key, "--int", "1", *extra)
        if code != 0:
            return f"the next 'set' exits with {code}: {message.decode()[:300]}"
        document = {} if expected or held is None else plistlib.loads(held)
        document[self.next_key] = 1
        try:
            if plistlib.loads(read(suite)) != document:
                return "the next 'set' does not keep everything"
        except Exception as error:
            return f"the next 'set' leaves a file that cannot be read: {error}"
        left = sorted(os.listdir(config))
        kept = [name for name in left if self.corrupt and is_kept(name)]
        strays = [name for name in left if name != "t.plist" and name not in kept]
        if strays:
            return f"the next 'set' leaves {', '.join(strays)}"
        if self.corrupt and self.corrupt not in [read(os.path.join(config, name)) for name in kept]:
            return "the next 'set' loses the corrupt bytes"
        return None

    def materialize(self, state, place):
        """Creates a state.

        A temporary file may have its inode number in its name, or in an attribute, as the mark of the program that
        created it: a file of that name with another number is foreign. So each file of the trace is created again,
        whether the state contains it or not. Its new number then replaces the old one in every name and attribute.
        The names of files are created as links, so that a file with two names in the state is one file.
        """
        scene, staging = os.path.join(place, "scene"), os.path.join(place, "staging")
        os.mkdir(staging)
        members = {identity: (content, metadata) for _, identity, content, metadata in state}
        numbers = {}
        for inode in self.traced.inodes:
            if inode.kind != "file":
                continue
            path = os.path.join(staging, str(inode.identity))
            with open(path, "wb") as file:
                file.write(members.get(inode.identity, (b"", None))[0])
            if inode.number is not None:
                numbers[inode.number] = os.stat(path).st_ino
        links = []
        for path, identity, content, metadata in state:
            inode = self.traced.inodes[identity]
            target = os.path.join(scene, *(renumber(name, numbers) for name in path))
            if inode.kind == "directory":
                os.mkdir(target)
                os.chmod(target, metadata[0])
            elif inode.kind == "link":
                os.symlink(inode.target, target)
            else:
                os.link(os.path.join(staging, str(identity)), target)
                links.append((target, identity, metadata))
        for target, identity, (mode, user, group, modified, attributes) in links:
            if os.path.exists(os.path.join(staging, str(identity))):
                os.unlink(os.path.join(staging, str(identity)))
                os.chown(target, user, group)
                os.chmod(target, mode)
                for name, value in attributes:
                    os.setxattr(target, name, os.fsencode(renumber(os.fsdecode(value), numbers)))
                os.utime(target, ns=(modified, modified))


def is_kept(name):
    return name.startswith("t.plist.corrupt-")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def in_base(value, base):
    digits = ""
    while value:
        value, digit = divmod(value, base)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"


def renumber(name, numbers):
    """Returns a name with its inode numbers replaced: whole words in base 10, 16 or 36."""
    if not re.match(r"\.(t\.plist|[0-9a-f]{16})\.|\d", name):
        return name
    spellings = {}
    for old, new in numbers.items():
        for base in (36, 16, 10):
            spellings[in_base(old, base)] = in_base(new, base)
            spellings[in_base(old, base).upper()] = in_base(new, base).upper()
    # An inode number can be spelled like a word of the name, as 42994541 in base 36.
    for word in ("t", "plist", "prefs", "tmp"):
        spellings.pop(word, None)
    return re.sub(r"[0-9A-Za-z]+", lambda word: spellings.get(word.group(), word.group()), name)


def again(runs, prefs, work, count):
    """Returns runs of the next change after some crash states of the runs. It completes or undoes the first change."""
    found = []
    time.sleep(max(0, runs[-1].traced_until + 2.1 - time.monotonic()))
    for run in runs:
        for index, state in enumerate(run.interrupted(count)):
            arguments = next_set(run.corrupt, run.files(state).get("t.plist"))
            title = f"the next set after a crash in {run.scenario.title}"
            scenario = dataclasses.replace(run.scenario, title=title, arguments=arguments, is_dirty=False)
            name = f"{os.path.basename(run.work)}-{index}"
            try:
                found.append(Run(scenario, prefs, work, name, run, state))
            except Failed:
                # The rows for a single power failure report this.
                continue
    return found


def next_set(corrupt, held):
    """Returns the arguments of the next change of a suite with these bytes."""
    return ["set", "-s", "t", "later", "--int", "1"] + (["--replace-corrupt"] if corrupt and held == corrupt else [])


def kill_each(runs, prefs, work):
    """Returns runs of the next change after the commands of the runs were killed, at each relevant call."""
    found = []
    for run in runs:
        for name, occurrence in run.calls:
            title = f"the next set after {run.scenario.title}, killed at {name} {occurrence}"
            scenario = dataclasses.replace(run.scenario, title=title)
            directory = f"{os.path.basename(run.work)}-{name}-{occurrence}"
            try:
                found.append(Run(scenario, prefs, work, directory, killed_at=(name, occurrence)))
            except Failed as error:
                print(f"crash-states: {error}", file=sys.stderr)
    return found


def main():
    parser = argparse.ArgumentParser(description="Checks every state that a power failure may leave.")
    parser.add_argument("--prefs", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--show", type=int, default=5, help="the number of bad states to describe")
    parser.add_argument("--again", type=int, default=0, help="the number of states with a second power failure")
    parser.add_argument("--killed", action="store_true", help="kill each command, with a power failure in the next one")
    parser.add_argument("--most", type=int, default=2000, help="the number of states to check in each run")
    parser.add_argument("scenarios", nargs="+", choices=sorted(SCENARIOS), metavar="SCENARIO")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    work = os.path.realpath(options.work)
    prefs = os.path.realpath(options.prefs)
    runs = []
    try:
        for name in options.scenarios:
            runs.append(Run(SCENARIOS[name], prefs, work, name))
        if options.killed:
            runs = kill_each(runs, prefs, work)
        if options.again:
            runs = again(runs, prefs, work, options.again)
    except Unmodelled as error:
        sys.exit(f"crash-states: not modelled: {error}")
    except Failed as error:
        sys.exit(f"crash-states: {error}")
    # After a power failure, no file is new: none must look as if another program were still writing it.
    time.sleep(max(0, runs[-1].traced_until + 2.1 - time.monotonic()))
    states, problems = 0, []
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(2, os.cpu_count() or 2)) as executor:
        for run in runs:
            states += run.check_all(executor, options.most)
            problems += run.problems
    # Losses come first.
    problems.sort(key=lambda problem: "the next 'set'" in problem)
    for problem in problems[: options.show]:
        print(problem, file=sys.stderr)
    kinds = {}
    for problem in problems:
        kind = re.sub(r"; the state: .*", "", problem, flags=re.DOTALL).partition(": ")[2]
        title = re.sub(", (killed|after) .*", "", problem.partition(": ")[0])
        kind = title + ": " + re.sub(r"\d{2,}|/\S+|\.t\.plist\S+", "_", kind)[:60]
        kinds[kind] = kinds.get(kind, 0) + 1
    for kind, count in sorted(kinds.items(), key=lambda item: -item[1]):
        print(f"{count} x {kind}", file=sys.stderr)
    sampled = ", sampled" if any(run.is_sampled for run in runs) else ""
    print(f"{states} states, {len(problems)} bad{sampled}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
