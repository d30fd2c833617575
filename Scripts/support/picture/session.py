"""Draws the pictures of README.md, from real runs of prefs, in light and in dark: session.py BINARY DIRECTORY"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from html import escape
from itertools import groupby

COLUMNS = 72
SEED = '{"fontSize": 14, "theme": "light", "updates.automatic": true}\n'
SESSION = [
    "cat seed.json",
    "prefs apply -s editor seed.json",
    "prefs toggle -s editor updates.automatic",
    "prefs list -s editor",
    "prefs set -s editor fontSize large",
    "prefs apply -s editor seed.json --check",
]

# A program that a person clicks in, what it has stored, and its recording. Its changes are in the order of their keys,
# since two of them can be read at once.
PROGRAM = """#!/bin/sh
prefs set fontSize 14
prefs set launches 4
prefs reset ligatures
prefs set theme dark
"""
STORED = '{"fontSize": 12, "launches": 3, "ligatures": true}'
RECORDING = [
    "prefs record -s editor --ignore launches -o editor.json -- editor",
    "cat editor.json",
    "HOME=$HOME/laptop prefs apply -s editor editor.json",
]

# What the full screen shows, and the keys that are pressed there.
SCHEMA = """{"properties": {
    "fontSize": {"type": "integer", "minimum": 6, "maximum": 72, "default": 12,
        "description": "The size of letters, in points"},
    "recent": {"type": "array", "items": {"type": "string"}, "default": [], "description": "The files opened last"},
    "theme": {"enum": ["light", "dark"], "default": "light", "description": "The colours of the window"},
    "token": {"type": "string", "secret": true, "description": "The key of the service"},
    "updates.automatic": {"type": "boolean", "default": true, "description": "Whether to look for updates"}}}
"""
SETTINGS = """{"fontSize": 14, "recent": ["notes.txt", "todo.txt"], "token": "s3cret",
    "window": {"width": 800, "height": 600}}
"""
KEYS = ["\x1b[B", "\x1b[B", "\x1b[B", "\x1b[B", "\x1b[B", "\x1b[C", "\x1b[H"]
ROWS = 20

# Paper, ink and faint ink, then the terminal's colours 31 to 36: red, green, yellow, blue, magenta, cyan.
THEMES = {
    "": "#f6f8fa #1f2328 #59636e #cf222e #116329 #7d4e00 #0550ae #8250df #1b7c83",
    "~dark": "#151b23 #f0f6fc #9198a1 #ff7b72 #7ee787 #e3b341 #79c0ff #d2a8ff #56d4dd",
}
# The widths of a column and of the margin, and the height of a line, for letters of 14 pixels.
COLUMN, MARGIN, LINE = 8.5, 16, 20


def output(line, environment, directory):
    """Returns what a command prints on a terminal."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
        os.chdir(directory)
        os.execve("/bin/sh", ["sh", "-c", line], environment)
    data = b""
    try:
        while chunk := os.read(terminal, 65536):
            data += chunk
    except OSError:  # The terminal's way to say that its last program has ended.
        pass
    os.waitpid(child, 0)
    os.close(terminal)
    return data.decode().replace("\r\n", "\n")


def run(binary, session, stored=None):
    """Returns the text of a session, with the terminal's escape sequences, after a suite was stored."""
    with tempfile.TemporaryDirectory() as home:
        os.mkdir(os.path.join(home, "bin"))
        os.symlink(os.path.realpath(binary), os.path.join(home, "bin/prefs"))
        with open(os.path.join(home, "seed.json"), "w") as seed:
            seed.write(SEED)
        with open(os.path.join(home, "bin/editor"), "w") as program:
            program.write(PROGRAM)
        os.chmod(os.path.join(home, "bin/editor"), 0o755)
        os.mkdir(os.path.join(home, "laptop"))
        path = os.path.join(home, "bin") + ":/usr/bin:/bin"
        environment = {"HOME": home, "PATH": path, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        if stored:
            words = [binary, "apply", "-s", "editor", "-q", "-"]
            subprocess.run(words, env=environment, input=stored.encode(), check=True)
        environment["PREFS_SUITE"] = "editor"
        text = "".join(f"\x1b[2m$\x1b[0m \x1b[1m{line}\x1b[0m\n" + output(line, environment, home) for line in session)
        assert home not in text, "the session shows a temporary path"
        return text


def screen(binary):
    """Returns the lines of the full screen after the keys, with the terminal's escape sequences."""
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        for name, text, command in (("schema", SCHEMA, ["schema", "install"]), ("seed", SETTINGS, ["apply"])):
            path = os.path.join(home, f"{name}.json")
            with open(path, "w") as file:
                file.write(text)
            words = [binary, *command, "-s", "editor", "-q", path]
            subprocess.run(words, env=environment, check=True, stdout=subprocess.DEVNULL)
        child, terminal = pty.fork()
        if child == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS - 1, 0, 0))
            os.execve(binary, ["prefs", "browse", "-s", "editor"], environment)

        def frame():
            data = b""
            while not data.endswith(b"\x1b[?2026l"):
                data += os.read(terminal, 65536)
            return data.decode()

        frame()
        for key in KEYS:
            os.write(terminal, key.encode())
            frame()
        # Another size draws every line again.
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        text = frame()
        os.write(terminal, b"q")
        os.waitpid(child, 0)
        os.close(terminal)
        rows = re.findall(r"\x1b\[\d+;1H(.*?)\x1b\[K", text)
        return "".join(row.replace(home, "/home/ada").rstrip() + "\n" for row in rows)


def lines(text):
    """Returns lines of pairs: a character, and its classes. A line is as long as the terminal's."""
    result, classes = [[]], ()
    for escape_sequence, character in re.findall(r"\x1b\[([0-9;]*)m|(.)", text, re.DOTALL):
        if character == "\n":
            result.append([])
        elif character:
            if len(result[-1]) == COLUMNS:
                result.append([])
            result[-1].append((character, classes))
        else:
            for code in escape_sequence.split(";"):
                classes = () if code in ("", "0") else classes + (f"s{code}",)
    return result[:-1] if not result[-1] else result


def reversed_stretches(row):
    """Returns the left edge and the columns of each stretch of cells in reverse video."""
    column = 0
    for is_reversed, cells in groupby(row, key=lambda cell: "s7" in cell[1]):
        columns = len(list(cells))
        if is_reversed:
            yield MARGIN + column * COLUMN, columns
        column += columns


def words(row):
    """Returns the left edge, the text and the classes of each word, and of words with one space between them.

    With an edge of its own, a word is in its column whatever the width of the reader's letters.
    """
    column = 0
    for classes, cells in groupby(row, key=lambda cell: cell[1]):
        text = "".join(character for character, _ in cells)
        for word in re.finditer(r"[^ ]+(?: [^ ]+)*", text):
            yield MARGIN + (column + word.start()) * COLUMN, word[0], classes
        column += len(text)


def svg(rows, colours, title):
    """Returns the picture of the lines."""
    paper, ink, faint, *colours = colours.split()
    width, height = COLUMNS * COLUMN + 2 * MARGIN, len(rows) * LINE + 2 * MARGIN
    plain = "\n".join("".join(character for character, _ in row) for row in rows)
    styles = [f".s{31 + index} {{ fill: {colour} }}" for index, colour in enumerate(colours)]
    result = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" width="{width:g}" height="{height}"'
        ' role="img" aria-labelledby="title desc">',
        f'<title id="title">{title}</title>',
        f'<desc id="desc">{escape(plain, quote=False)}</desc>',
        "<style>",
        f"text {{ font: 14px ui-monospace, monospace; fill: {ink} }}",
        f".s1 {{ font-weight: 600 }} .s2 {{ fill: {faint} }}",
        *styles,
        # After the colours, which reverse video replaces.
        f".s7 {{ fill: {paper} }}",
        "</style>",
        f'<rect width="{width:g}" height="{height}" rx="6" fill="{paper}"/>',
    ]
    for number, row in enumerate(rows):
        top = MARGIN + number * LINE
        # One rectangle for what is beside each other: between two, a line of the paper would show through.
        for x, columns in reversed_stretches(row):
            result.append(f'<rect x="{x:g}" y="{top - 1}" width="{columns * COLUMN:g}" height="{LINE}" fill="{ink}"/>')
        spans = []
        for x, characters, classes in words(row):
            style = f' class="{" ".join(classes)}"' if classes else ""
            spans.append(f'<tspan x="{x:g}"{style}>{escape(characters, quote=False)}</tspan>')
        if spans:
            result.append(f'<text y="{top + 14}">{"".join(spans)}</text>')
    return "\n".join(result + ["</svg>", ""])


binary, directory = sys.argv[1:]
pictures = {
    "session": (lines(run(binary, SESSION)), "A terminal session with prefs"),
    "recording": (lines(run(binary, RECORDING, STORED)), "prefs records what a program changes"),
    "browse": (lines(screen(os.path.realpath(binary))), "prefs browse on a full screen"),
}
for name, (rows, title) in pictures.items():
    for theme, colours in THEMES.items():
        with open(os.path.join(directory, f"{name}{theme}.svg"), "w", encoding="utf-8") as file:
            file.write(svg(rows, colours, title))
