"""Marks files as written by prefs, with the extended attribute that prefs sets.

A change by prefs waits if another program wrote the file.

    adopt.py FILE...
"""

import os
import sys

for path in sys.argv[1:]:
    status = os.stat(path)
    os.setxattr(path, "user.prefs", b"%d %d" % (status.st_size, status.st_mtime_ns))
