"""Prints the uses of a type that break the order of the folders in Architecture.md, and folders that are too large.

usage: folders.py ARCHITECTURE

The section "The order of the folders" has a line for each module that has an order: `MODULE: A, B < C`, the lowest
folder first; an indented line continues it. A file may use the types of its own folder and of those further left.
Folders between two `<` use none of each other's types. `.` is the module's own folder. A type counts if exactly one
file of Sources declares its name, and a nested type counts by its own name. A member counts too if an extension in
another folder than that of its type declares it, and nothing else has its name. A folder has at most 3,500 lines, so
that one sitting suffices to read it.
"""

import collections
import pathlib
import re
import sys

from sources import code, texts

EXTENSION = re.compile(r'(private |fileprivate )?extension ([A-Z]\w*)')
MEMBER = re.compile(r'    (?! )(?!.*\b(?:private|fileprivate)\b(?!\(set\))).*?\b(?:func|var|let) `?(\w+)')
LIMIT = 3500
MODULE_LIMIT = 14000
DECLARATION = re.compile(
    r'^\s*(?:(?:public|package|private|fileprivate|internal|final|indirect|nonisolated|@\w+(?:\([^)]*\))?)\s+)*'
    r'(?:struct|enum|class|protocol|actor|typealias)\s+([A-Z]\w*)',
    re.MULTILINE,
)


def folder(path):
    """Returns the module and the folder in it that a file is in."""
    _, module, *folders, _ = path.parts
    return module, '/'.join(folders) or '.'


def orders(article):
    """Returns for each module the level of each of its folders, from the article."""
    section = article.partition('\n## The order of the folders\n')[2].partition('\n## ')[0]
    levels = {}
    for module, line in re.findall(r'^(\w+): (.+(?:\n +.+)*)', section, re.MULTILINE):
        levels[module] = {
            name.strip(): level for level, names in enumerate(line.split('<')) for name in names.split(',')
        }
    return levels


def members_elsewhere(files, home):
    """Returns the members of extensions in another folder than that of their type, with the file of each."""
    count = collections.Counter(
        name for text in files.values() for name in re.findall(r'\b(?:func|var|let|case) `?(\w+)', text)
    )
    found = {}
    for path, text in files.items():
        owner = None
        for line in text.splitlines():
            if extension := EXTENSION.match(line):
                owner = None if extension[1] else home.get(extension[2])
            elif line and not line[0].isspace():
                owner = None
            elif owner and folder(owner) != folder(path) and (member := MEMBER.match(line)) and count[member[1]] == 1:
                found[member[1]] = path
    return found


def main():
    levels = orders(pathlib.Path(sys.argv[1]).read_text(encoding='utf-8'))
    if not levels:
        print('there is no order of the folders')
    files, lines = {}, collections.Counter()
    for path, text in texts().items():
        files[path] = code(text)
        lines[folder(path)] += text.count('\n')
    for (module, name), count in sorted(lines.items()):
        if count > LIMIT:
            print(f'{module}/{name} has {count} lines, more than {LIMIT}')
    for module in sorted({module for module, _ in lines}):
        count = sum(lines[place] for place in lines if place[0] == module)
        if count > MODULE_LIMIT:
            print(f'{module} has {count} lines, more than {MODULE_LIMIT}')
    declared = collections.defaultdict(set)
    for path, text in files.items():
        for name in DECLARATION.findall(text):
            declared[name].add(path)
    home = {name: next(iter(paths)) for name, paths in declared.items() if len(paths) == 1}
    home |= members_elsewhere(files, home)
    present = {folder(path) for path in files}
    for module, order in levels.items():
        named = {(module, name) for name in order}
        for _, name in sorted(named - present):
            print(f'{module} has no folder {name}')
        for _, name in sorted({place for place in present if place[0] == module} - named):
            print(f'{module}/{name} has no place in the order')
    for path, text in files.items():
        module, user = folder(path)
        order = levels.get(module, {})
        for name in sorted(set(re.findall(r'\b[A-Za-z]\w*\b', text))):
            if name not in home:
                continue
            used_module, used = folder(home[name])
            if used_module != module or used == user or user not in order or used not in order:
                continue
            if order[used] >= order[user]:
                print(f'{path}: uses {name} of {used}')


main()
