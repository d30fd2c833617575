#!/usr/bin/env python3
"""Checks owned settings against a model that knows only the rule.

    owners.py --prefs BINARY --work DIRECTORY [--sequences N] [--seed N]

Each sequence is a suite in one of four formats, and random commands: seeds of three owners, with and without --merge,
withdrawals, take-overs, changes of other programs, renamed keys and undo. After each command, the suite and the exit
code are those of the model. At the end, all owners withdraw: if nobody else has changed the suite, an XML file has its
first bytes again, perhaps with another order of keys within a dictionary. Prints "N sequences, N commands, N bad"; the
exit code is 1 if a sequence is bad.
"""

import argparse
import copy
import json
import os
import plistlib
import random
import shutil
import subprocess
import sys

# A property list has no null.
MISSING = None
FORMATS = {"xml": "xml", "binary": "binary", "openstep": "openstep", "json": "typed"}
OWNERS = ["ada", "ben", "cy"]
KEYS = ["a", "b", "c", "d"]
# The key of an array of which seeds have single elements.
LIST = "l"


def is_named(element, token):
    """Whether an element is that of a selector: `[id=1]` or `[=x]`."""
    member, _, text = token[1:-1].partition("=")
    if member:
        element = element.get(member) if isinstance(element, dict) else MISSING
    return element is not MISSING and not isinstance(element, (dict, list)) and spelled(element) == text


def spelled(scalar):
    return scalar if isinstance(scalar, str) else json.dumps(scalar)


def position(elements, token):
    found = [number for number, element in enumerate(elements) if token[0] == "[" and is_named(element, token)]
    return found[0] if found else MISSING


def at(value, pointer):
    for token in pointer:
        if isinstance(value, list):
            found = position(value, token)
            if found is MISSING:
                return MISSING
            value = value[found]
        elif isinstance(value, dict) and token in value:
            value = value[token]
        else:
            return MISSING
    return value


def put(value, pointer, new):
    for token in pointer[:-1]:
        value = value.setdefault(token, {})
    if isinstance(value, list):
        value[position(value, pointer[-1])] = new
    else:
        value[pointer[-1]] = new


def elements(value):
    """Returns the elements that the value of a seed changes alone; none if it is another value."""
    return value.get("$elements", {}) if isinstance(value, dict) else {}


def overlap(one, other):
    return all(a == b for a, b in zip(one, other))


def same(one, other):
    """Equality in which types count: in Python, True is 1 and 1 is 1.0."""
    return one is not MISSING and other is not MISSING and json.dumps(one, sort_keys=True) == json.dumps(
        other, sort_keys=True
    )


class Conflict(Exception):
    pass


class Model:
    """The suite, and the settings of each owner: place -> (value that was set, value before, parents that were made)."""

    def __init__(self, suite):
        self.suite = suite
        self.owners = {owner: {} for owner in OWNERS}

    def replaced(self, owner):
        """Returns the values in whose places an owner has put dictionaries, which are still there."""
        return {
            place: former
            for place, (value, former, _) in self.owners[owner].items()
            if former is not MISSING
            and not isinstance(former, dict)
            and isinstance(value, dict)
            and same(at(self.suite, place), value)
        }

    def places(self, seed, merge, suite, replaced):
        places = {}

        def divide(value, place, current):
            if elements(value) and (current is MISSING or isinstance(current, list)):
                places.update({place + (token,): part for token, part in elements(value).items()})
                return
            if not merge:
                places[place] = value
                return
            divisible = isinstance(value, dict) and value and (current is MISSING or isinstance(current, dict))
            if not divisible or place in replaced:
                places[place] = value
                return
            for key, part in value.items():
                divide(part, place + (key,), at(current, (key,)) if current is not MISSING else MISSING)

        for key, value in seed.items():
            divide(value, (key,), suite.get(key, MISSING))
        return places

    def give_back(self, place, setting, pending):
        """Gives a setting back; those that are about to be given back are pending."""
        value, former, parents = setting
        if not same(at(self.suite, place), value):
            return
        if former is not MISSING:
            put(self.suite, place, copy.deepcopy(former))
            return
        container = at(self.suite, place[:-1])
        del container[position(container, place[-1]) if isinstance(container, list) else place[-1]]
        for length in range(len(place) - 1, len(place) - 1 - parents, -1):
            if at(self.suite, place[:length]) not in ({}, []):
                break
            del at(self.suite, place[: length - 1])[place[length - 1]]
        # Dictionaries that are still in use go with the last setting in them.
        for length in range(len(place) - 1, len(place) - 1 - parents, -1):
            if at(self.suite, place[:length]) is MISSING:
                continue
            for own in [*self.owners.values(), pending]:
                for other, (was_set, before, made) in list(own.items()):
                    inside = len(other) > length and other[:length] == place[:length]
                    if inside and before is MISSING and made == len(other) - length - 1:
                        own[other] = (was_set, before, made + 1)

    def apply(self, owner, seed, merge=False, take_over=False):
        """Applies a seed. What is taken back may leave no dictionary to merge with, so that the places are others."""
        start = copy.deepcopy(self.__dict__)
        replaced = self.replaced(owner) if merge else {}
        places = self.places(seed, merge, self.suite, replaced)
        while True:
            self.__dict__ = copy.deepcopy(start)
            self.take_back(owner, places, take_over)
            found = self.places(seed, merge, self.suite, replaced)
            if found.keys() == places.keys():
                break
            places = found
        for place in places:
            if place in replaced:
                put(self.suite, place, copy.deepcopy(replaced[place]))
        self.set(owner, seed, merge, places)

    def take_back(self, owner, places, take_over):
        released = []
        for other in sorted(OWNERS):
            if other == owner:
                continue
            taken = [place for place in self.owners[other] if any(overlap(place, new) for new in places)]
            if taken and not take_over:
                raise Conflict
            released += [(place, self.owners[other].pop(place)) for place in taken]
        own = self.owners[owner]
        released += [(place, own.pop(place)) for place in list(own) if place not in places]
        pending = dict(released)
        for place, _ in reversed(released):
            self.give_back(place, pending.pop(place), pending)

    def set(self, owner, seed, merge, places):
        own = self.owners[owner]
        before = copy.deepcopy(self.suite)
        for key, value in seed.items():
            divides = merge or elements(value)
            self.suite[key] = merged(value, self.suite.get(key, MISSING)) if divides else copy.deepcopy(value)
        for place, value in places.items():
            now = copy.deepcopy(at(self.suite, place))
            if place in own:
                own[place] = (now, *own[place][1:])
                continue
            former = at(before, place)
            parents = 0 if former is not MISSING else sum(
                at(before, place[:length]) is MISSING for length in range(1, len(place))
            )
            own[place] = (now, former, parents)

    def rename(self, old, new):
        self.suite[new] = self.suite.pop(old)
        for own in self.owners.values():
            for place in [place for place in own if place[0] in (old, new)]:
                del own[place]


def merged(new, old):
    if elements(new):
        result = copy.deepcopy(old) if isinstance(old, list) else []
        for token, part in elements(new).items():
            found = position(result, token)
            member, _, text = token[1:-1].partition("=")
            others = [part.get(member) if isinstance(part, dict) else MISSING for part in result] if member else result
            others = [other for other in others if other is not MISSING and not isinstance(other, (dict, list))]
            is_text = not text.isdigit() or others and isinstance(others[0], str)
            element = text if is_text else json.loads(text)
            if found is MISSING:
                found = len(result)
                result.append({member: element} if member else element)
            if part is not True:
                result[found] = merged(part, result[found])
        return result
    if not isinstance(new, dict) or not isinstance(old, dict):
        return copy.deepcopy(new)
    result = copy.deepcopy(old)
    for key, value in new.items():
        result[key] = merged(value, old.get(key, MISSING))
    return result


class Sequence:
    def __init__(self, prefs, directory, seed):
        self.random = random.Random(seed)
        self.prefs = os.path.abspath(prefs)
        self.directory = directory
        self.commands = 0
        self.log = []
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
        self.environment = {"HOME": directory, "PATH": os.environ["PATH"]}
        self.format = self.random.choice(list(FORMATS))
        self.file = os.path.join(directory, "suite.plist")

    def run(self, *words, check=0):
        self.commands += 1
        if words[0] != "dump":
            self.log.append(" ".join(word for word in words if word not in ("-f", self.file)))
        outcome = subprocess.run(
            [self.prefs, *words], env=self.environment, cwd=self.directory, capture_output=True, text=True, timeout=60
        )
        if outcome.returncode != check:
            raise AssertionError(f"exit {outcome.returncode}, not {check}: {outcome.stderr}")
        return outcome.stdout

    def value(self, depth=0):
        kind = self.random.randrange(7 if depth < 2 else 4)
        if kind < 4:
            return self.random.choice([0, 1, 2, True, False, "x", "y z", 1.5, [1, "two"]])
        return {key: self.value(depth + 1) for key in self.random.sample(["p", "q", "r"], self.random.randrange(3))}

    def element(self):
        """An entry of a dictionary of elements."""
        if self.random.random() < 0.4:
            return f"[={self.random.choice(['x', 'y z', 2])}]", True
        return f"[id={self.random.randrange(4)}]", self.random.choice([True, {"p": self.value(1), "q": self.value(1)}])

    def list(self):
        named = [{"id": number, "p": self.value(1)} for number in self.random.sample(range(4), self.random.randrange(3))]
        return named + self.random.sample(["x", 2], self.random.randrange(2))

    def seed(self):
        seed = {key: self.value() for key in self.random.sample(KEYS, self.random.randrange(4))}
        if self.random.random() < 0.5:
            seed[LIST] = {"$elements": dict(self.element() for _ in range(self.random.randrange(1, 4)))}
        elif self.random.random() < 0.2:
            seed[LIST] = self.list()
        return seed

    def write(self, name, value):
        with open(os.path.join(self.directory, name), "w") as file:
            json.dump(value, file)

    def check(self, model):
        found = json.loads(self.run("dump", "-f", self.file, "--typed", "--compact"))
        if not same(found, model.suite):
            raise AssertionError(f"{json.dumps(found)} is not {json.dumps(model.suite)}")

    def play(self):
        suite = {key: self.value() for key in KEYS if self.random.random() < 0.6}
        if self.random.random() < 0.6:
            suite[LIST] = self.list()
        self.write("first.json", suite)
        self.log.append(json.dumps(suite))
        self.run("convert", "first.json", "-o", self.file, "--format", FORMATS[self.format])
        with open(self.file, "rb") as file:
            first = file.read()
        model = Model(copy.deepcopy(suite))
        alone = True
        for _ in range(self.random.randrange(3, 9)):
            before = copy.deepcopy(model)
            action = self.random.randrange(10)
            owner = self.random.choice(OWNERS)
            if action < 5:
                seed, merge, take_over = self.seed(), self.random.random() < 0.4, self.random.random() < 0.3
                self.write("seed.json", seed)
                words = ["apply", "-f", self.file, "--owner", owner, "seed.json", "--change-types"]
                words += ["--merge"] * merge + ["--take-over"] * take_over
                self.log.append(json.dumps(seed))
                try:
                    model.apply(owner, seed, merge, take_over)
                except Conflict:
                    model = before
                    self.run(*words, check=7)
                    self.check(model)
                    continue
                self.run(*words)
            elif action < 7:
                model.apply(owner, {})
                self.run("apply", "-f", self.file, "--owner", owner, "--withdraw")
            elif action == 7:
                alone = False
                key = self.random.choice(KEYS + [LIST])
                value = self.list() if key == LIST else self.value()
                model.suite[key] = copy.deepcopy(value)
                self.run("set", "-f", self.file, key, "--json", json.dumps(value))
            elif action == 8 and model.suite:
                alone = False
                key = self.random.choice(sorted(model.suite))
                del model.suite[key]
                self.run("reset", "-f", self.file, key)
            elif model.suite:
                alone = False
                old, new = self.random.choice(sorted(model.suite)), self.random.choice(KEYS + ["e"])
                if old == new:
                    continue
                model.rename(old, new)
                self.run("rename", "-f", self.file, old, new, "--force")
            self.check(model)
            if not same(before.suite, model.suite) and self.random.random() < 0.25:
                self.run("undo", "-f", self.file)
                model = before
                self.check(model)
        for owner in OWNERS:
            model.apply(owner, {})
            self.run("apply", "-f", self.file, "--owner", owner, "--withdraw")
            self.check(model)
        if self.run("owners", "-f", self.file):
            raise AssertionError("somebody still owns settings")
        if alone and not same(model.suite, suite):
            raise AssertionError(f"{json.dumps(model.suite)} is not the first suite")
        if alone and self.format == "xml":
            with open(self.file, "rb") as file:
                last = file.read()
            # A dictionary that replaces one with the same keys takes over their order, so that a diff is short.
            is_reordered = sorted(last.split(b"\n")) == sorted(first.split(b"\n"))
            has_order = list(plistlib.loads(last)) == list(plistlib.loads(first))
            if last != first and not (is_reordered and has_order):
                raise AssertionError(f"the file has other bytes than at first:\n{first.decode()}\n{last.decode()}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefs", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--sequences", type=int, default=300)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    commands = bad = 0
    for number in range(options.sequences):
        sequence = Sequence(options.prefs, options.work, options.seed + number)
        try:
            sequence.play()
        except Exception as error:
            bad += 1
            if bad <= 5:
                text = "\n  ".join(sequence.log[-40:])
                print(f"seed {options.seed + number}, {sequence.format}: {error}\n  {text}", file=sys.stderr)
        commands += sequence.commands
    shutil.rmtree(options.work, ignore_errors=True)
    print(f"{options.sequences} sequences, {commands} commands, {bad} bad")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
