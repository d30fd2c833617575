"""Adds a reference of the commands to a catalogue of docc: a page for each group of 'prefs help --all'.

usage: commands.py PREFS CATALOGUE
"""

import pathlib
import re
import subprocess
import sys

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
        _, *paragraphs = helped(prefs, ['help', name]).strip().split('\n\n')
        parts.append('### prefs %s\n\n%s.\n' % (name, text(summary)))
        parts += [markdown(paragraph.splitlines()) for paragraph in paragraphs]
    return '\n'.join(parts)


def markdown(lines):
    """Returns a paragraph of help as text that fits any window: a block of code would scroll sideways."""
    if lines[0].startswith('Usage: '):
        return ''.join('- `%s`\n' % line[7:] for line in lines)
    if not lines[0].endswith(':') or not lines[-1].startswith(' '):
        return text(' '.join(lines)) + '\n'
    entries = []
    for line in lines[1:]:
        # An example has its meaning on the line below, as a long option has.
        if re.match(' {2}(?! )| {6}-', line):
            term, _, line = line.strip().partition('  ')
            entries.append((term, []))
        entries[-1][1].append(line.strip())
    return '**%s**\n\n%s' % (lines[0][:-1], ''.join(
        '- term `%s`: %s\n' % (term, text(' '.join(filter(None, meaning)))) for term, meaning in entries))


def text(words):
    """Returns words that Markdown prints as they are, also their quotation marks, dashes and dots."""
    return re.sub(r'([!-/:-@[-`{-~])', r'\\\1', words)


def helped(prefs, words):
    """Returns what prefs prints on a terminal, without colours."""
    command = 'stty cols 80 && exec "$PREFS" %s' % ' '.join(words)
    process = subprocess.run(
        ['script', '--quiet', '--return', '--command', command, '/dev/null'],
        env={'PREFS': prefs, 'PATH': '/usr/bin:/bin', 'TERM': 'dumb', 'HOME': '/', 'LC_ALL': 'C.UTF-8'},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True)
    return process.stdout.replace('\r', '')


main()
