"""Draws a terminal session, from a real run of prefs, in a light and a dark version: session.py BINARY DIRECTORY"""

import fcntl
import os
import pty
import re
import struct
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

# Paper, ink and faint ink, then the terminal's colours 31 to 36: red, green, yellow, blue, magenta, cyan.
THEMES = {
    "session.svg": "#f6f8fa #1f2328 #59636e #cf222e #116329 #7d4e00 #0550ae #8250df #1b7c83",
    "session~dark.svg": "#151b23 #f0f6fc #9198a1 #ff7b72 #7ee787 #e3b341 #79c0ff #d2a8ff #56d4dd",
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


def run(binary):
    """Returns the text of the session, with the terminal's escape sequences."""
    with tempfile.TemporaryDirectory() as home:
        os.mkdir(os.path.join(home, "bin"))
        os.symlink(os.path.realpath(binary), os.path.join(home, "bin/prefs"))
        with open(os.path.join(home, "seed.json"), "w") as seed:
            seed.write(SEED)
        path = os.path.join(home, "bin") + ":/usr/bin:/bin"
        environment = {"HOME": home, "PATH": path, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        text = "".join(f"\x1b[2m$\x1b[0m \x1b[1m{line}\x1b[0m\n" + output(line, environment, home) for line in SESSION)
        assert home not in text, "the session shows a temporary path"
        return text


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


def svg(rows, colours):
    """Returns the picture of the lines."""
    paper, ink, faint, *colours = colours.split()
    width, height = COLUMNS * COLUMN + 2 * MARGIN, len(rows) * LINE + 2 * MARGIN
    plain = "\n".join("".join(character for character, _ in row) for row in rows)
    styles = [f".s{31 + index} {{ fill: {colour} }}" for index, colour in enumerate(colours)]
    result = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" width="{width:g}" height="{height}"'
        ' role="img" aria-labelledby="title desc">',
        '<title id="title">A terminal session with prefs</title>',
        f'<desc id="desc">{escape(plain, quote=False)}</desc>',
        "<style>",
        f"text {{ font: 14px ui-monospace, monospace; white-space: pre; fill: {ink} }}",
        f".s1 {{ font-weight: 600 }} .s2 {{ fill: {faint} }}",
        *styles,
        "</style>",
        f'<rect width="{width:g}" height="{height}" rx="6" fill="{paper}"/>',
    ]
    for number, row in enumerate(rows):
        spans = []
        for classes, characters in groupby(row, key=lambda cell: cell[1]):
            span = escape("".join(character for character, _ in characters), quote=False)
            spans.append(f'<tspan class="{" ".join(classes)}">{span}</tspan>' if classes else span)
        result.append(f'<text x="{MARGIN}" y="{MARGIN + 14 + number * LINE}">{"".join(spans)}</text>')
    return "\n".join(result + ["</svg>", ""])


binary, directory = sys.argv[1:]
rows = lines(run(binary))
for name, colours in THEMES.items():
    with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
        file.write(svg(rows, colours))
