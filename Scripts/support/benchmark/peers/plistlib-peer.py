"""Does the jobs of prefs with Python's plistlib.

    plistlib-peer.py get FILE KEY
    plistlib-peer.py set FILE KEY VALUE
    plistlib-peer.py seed FILE LINES       with lines KEY=VALUE
    plistlib-peer.py convert FILE OUTPUT   from XML to binary
    plistlib-peer.py same FILE FILE        fails if their values differ
"""

import os
import plistlib
import sys


def contents(path):
    with open(path, "rb") as file:
        return plistlib.load(file)


def write(root, path, form=plistlib.FMT_XML):
    with open(f"{path}.new", "wb") as file:
        plistlib.dump(root, file, fmt=form, sort_keys=False)
    os.replace(f"{path}.new", path)


def lines(path):
    with open(path, encoding="utf-8") as file:
        return dict(line.rstrip("\n").split("=", 1) for line in file)


match sys.argv[1:]:
    case ["get", path, key]:
        print(contents(path)[key])
    case ["set", path, key, value]:
        write(contents(path) | {key: value}, path)
    case ["seed", path, seed]:
        write(contents(path) | lines(seed), path)
    case ["convert", path, output]:
        write(contents(path), output, plistlib.FMT_BINARY)
    case ["same", path, other]:
        sys.exit(contents(path) != contents(other))
    case _:
        sys.exit(__doc__)
