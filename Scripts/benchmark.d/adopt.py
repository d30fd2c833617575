"""Marks files as written by prefs, by the attribute that prefs sets: a change waits if another program wrote its file.

    adopt.py FILE...
"""

import os
import sys

for path in sys.argv[1:]:
    status = os.stat(path)
    os.setxattr(path, "user.prefs", b"%d %d" % (status.st_size, status.st_mtime_ns))
