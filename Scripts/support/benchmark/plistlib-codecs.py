#!/usr/bin/env python3
"""Measures Python's plistlib, as codecs measures PropertyLists.

    plistlib-codecs.py measure DIRECTORY     prints lines of size, operation, microseconds, bytes
    plistlib-codecs.py read FILE             reads a document, so that its peak memory can be measured
"""

import plistlib
import sys
import time


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def timed(size, operation, document, body):
    """Prints the processor time of an operation on a document."""
    start = time.process_time()
    _result = body()  # Freed after the measurement.
    seconds = time.process_time() - start
    print(size, operation, seconds * 1e6, len(document), sep="\t")


def measure(directory):
    """Reads the large documents, and writes the medium ones, as foundation-codecs does."""
    for name, form in (("xml", plistlib.FMT_XML), ("binary", plistlib.FMT_BINARY)):
        large = contents(f"{directory}/large.{name}")
        timed("large", f"read {name}", large, lambda: plistlib.loads(large))
        medium = contents(f"{directory}/medium.{name}")
        root = plistlib.loads(medium)
        timed("medium", f"write {name}", medium, lambda: plistlib.dumps(root, fmt=form, sort_keys=False))


if len(sys.argv) == 3 and sys.argv[1] == "measure":
    measure(sys.argv[2])
elif len(sys.argv) == 3 and sys.argv[1] == "read":
    plistlib.loads(contents(sys.argv[2]))
else:
    sys.exit(__doc__)
