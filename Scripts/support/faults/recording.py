#!/usr/bin/env python3
"""Checks that what `prefs record` prints makes the same changes elsewhere.

    recording.py --prefs BINARY --work DIRECTORY [--sessions N] [--seed N]

Each session has up to three random suites, written by plistlib, and a program that changes, adds and removes keys and
suites: half the time it truncates a file and writes it in two parts, as UserDefaults does. The session is recorded once
in each form. What was printed is applied to a copy of the start, which then has the same suites, type for type, as
plistlib reads them. Keys that a form refuses by name are left out of the comparison. Prints "N sessions, N refused,
N bad"; the exit code is 1 if a session is bad.
"""

import argparse
import datetime
import os
import pickle
import plistlib
import random
import re
import shlex
import shutil
import subprocess
import sys

FORMS = ["seed", "commands", "defaults", "json", "changes"]
SUITES = ["a", "it's b", "group.c"]
TEXTS = ["", "x", "true", "12", "-v", "a'b\"c$d`e\\", "line\nline", "é😀", " blank ", "<b>&", "(", "{a = 1;}", "\t"]
KEYS = ["a", "b", "general.launchCount", "it's", "-key", "", "k e", "é", "$unset", "$dict", "x=y", "<k>"]


def value(chance, depth=0):
    kind = chance.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return chance.choice([True, False])
    if kind == 1:
        return chance.choice([0, 1, -1, 42, 2**63 - 1, -(2**63), 2**64 - 1, chance.randrange(-(10**6), 10**6)])
    if kind == 2:
        return chance.choice([0.0, -0.0, 0.5, 0.1, 1e300, 3.0, float("inf"), chance.random()])
    if kind == 3:
        return chance.choice(TEXTS)
    if kind == 4:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(4)))
    if kind == 5:
        return datetime.datetime(2001, 1, 1) + datetime.timedelta(seconds=chance.randrange(-(10**9), 10**9))
    if kind == 6:
        return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if kind == 7 and chance.random() < 0.3:
        return {"$unset": True}
    return {chance.choice(KEYS): value(chance, depth + 1) for _ in range(chance.randrange(4))}


def suite(chance):
    return {chance.choice(KEYS): value(chance) for _ in range(chance.randrange(8))}


def document(contents, chance):
    form = chance.choice([plistlib.FMT_XML, plistlib.FMT_BINARY])
    return plistlib.dumps(contents, fmt=form, sort_keys=chance.random() < 0.5)


def frozen(item):
    """A value in which types count and the order of keys does not."""
    if isinstance(item, dict):
        return ("dict", tuple(sorted((key, frozen(inner)) for key, inner in item.items())))
    if isinstance(item, list):
        return ("list", tuple(frozen(inner) for inner in item))
    return (type(item).__name__, repr(item))


def read(directory):
    suites = {}
    for name in os.listdir(directory):
        if name.endswith(".plist"):
            with open(f"{directory}/{name}", "rb") as file:
                suites[name[: -len(".plist")]] = {key: frozen(item) for key, item in plistlib.load(file).items()}
    return suites


# The program of a session: it writes the files in its steps, some of them in two parts.
PROGRAM = """
import os, pickle, sys, time
for path, data, cut in pickle.load(open(sys.argv[1], "rb")):
    if data is None:
        os.path.exists(path) and os.remove(path)
    elif cut is None:
        with open(path + ".new", "wb") as file:
            file.write(data)
        os.rename(path + ".new", path)
    else:
        with open(path, "wb") as file:
            file.write(data[:cut])
            file.flush()
            time.sleep(0.003)
            file.write(data[cut:])
"""


def steps(chance, suites, directory):
    """Returns the writes of a program, and changes the suites as it does."""
    writes = []
    for _ in range(chance.randrange(1, 6)):
        name = chance.choice(SUITES)
        path = f"{directory}/{name}.plist"
        if chance.random() < 0.1:
            suites.pop(name, None)
            writes.append((path, None, None))
            continue
        contents = dict(suites.get(name, {}))
        for _ in range(chance.randrange(4)):
            if contents and chance.random() < 0.3:
                contents.pop(chance.choice(list(contents)))
            else:
                contents[chance.choice(KEYS)] = value(chance)
        suites[name] = contents
        data = document(contents, chance)
        writes.append((path, data, chance.randrange(len(data)) if chance.random() < 0.5 else None))
    return writes


class Session:
    def __init__(self, prefs, work, seed):
        self.prefs = prefs
        self.work = work
        self.seed = seed
        self.refused = 0

    def environment(self, home):
        return {"PATH": f"{self.work}/bin:{os.environ['PATH']}", "HOME": home, "PREFS_HISTORY": "off"}

    def run(self, words, home, text=None):
        return subprocess.run(
            words, input=text, capture_output=True, text=True, env=self.environment(home), timeout=60
        )

    def check(self, form):
        chance = random.Random(self.seed)
        for home in ["start", "copy"]:
            shutil.rmtree(f"{self.work}/{home}", ignore_errors=True)
        directory = f"{self.work}/start/.config"
        os.makedirs(directory)
        suites = {name: suite(chance) for name in SUITES if chance.random() < 0.7}
        for name, contents in suites.items():
            with open(f"{directory}/{name}.plist", "wb") as file:
                file.write(document(contents, chance))
        shutil.copytree(f"{self.work}/start", f"{self.work}/copy")
        with open(f"{self.work}/steps", "wb") as file:
            pickle.dump(steps(chance, suites, directory), file)
        words = [self.prefs, "record", "--format", form, "--", sys.executable, "-c", PROGRAM, f"{self.work}/steps"]
        recorded = self.run(words, f"{self.work}/start")
        words = re.findall(r"^prefs: cannot print (?:the change of )?(.*) (?:as|in) a ", recorded.stderr, re.MULTILINE)
        refused = {shlex.split(word)[0] for word in words}
        if recorded.returncode not in (0, 3) or (recorded.returncode == 3) != bool(refused):
            return f"record: exit {recorded.returncode}: {recorded.stderr}"
        self.refused += len(refused)
        if form in ("json", "changes"):
            return None
        if form == "seed":
            words = [self.prefs, "apply", "--all-suites", "--change-types", "-q", "-"]
        else:
            words = ["sh", "-e"]
        replayed = self.run(words, f"{self.work}/copy", recorded.stdout)
        if replayed.returncode:
            return f"replay: exit {replayed.returncode}: {replayed.stderr}\n{recorded.stdout}"
        found, expected = read(f"{self.work}/copy/.config"), read(directory)
        for name in SUITES:
            # A removed suite is left without keys.
            one, other = found.get(name, {}), expected.get(name, {})
            keys = {key for key in {**one, **other} if one.get(key) != other.get(key)} - refused
            if keys:
                return f"suite {name!r} differs at {keys}: {recorded.stdout}"
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefs", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--sessions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    arguments = parser.parse_args()
    work = os.path.abspath(arguments.work)
    os.makedirs(f"{work}/bin", exist_ok=True)
    for name in ["prefs", "defaults"]:
        if not os.path.lexists(f"{work}/bin/{name}"):
            os.symlink(os.path.abspath(arguments.prefs), f"{work}/bin/{name}")
    refused = bad = 0
    for number in range(arguments.sessions):
        for form in FORMS:
            session = Session(os.path.abspath(arguments.prefs), work, arguments.seed + number)
            problem = session.check(form)
            refused += session.refused
            if problem:
                bad += 1
                print(f"seed {session.seed}, {form}: {problem}", file=sys.stderr)
    print(f"{arguments.sessions} sessions in {len(FORMS)} forms, {refused} refused, {bad} bad")
    sys.exit(1 if bad else 0)


main()
