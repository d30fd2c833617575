"""Adds a reference of the commands to a catalogue of docc: a page for each group of 'prefs help --all'.

usage: commands.py PREFS CATALOGUE
"""

import pathlib
import re
import subprocess
import sys

# The most columns that the website shows in a block without a scroll bar.
COLUMNS = 66
LINK_PLACE = '### Changing the package\n'


def main():
    prefs, catalogue = sys.argv[1], pathlib.Path(sys.argv[2])
    links = []
    for title, commands in groups(helped(prefs, ['help', '--all'])):
        name = 'Commands-' + title.replace(' ', '-')
        (catalogue / (name + '.md')).write_text(page(prefs, title, commands))
        links.append('- <doc:%s>\n' % name)
    root = catalogue / 'PreferenceKit.md'
    text = root.read_text()
    if text.count(LINK_PLACE) != 1 or not links:
        sys.exit('commands.py: no place for the links in %s, or no commands' % root)
    root.write_text(text.replace(LINK_PLACE, '### Each command and option\n\n%s\n%s' % (''.join(links), LINK_PLACE)))


def groups(text):
    """Returns the titles of the groups, each with its commands and their summaries."""
    found = []
    for line in text.splitlines():
        if heading := re.fullmatch(r'([A-Z][a-z ]+):', line):
            found.append((heading[1], []))
        elif found and (command := re.fullmatch(r'  ([a-z-]+) +(.*)', line)) and command[1][0] != '-':
            found[-1][1].append((command[1], command[2]))
    return found


def page(prefs, title, commands):
    names = ', '.join('`%s`' % name for name, _ in commands)
    parts = ['# Commands: %s\n\nWhat `prefs help` says about %s.\n\n## Overview\n' % (title.lower(), names)]
    for name, summary in commands:
        _, _, text = helped(prefs, ['help', name]).partition('\n\n')
        parts.append('### prefs %s\n\n%s.\n\n```text\n%s\n```\n' % (name, summary, text.strip()))
    return '\n'.join(parts)


def helped(prefs, words):
    """Returns what prefs prints on a terminal of that width, without colours."""
    command = 'stty cols %d && exec "$PREFS" %s' % (COLUMNS, ' '.join(words))
    process = subprocess.run(
        ['script', '--quiet', '--return', '--command', command, '/dev/null'],
        env={'PREFS': prefs, 'PATH': '/usr/bin:/bin', 'TERM': 'dumb', 'HOME': '/', 'LC_ALL': 'C.UTF-8'},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True)
    return process.stdout.replace('\r', '')


main()
