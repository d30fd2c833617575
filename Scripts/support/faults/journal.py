#!/usr/bin/env python3
"""Kills commands that concern owners, secrets and whole files, and checks that all that is kept agrees.

    journal.py kills  --prefs BINARY --work DIRECTORY [--every N]
    journal.py random --prefs BINARY --work DIRECTORY [--commands N] [--seed N]

`kills` sends SIGKILL at each N-th system call of each command, and runs each of six other commands. Values, owners,
secrets and history must then be those after the same command where the first had not begun, or where it had ended.

`random` runs commands over three names, with changes of other programs between them, and compares values, owners and
secrets with a model that knows only the rule: what belongs to a file goes where prefs takes the file.

Both print "N kills, N bad" or "N commands, N bad"; the exit code is 1 if one is bad.
"""

import argparse
import copy
import itertools
import json
import os
import plistlib
import random
import shutil
import subprocess
import sys

SECRET = "HUNT"
NAMES = ["m", "n", "q"]


class Home:
    """A home directory, and what prefs shows of it."""

    def __init__(self, prefs, path):
        self.prefs = prefs
        self.path = path
        self.environment = {"HOME": path, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}

    def save(self):
        """Keeps a copy, since what is kept of a file is found by its path."""
        shutil.rmtree(self.path + ".saved", ignore_errors=True)
        shutil.copytree(self.path, self.path + ".saved", symlinks=True)

    def restore(self):
        shutil.rmtree(self.path)
        shutil.copytree(self.path + ".saved", self.path, symlinks=True)

    def run(self, words, stdin="", kill=None):
        """Runs a command; with `kill`, SIGKILL comes with its system call of this number."""
        command = [self.prefs] + words
        if kill:
            command = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"inject=all:signal=KILL:when={kill}"] + command
        return subprocess.run(command, input=stdin, capture_output=True, text=True, env=self.environment, cwd=self.path)

    def file(self, name):
        return f"{self.path}/.config/{name}.plist"

    def shown(self, history=True):
        """What prefs shows of all names, without identifiers, times and paths.

        The history comes first: what a killed removal has left is recovered by whoever takes the lock.
        """
        shown = {}
        for name in NAMES:
            lines = self.run(["history", "-s", name]).stdout.splitlines()
            values = self.run(["list", "-s", name, "--json"]).stdout
            owners = self.run(["owners", "-s", name]).stdout
            shown[name] = (values, owners)
            if history:
                shown[name] += ([line.split("\t")[2:] for line in lines],)
            if SECRET in values + owners:
                shown["leak"] = name
        return shown


APPLY = ["apply", "-q", "-s", "m"]
SEEDS = {"A": '{"own": 5}', "B": '{"other": 6}', "S": '{"token": "%s2"}' % SECRET, "C": '{"third": 7}'}
OPERATIONS = {
    "suites remove": ([], ["suites", "remove", "-q", "m"], ""),
    "suites rename": ([], ["suites", "rename", "-q", "m", "n"], ""),
    "undo of a removal": ([["suites", "remove", "-q", "m"]], ["undo", "-q", "-s", "m"], ""),
    "redo of a removal": (
        [["suites", "remove", "-q", "m"], ["undo", "-q", "-s", "m"]], ["redo", "-q", "-s", "m"], "",
    ),
    "undo of a renaming": ([["suites", "rename", "-q", "m", "n"]], ["undo", "-q", "-s", "n"], ""),
    "redo of a renaming": (
        [["suites", "rename", "-q", "m", "n"], ["undo", "-q", "-s", "n"]], ["redo", "-q", "-s", "m"], "",
    ),
    "apply --owner": ([], APPLY + ["--owner", "B", "-"], SEEDS["B"]),
    "apply --take-over": ([], APPLY + ["--owner", "B", "--take-over", "-"], SEEDS["A"]),
    "apply --withdraw": ([], APPLY + ["--owner", "A", "--withdraw"], ""),
    "apply --secrets": ([], APPLY + ["--secrets", "-"], SEEDS["S"]),
}
NEXT = [
    (["list", "-s", "m"], ""),
    (["set", "-q", "-s", "m", "z", "1"], ""),
    (["suites", "rename", "-q", "q", "r"], ""),
    (APPLY + ["--owner", "C", "-"], SEEDS["C"]),
    (["undo", "-q", "-s", "m"], ""),
    (["undo", "-q", "-s", "n"], ""),
]


def first_home(prefs, path):
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    home = Home(prefs, path)
    home.run(["set", "-q", "-s", "m", "k", "1"])
    home.run(["set", "-q", "-s", "m", "own", "2"])
    home.run(APPLY + ["--owner", "A", "-"], SEEDS["A"])
    home.run(APPLY + ["--secrets", "-"], '{"token": "%s"}' % SECRET)
    home.run(["set", "-q", "-s", "q", "x", "1"])
    return home


def kills(options):
    count = bad = 0
    for name, (before, words, stdin) in OPERATIONS.items():
        home = first_home(options.prefs, f"{options.work}/home")
        for command in before:
            home.run(command)
        home.save()
        # Of changes of keys, the history may lack the last: it is never flushed, and told after the commit.
        history = not name.startswith("apply")
        expected = {}
        for number, (following, input) in enumerate(NEXT):
            for ended in [False, True]:
                home.restore()
                if ended:
                    home.run(words, stdin)
                result = home.run(following, input)
                expected[number, ended] = (result.returncode, home.shown(history))
                assert "leak" not in expected[number, ended][1], (name, following)
        bad_here = 0
        # What tells nothing but the history is checked where the history is.
        following_numbers = [number for number, words in enumerate(NEXT) if history or words[0][0] != "undo"]
        for kill, number in ((kill, number) for kill in itertools.count(1, options.every) for number in following_numbers):
            home.restore()
            if home.run(words, stdin, kill).returncode == 0:
                break
            count += 1
            following, input = NEXT[number]
            result = home.run(following, input)
            shown = (result.returncode, home.shown(history))
            if shown not in (expected[number, False], expected[number, True]):
                bad_here += 1
                if bad_here <= options.shown:
                    print(f"{name}, killed at call {kill}, then {' '.join(following)}:", file=sys.stderr)
                    for label, value in [("is", shown), ("before", expected[number, False]), ("after", expected[number, True])]:
                        print(f"  {label}: {value}", file=sys.stderr)
                    print(f"  {result.stderr}", file=sys.stderr)
        bad += bad_here
        print(f"{name}: {kill} calls, {bad_here} bad", file=sys.stderr)
    print(f"{count} kills, {bad} bad")
    return bad


class Model:
    """The files of one directory: a value is a file, with its keys, its owners, and its secret keys.

    `past` has for each name the changes that an undo would take back, the last one at the end, and `undone` those that a
    redo would make again. A change of another program ends both: what an undo then merges is not this model's business.
    """

    def __init__(self):
        self.files = {}
        # The keys that are secret under a name because they were in a removed file, which the history still has.
        self.marks = {name: set() for name in NAMES}
        self.past = {name: [] for name in NAMES}
        self.undone = {name: [] for name in NAMES}

    def shown(self, name):
        file = self.files.get(name)
        if file is None:
            return {}, set()
        secrets, stored = file["secrets"] | self.marks[name], file["values"] or {}
        values = {key: "(secret)" if key in secrets else value for key, value in stored.items()}
        return values, {(owner, key) for owner, keys in file["owned"].items() for key in keys}

    def change(self, name, make):
        """Makes a change of keys, which an undo takes back."""
        old = copy.deepcopy(self.files.get(name))
        present = old is not None and old["values"] is not None
        file = copy.deepcopy(old) if old else {"values": None, "owned": {}, "secrets": set()}
        file["values"] = file["values"] or {}
        make(file)
        if not present and not file["values"]:
            return
        before = old or {"values": None, "owned": {}, "secrets": set()}
        withheld = any(
            before_values != after_values and key in file["secrets"] | self.marks[name]
            for key in set(file["values"]) | set(before["values"] or {})
            for before_values, after_values in [((before["values"] or {}).get(key), file["values"].get(key))]
        )
        is_new = before["values"] != file["values"] or before["owned"] != file["owned"]
        self.files[name] = file
        if is_new:
            self.past[name].append(("keys", before, copy.deepcopy(file), withheld))
            self.undone[name] = []

    def move(self, name, other):
        """Renames a file; what is hidden stays so."""
        moved = self.files.pop(name)
        moved["secrets"] |= {key for key in moved["values"] if key in self.marks[name]}
        if other in self.files:
            moved["secrets"] |= self.files[other]["secrets"]
        self.files[other] = moved

    def forget(self, name):
        self.past[name], self.undone[name] = [], []


def commands(options):
    """Runs random commands; each step has one name at random, and a command that the model can predict."""
    generator = random.Random(options.seed)
    count = bad = 0
    while count < options.commands and bad < 5:
        home = Home(options.prefs, f"{options.work}/random")
        shutil.rmtree(home.path, ignore_errors=True)
        os.makedirs(home.path)
        model, log = Model(), []
        for _ in range(100):
            line = step(generator, home, model)
            if not line.strip():
                continue
            count += 1
            log.append(line)
            wrong = difference(home, model)
            if wrong:
                bad += 1
                print(f"seed {options.seed}, after {count} commands:", *log[-25:], wrong, sep="\n  ", file=sys.stderr)
                break
    print(f"{count} commands, {bad} bad")
    return bad


def difference(home, model):
    for name in NAMES:
        values = json.loads(home.run(["list", "-s", name, "--json"]).stdout or "{}")
        owners = home.run(["owners", "-s", name]).stdout.splitlines()
        owned = {tuple(line.split("\t")[:2]) for line in owners}
        if (values, owned) != model.shown(name):
            return f"{name}: {values} {owned}, not {model.shown(name)}"
    return None


def step(generator, home, model):
    name, other = generator.sample(NAMES, 2)
    key, value = generator.choice("abc"), generator.randrange(100)
    file = model.files.get(name)
    exists = file is not None and file["values"] is not None
    kind = generator.choice(
        ["set"] * 4 + ["reset", "remove", "remove", "rename", "rename", "undo", "undo", "undo", "redo", "redo"]
        + ["apply", "apply", "withdraw", "secrets", "rewrite", "delete"]
    )
    result = None
    words = []
    if kind == "set":
        words = ["set", "-q", "-s", name, key, str(value)]
        # An untyped value stays what the first one was: all are integers.
        result = home.run(words)
        model.change(name, lambda file: file["values"].update({key: value}))
    elif kind == "reset":
        words = ["reset", "-q", "-s", name, key]
        result = home.run(words)
        if exists and key in file["values"]:
            model.change(name, lambda file: file["values"].pop(key))
    elif kind == "remove":
        words = ["suites", "remove", "-q", name]
        result = home.run(words)
        if exists:
            model.past[name].append(("removal", model.files.pop(name)))
            model.marks[name] |= file["secrets"]
            model.undone[name] = []
    elif kind == "rename":
        words = ["suites", "rename", "-q", name, other]
        target = model.files.get(other)
        if exists and not (target and target["values"] is not None):
            result = home.run(words)
            model.move(name, other)
            # The changes of this file go with it, not those of files that were removed.
            model.forget(name)
            model.forget(other)
            model.past[other].append(("renaming", name, other))
    elif kind in ("undo", "redo"):
        stack, counter = (model.past, model.undone) if kind == "undo" else (model.undone, model.past)
        if stack[name]:
            words = [kind, "-q", "-s", name]
            result = home.run(words)
            take_back(model, name, stack, counter, kind == "undo")
    elif kind == "apply":
        owner = generator.choice("AB")
        taken = any(key in keys for own, keys in (file["owned"] if exists else {}).items() if own != owner)
        # The former value of a secret is not kept, so the command refuses to replace it.
        hidden = (file["secrets"] if file else set()) | model.marks[name]
        secret = not hidden.isdisjoint({key, *(file["owned"].get(owner, ()) if file else ())})
        if not taken and not secret and (not file or file["values"] is not None or not file["owned"]):
            words = ["apply", "-q", "-s", name, "--owner", owner, "-"]
            result = home.run(words, json.dumps({key: value}))

            def make(file):
                give_back(file, owner, {key})
                own = file["owned"].setdefault(owner, {})
                own[key] = (value, own[key][1] if key in own else file["values"].get(key))
                file["values"][key] = value

            model.change(name, make)
    elif kind == "withdraw":
        owner = generator.choice("AB")
        if exists and owner in file["owned"] and not any(
            key in file["secrets"] | model.marks[name] for key in file["owned"][owner]
        ):
            words = ["apply", "-q", "-s", name, "--owner", owner, "--withdraw"]
            result = home.run(words)
            model.change(name, lambda file: give_back(file, owner, set()))
    elif kind == "secrets":
        if exists and not any(key in keys for keys in file["owned"].values()):
            words = ["apply", "-q", "-s", name, "--secrets", "-"]
            result = home.run(words, json.dumps({key: value}))
            # What the history had of the key is erased.
            model.forget(name)
            file["secrets"].add(key)
            file["values"][key] = value
    elif kind == "rewrite" and exists:
        words = ["(rewrite)", name]
        file["values"] = {key: value, "z": value + 1}
        write(home, name, file["values"])
        model.forget(name)
    elif kind == "delete" and exists:
        words = ["(delete)", name]
        os.remove(home.file(name))
        file["values"] = None
        model.forget(name)
        if not file["secrets"] and not file["owned"]:
            del model.files[name]
    return f"{' '.join(words)} {'' if result is None else (result.returncode, result.stderr)}"


def write(home, name, values):
    """Writes a file as a program does that replaces it; its date is old, so that no change waits for that program."""
    path = home.file(name)
    with open(path + ".new", "wb") as file:
        plistlib.dump(values, file)
    os.utime(path + ".new", (1_000_000_000, 1_000_000_000))
    os.rename(path + ".new", path)


def give_back(file, owner, kept):
    for key in [key for key in file["owned"].get(owner, {}) if key not in kept]:
        value, former = file["owned"][owner].pop(key)
        if file["values"].get(key) != value:
            continue
        if former is None:
            del file["values"][key]
        else:
            file["values"][key] = former
    if not file["owned"].get(owner):
        file["owned"].pop(owner, None)


def take_back(model, name, stack, counter, is_undo):
    """Takes the last change of a name back; a change that cannot be taken back stays, and ends what is known."""
    change = stack[name][-1]
    if change[0] == "keys":
        _, before, after, withheld = change
        if withheld:
            # Refused: the history has no secrets. An earlier change is out of reach.
            model.forget(name)
            return
        stack[name].pop()
        secrets = model.files[name]["secrets"] if name in model.files else set()
        file = copy.deepcopy(before if is_undo else after)
        file["secrets"] = secrets | file["secrets"]
        if file["values"] is None and not file["owned"]:
            # The marks stay with the name, for the file went without a removal.
            file["values"] = None
        model.files[name] = file
        counter[name].append(change)
    elif change[0] == "removal":
        stack[name].pop()
        if is_undo:
            model.files[name] = change[1]
            counter[name].append(change)
        else:
            removed = model.files.pop(name)
            model.marks[name] |= removed["secrets"]
            counter[name].append(("removal", removed))
    else:
        _, old, new = change
        source, target = (new, old) if is_undo else (old, new)
        if model.files.get(target) and model.files[target]["values"] is not None:
            # Refused, and so is every other.
            model.forget(name)
            return
        model.move(source, target)
        model.forget(source)
        model.forget(target)
        (model.undone if is_undo else model.past)[target].append(change)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=["kills", "random"])
    parser.add_argument("--prefs", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--shown", type=int, default=3)
    parser.add_argument("--commands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    bad = kills(options) if options.mode == "kills" else commands(options)
    sys.exit(1 if bad else 0)


main()
