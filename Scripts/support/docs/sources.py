"""The code of the package, as the scripts beside this one read it."""

import pathlib
import re


def code(text):
    """Returns the code of a Swift file, without its comments and the text of its strings."""
    text = re.sub(r'"""[\s\S]*?"""', '""', text)
    text = re.sub(r'/\*[\s\S]*?\*/|//.*', '', text)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def texts():
    """Returns the text of each Swift file of Sources by its path."""
    return {path: path.read_text(encoding='utf-8') for path in sorted(pathlib.Path('Sources').rglob('*.swift'))}
