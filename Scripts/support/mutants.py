#!/usr/bin/env python3
"""Shows what the tests catch: changes lines of Sources, and runs the tests with one change at a time.

usage: mutants.py choose [--count N] [--seed N] --also-in TREE > LIST
       mutants.py write LIST
       mutants.py run [--limit SECONDS] [--leave-out TEST]... LIST [NUMBER]...

A mutant is a condition inverted, a bound off by one, or a call removed. To compare the tests of two revisions, `choose`
takes only lines that stand once, with the lines around them, in Sources of this tree and of the other. `write` puts all
mutants of a list into the tree, which should be a clone, for one build: `swift build --build-tests`. If a mutant does
not compile, restore its file, and delete its line from the list: choose some more than needed.

`run` turns on one mutant at a time, 0 for none, by writing its number into the built programs. It runs the tests of the
mutant's module, then those of the modules that use it, until the first that fails. Leave out the tests that fail with
no mutant. Tests that print nothing for the limit are killed: that, and a crash, is a failure too (`ended with STATUS`).
A line of the result: number, kind, file, what caught it (the module's target or `others`), the failure, seconds.
"""

import argparse
import collections
import glob
import itertools
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

MARK = b'the mutant is on'
C_CODE = f"""const volatile struct {{ char mark[16]; int number; }} mutantThatIsOn = {{"{MARK.decode()}", 0}};
int numberOfMutant(void) {{ return mutantThatIsOn.number; }}
"""
SWIFT_CODE = """
@_silgen_name("numberOfMutant") private func numberOfMutant() -> Int32
private func mutant(_ number: Int32, _ value: Bool = false) -> Bool { value != (numberOfMutant() == number) }
"""
OTHER_BOUNDS = {'<': '<=', '<=': '<', '>': '>=', '>=': '>'}
KINDS = ['condition', 'bound', 'call']


def between_commas(text):
    """Returns the parts of a text between the commas outside of brackets, or nothing if it is not whole."""
    depths = list(itertools.accumulate((character in '([{') - (character in ')]}') for character in text))
    if text.count('"') % 2 or min(depths) < 0 or depths[-1] != 0:
        return []
    commas = [i for i in range(len(text)) if depths[i] == 0 and text[i : i + 2] == ', ']
    return [text[start:end] for start, end in zip([0] + [i + 2 for i in commas], commas + [None])]


def is_call(before, line, after):
    """Returns whether a line is a statement that only calls a function, and whose removal can show."""
    outside, count = re.sub(r'"[^"]*"', '', line), 1
    while count:
        outside, count = re.subn(r'\([^()\[\]]*\)|\[[^()\[\]]*\]', '_call_', outside)
    if not re.fullmatch(r'(?:(?:try|await|unsafe) )*[a-z_][\w.?!]*_call_', outside):
        return False
    if re.search(r'\binit_call_|fatalError|precondition|assert|reserveCapacity|hasher', outside):
        return False
    if re.search(r'[-=+*/&|?:,(\[<>.]$|^guard|^else \{$', before) or re.match(r'[.?:+\-*/&|={)\],]', after):
        return False
    # A statement that stands alone in a closure or a function can be its result.
    alone = re.search(r'(?:\{| in)$', before) and re.match(r'\}|case |default:', after)
    return not alone or bool(re.match(r'if |\} else|for |while |defer|do |\} catch|(?:[\w@]+ )*func (?!.*->)', before))


def mutations(before, line, after):
    """Yields each mutation of a line: its kind, and the line with N for the number."""
    condition = re.fullmatch(r'((?:\} else )?if )(.+)( \{)', line) or re.fullmatch(r'(guard )(.+)( else \{.*)', line)
    for part in between_commas(condition[2]) if condition else []:
        if re.match(r'(?:let|var|case) |#', part):
            continue
        start, _, end = condition[2].partition(part)
        yield 'condition', f'{condition[1]}{start}mutant(N, {part}){end}{condition[3]}'
        for bound in re.finditer(r'(?<= )(?:<=?|>=?)(?= )', part):
            other = part[: bound.start()] + OTHER_BOUNDS[bound[0]] + part[bound.end() :]
            yield 'bound', f'{condition[1]}{start}(mutant(N) ? ({other}) : ({part})){end}{condition[3]}'
    for bound in re.finditer(r'(?<= [+-] )1\b(?!\.)', '' if '"' in line else line):
        yield 'bound', f'{line[: bound.start()]}(mutant(N) ? 2 : 1){line[bound.end() :]}'
    if is_call(before, line, after):
        yield 'call', f'if !mutant(N) {{ {line} }}'


def sources(tree='.'):
    """Returns the text of each Swift file of Sources, and the places of each line, known by it and its neighbours."""
    paths = sorted(pathlib.Path(tree, 'Sources').rglob('*.swift'))
    files = {str(path.relative_to(tree)): path.read_text(encoding='utf-8') for path in paths}
    places = collections.defaultdict(list)
    for path, text in files.items():
        lines = [line.strip() for line in text.split('\n')]
        for number, context in enumerate(zip(lines, lines[1:], lines[2:]), start=2):
            places[context].append((path, number))
    return files, places


def listed(path):
    """Returns the mutants of a list: the number, the kind, the place, the line and its neighbours, the mutated line."""
    return [line.split('\t') for line in pathlib.Path(path).read_text(encoding='utf-8').splitlines()]


def choose(options):
    """Prints a list of mutants, at most one of a file, spread over the modules in proportion to their lines."""
    files, places = sources()
    others, lines, mutants = sources(options.also_in)[1], collections.Counter(), collections.defaultdict(list)
    for path, text in files.items():
        lines[path.split('/')[1]] += text.count('\n')
    for context, [(path, line), *more] in places.items():
        inlined = re.search(r'@inlinable|@usableFromInline', files[path])
        in_string = '\n'.join(files[path].split('\n')[: line - 1]).count('"""') % 2
        if not more and len(others[context]) == 1 and not inlined and not in_string and context[1][:1] not in '/@#':
            for kind, mutated in mutations(*context):
                mutants[path.split('/')[1], kind].append((f'{path}:{line}', *context, mutated))
    generator, taken, used = random.Random(options.seed), collections.Counter(), set()
    for number in range(1, options.count + 1):
        # Each module of more than 500 lines comes first.
        module = max(lines, key=lambda name: (not taken[name] and lines[name] > 500, lines[name] / (taken[name] + 0.5)))
        for kind in KINDS[number % 3 :] + KINDS[: number % 3]:
            left = [mutant for mutant in mutants[module, kind] if mutant[0].split(':')[0] not in used]
            if left:
                *mutant, mutated = generator.choice(left)
                used.add(mutant[0].split(':')[0])
                print(number, kind, *mutant, re.sub(r'\bmutant\(N\b', f'mutant({number}', mutated), sep='\t')
                break
        taken[module] += 1


def write(options):
    """Puts the mutants of a list into the tree."""
    files, places = sources()
    for number, _, place, *context, mutated in listed(options.list):
        if len(places[tuple(context)]) != 1:
            print(f'the line of mutant {number} does not stand once in the tree: {place}', file=sys.stderr)
            continue
        path, line = places[tuple(context)][0]
        lines = files[path].split('\n')
        text = '\n'.join([*lines[: line - 1], mutated, *lines[line:]])
        pathlib.Path(path).write_text(text + SWIFT_CODE, encoding='utf-8')
    pathlib.Path('Sources/CLinux/Mutant.c').write_text(C_CODE, encoding='utf-8')


def turn_on(number):
    """Writes the number of a mutant into the built programs."""
    for path in pathlib.Path('.build/debug').iterdir():
        if path.is_file() and os.access(path, os.X_OK) and MARK in (program := path.read_bytes()):
            start, _, end = program.partition(MARK)
            copy = path.with_suffix('.mutant')
            copy.write_bytes(start + MARK + number.to_bytes(4, 'little') + end[4:])
            copy.chmod(path.stat().st_mode)
            # Not written in place: a program of an earlier test may still run.
            copy.replace(path)


def failure(targets, options):
    """Runs the tests of some targets, and returns the first that fails, or that they do not end well, or None."""
    # `swift test` would keep lines back.
    command = [*glob.glob('.build/debug/*PackageTests.xctest'), '--testing-library', 'swift-testing', '--filter']
    process = subprocess.Popen(
        [*command, rf'^({"|".join(targets)})\.'],
        env={**os.environ, 'NO_COLOR': '1'},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors='replace',
        start_new_session=True,
    )
    signal.signal(signal.SIGALRM, lambda *_: process.kill())
    signal.alarm(options.limit)
    is_whole = False
    for line in process.stdout:
        signal.alarm(options.limit)
        failed = re.match(r'✘ Test ("(?:[^"\\]|\\.)*"|\w+\().{,120}', line)
        if failed and failed[1].strip('"') not in options.leave_out:
            break
        is_whole = is_whole or re.match(r'. Test run with \d+ tests?', line)
    else:
        failed = None
    signal.alarm(0)
    subprocess.run(['pkill', '-KILL', '--session', str(process.pid)], check=False)
    status = process.wait()
    return failed[0] if failed else None if is_whole else f'ended with {status}'


def run(options):
    """Runs the tests with each mutant, and prints what caught it."""
    kinds = {int(number): kind for number, kind, *_ in listed(options.list)}
    package = json.loads(subprocess.check_output(['swift', 'package', 'describe', '--type', 'json']))
    needed = {target['name']: set(target.get('target_dependencies', [])) for target in package['targets']}
    for names in [*needed.values()] * len(needed):
        names.update(*(needed[name] for name in names))
    # These tests run the built command.
    needed['EndToEndTests'] |= needed['prefs'] | {'prefs'}
    modules = {}
    for path, text in sources()[0].items():
        modules.update((int(number), path) for number in re.findall(r'\bmutant\((\d+)', text))
    for number in options.numbers or kinds:
        path = modules.get(number, 'Sources/PropertyLists')
        module = path.split('/')[1]
        own = f'{module}Tests'
        others = [name for name, names in needed.items() if name.endswith('Tests') and module in names and name != own]
        turn_on(number)
        start, catcher, reason = time.monotonic(), own, failure([own], options) if own in needed else None
        if not reason:
            catcher, reason = 'others', failure(others, options)
        seconds = round(time.monotonic() - start)
        catcher = catcher if reason else 'survived'
        print(number, kinds.get(number, 'none'), path, catcher, reason or '', seconds, sep='\t', flush=True)
    turn_on(0)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.partition('usage: ')[2].partition('\n\n')[0])
    parser.add_argument('command', choices=['choose', 'write', 'run'])
    parser.add_argument('--count', type=int, default=30)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--also-in')
    parser.add_argument('--limit', type=int, default=300)
    parser.add_argument('--leave-out', action='append', default=[])
    parser.add_argument('list', nargs='?')
    parser.add_argument('numbers', type=int, nargs='*')
    options = parser.parse_intermixed_args()
    {'choose': choose, 'write': write, 'run': run}[options.command](options)


main()
