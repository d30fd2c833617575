"""Writes documents of several shapes, as plistlib writes them: shapes.py DIRECTORY

Each is about as large as the document of codecs, and the same at any time and on any machine. Prints lines of their
names and the keys to look for, with a tab: the first key in the last quarter of each.
"""

import datetime
import pathlib
import plistlib
import random
import sys

WORDS = ['window', 'size', 'R&D', 'a < b', 'Straße', 'naïve café', '日本語', 'Übergröße', 'x', '', '"quoted"', '\U0001f600']

SECTIONS = ['editor', 'general', 'window.main', 'recent', 'network', 'updates']


def key(source, index):
    """Returns a key, which is unique: one in 50 has entities or is not ASCII."""
    return '%s.%s%d' % (source.choice(SECTIONS), text(source) if source.randrange(50) == 0 else 'item', index)


def text(source):
    return ' '.join(source.choice(WORDS) for _ in range(source.choice((0, 1, 1, 2, 3, 8, 40))))


def value(source, depth):
    """Returns a random value of any type; containers end at a depth of 4."""
    kind = source.randrange(9 if depth < 4 else 7)
    if kind < 2:
        return text(source)
    if kind == 2:
        return source.randrange(-1000, 10 ** source.randrange(1, 18))
    if kind == 3:
        return source.random() * 1000
    if kind == 4:
        return source.random() < 0.5
    if kind == 5:
        return datetime.datetime(2000, 1, 1) + datetime.timedelta(seconds=source.randrange(10**9))
    if kind == 6:
        return source.randbytes(source.choice((0, 3, 16, 200)))
    if kind == 7:
        return [value(source, depth + 1) for _ in range(source.randrange(6))]
    return {key(source, index): value(source, depth + 1) for index in range(source.randrange(6))}


def mixed(source):
    """100,000 keys with values of any type, nested, with entities and text beyond ASCII."""
    return {key(source, index): value(source, 0) for index in range(100_000)}


def short(source):
    """Half a million keys of a few letters, with values that are as short."""
    return {'k%d' % index: source.choice((True, False, 'a', 'on', source.randrange(100))) for index in range(500_000)}


def deep(source):
    """Containers in containers, 30 deep."""
    def nest(depth):
        return {'a': [nest(depth - 2), source.randrange(10)], 'b': source.random() < 0.5} if depth > 0 else 'end'
    return {'tree %d' % index: nest(30) for index in range(5_000)}


def main():
    directory = pathlib.Path(sys.argv[1])
    for shape in (mixed, short, deep):
        root = shape(random.Random(shape.__name__))
        for extension, form in (('xml', plistlib.FMT_XML), ('binary', plistlib.FMT_BINARY)):
            with open(directory / (shape.__name__ + '.' + extension), 'wb') as file:
                plistlib.dump(root, file, fmt=form)
        print(shape.__name__, sorted(root)[len(root) * 3 // 4], sep='\t')


main()
