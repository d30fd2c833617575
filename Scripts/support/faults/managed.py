#!/usr/bin/env python3
"""Checks that a user changes no effective value that the administrator has decided.

    managed.py --prefs BINARY --home DIRECTORY [--operations N] [--seed N]

Runs as root, where /etc/prefs/managed is a directory of the test. A policy of twelve types is in the file of a suite,
and another one in that of all suites. The user `nobody` runs random commands, writes the files by other programs, and
makes links and directories in their places. After each operation, `prefs get --typed` has the values of the policy.
Prints "N operations, N refused, N bad"; the exit code is 1 if one is bad.
"""

import argparse
import json
import os
import plistlib
import random
import subprocess
import sys

NOBODY = 65534
POLICY = {
    "string": "x", "empty": "", "integer": 5, "large": {"$integer": str(2**64 - 1)}, "float": 1.5, "nan": {"$real": "nan"}, "bool": True,
    "date": {"$date": "2001-01-01T00:00:00Z"}, "data": {"$data": "AQI="}, "array": [1, "x"], "dictionary": {"a": 1},
    "uid": {"$uid": 1},
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefs", required=True)
    parser.add_argument("--home", required=True)
    parser.add_argument("--operations", type=int, default=500)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    home = arguments.home
    config = f"{home}/.config"
    os.makedirs(config)
    for directory in [home, config]:
        os.chown(directory, NOBODY, NOBODY)
    environment = {"HOME": home, "PATH": os.environ["PATH"], "EDITOR": "sed -i s/x/y/g"}

    def run(words, text=None, user=NOBODY):
        return subprocess.run(
            [arguments.prefs, *words], input=text, capture_output=True, text=True, env=environment, cwd="/",
            user=user, group=user, extra_groups=[], timeout=60,
        )

    everywhere = {f"g.{key}": value for key, value in POLICY.items()}
    for words, policy in [(["-s", "t"], POLICY), (["-g"], everywhere)]:
        applied = run(["apply", "--managed", *words, "-"], json.dumps(policy), user=0)
        assert applied.returncode == 0, applied.stderr
    keys = list(POLICY) + list(everywhere)
    expected = run(["get", "-s", "t", "--typed", *keys]).stdout
    assert json.loads(expected) == {**POLICY, **everywhere}, expected
    mine = ["own", "other"]
    refused = bad = 0
    for _ in range(arguments.operations):
        key, other = chance.choice(keys), chance.choice(mine + keys)
        value = chance.choice(["1", "true", "x", "1.5", "2001-01-01T00:00:00Z", "", "[]"])
        options = chance.choice([["-s", "t"], ["-s", "t", "--by-host"], ["-f", f"{config}/t.plist"], ["-g"], ["-s", "t"]])
        seed = json.dumps({key: value, "own": 1})
        at = chance.choice([[], ["--at", "/a"], ["--at", "/0"], ["--at", "/-"]])
        lines = [
            (["set", *options, "--string", value, *at, "--", key], None), (["reset", *options, *at, "--", key], None),
            (["toggle", *options, *at, "--", key], None), (["increment", *options, *at, "--", key], None),
            (["append", *options, *at, "--", key, value], None), (["drop", *options, "--", key, value], None),
            (["rename", *options, "--force", "--", key, other], None),
            (["rename", *options, "--force", "--", other, key], None),
            (["copy", *options, "--force", "--", other, key], None), (["reset", *options, "--all"], None),
            (["apply", *options, "--prune", "--change-types", "-"], seed), (["apply", *options, "--merge", "-"], seed),
            (["apply", *options, "--owner", "o", "-"], seed), (["apply", *options, "--owner", "o", "--withdraw"], None),
            (["edit", *options], None), (["undo", "-s", "t", "--force"], None), (["redo", "-s", "t", "--force"], None),
            (["defaults", "write", "t", key, "-string", value], None), (["defaults", "delete", "t", key], None),
            (["suites", "remove", "t"], None), (["set", "--managed", *options[:2], "--string", value, "--", key], None),
            (["set", "--system", "-s", "t", "--string", value, "--", key], None),
        ]
        kind = chance.randrange(len(lines) + 2)
        if kind < len(lines):
            refused += run(*lines[kind]).returncode == 7
        else:
            # Another program replaces a file of the user, or puts a link or a directory in its place.
            path = f"{config}/{chance.choice(['t', '.GlobalPreferences'])}.plist"
            place = f"{config}/place"
            form = chance.randrange(4)
            if form == 0:
                os.symlink("/etc/prefs/managed/t.plist", place)
            elif form == 1:
                os.mkdir(place)
            else:
                with open(place, "wb") as file:
                    plistlib.dump({key: value, "own": 2}, file)
            if os.path.isdir(path) and not os.path.islink(path):
                os.rmdir(path)
            elif os.path.lexists(path):
                os.remove(path)
            os.rename(place, path)
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        found = run(["get", "-s", "t", "--typed", *keys])
        if found.stdout != expected:
            bad += 1
            print(f"seed {arguments.seed}: {lines[kind] if kind < len(lines) else path}: {found}", file=sys.stderr)
            break
    print(f"{arguments.operations} operations, {refused} refused, {bad} bad")
    sys.exit(1 if bad else 0)


main()
