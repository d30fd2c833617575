#!/usr/bin/env python3
"""Another program that follows the lock protocol of prefs, for the rows of locks.sh.

    lock-peer.py edit DIRECTORY PREFIX COUNT   sets COUNT keys in t.plist, each in a transaction of its own
    lock-peer.py hold FILE                     locks FILE for reading (OFD) and with flock, prints a line, and waits

The protocol: an OFD write lock on .prefs.lock beside the suite. A process that gets the lock checks that the file still
has that name, and otherwise starts again. It removes the file before it unlocks it.
"""

import errno
import fcntl
import os
import plistlib
import random
import stat
import struct
import sys
import time

F_OFD_SETLK = 37


def set_lock(descriptor, kind):
    # struct flock: type, whence, start, length, process; a length of 0 means the whole file.
    fcntl.fcntl(descriptor, F_OFD_SETLK, struct.pack("hhqqi0q", kind, os.SEEK_SET, 0, 0, 0))


def lock(directory):
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    while True:
        descriptor = os.open(".prefs.lock", flags, 0o600, dir_fd=directory)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
                sys.exit(f"lock-peer: .prefs.lock has mode {status.st_mode:o} and {status.st_nlink} links")
            set_lock(descriptor, fcntl.F_WRLCK)
            named = os.stat(".prefs.lock", dir_fd=directory, follow_symlinks=False)
            if (named.st_dev, named.st_ino) == (status.st_dev, status.st_ino):
                os.ftruncate(descriptor, 0)
                os.pwrite(descriptor, f"{os.getpid()} {os.geteuid()}\n".encode(), 0)
                return descriptor
        except FileNotFoundError:
            pass
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            time.sleep(random.uniform(0.001, 0.005))
        os.close(descriptor)


def edit(path, prefix, count):
    directory = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    suite, temporary = os.path.join(path, "t.plist"), os.path.join(path, f"t.plist.{prefix}")
    for number in range(count):
        descriptor = lock(directory)
        try:
            with open(suite, "rb") as file:
                document = plistlib.load(file)
        except FileNotFoundError:
            document = {}
        # Sometimes wait so long that a writer without the lock can commit unnoticed, and no longer watches afterwards.
        if random.random() < 0.1:
            time.sleep(random.uniform(0.1, 1))
        document[f"{prefix}{number}"] = number
        with open(temporary, "wb") as file:
            plistlib.dump(document, file)
            file.flush()
            os.fsync(file.fileno())
        os.rename(temporary, suite)
        os.fsync(directory)
        os.unlink(".prefs.lock", dir_fd=directory)
        os.close(descriptor)
        time.sleep(random.uniform(0, 0.01))


def hold(path):
    descriptor = os.open(path, os.O_RDONLY)
    try:
        set_lock(descriptor, fcntl.F_RDLCK)
    except OSError as error:
        # Directories do not support such locks.
        if error.errno != errno.EINVAL:
            raise
    # A second file description: OFD locks and flock are independent.
    fcntl.flock(os.open(path, os.O_RDONLY), fcntl.LOCK_EX)
    print("held", flush=True)
    time.sleep(60)


if __name__ == "__main__":
    if sys.argv[1] == "edit":
        edit(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        hold(sys.argv[2])
