#!/usr/bin/env python3
"""Prints where the steps of a change differ between The write protocol, Architecture.md, the code and the model.

usage: steps.py WRITE-PROTOCOL ARCHITECTURE FUNCTION MODEL

A step of The write protocol is `N. **Name**`, and has the name in the code that begins it, as in "(`recover`)", if the
function in the Swift file FUNCTION makes it. Architecture.md lists the same names, in a block that begins with "name".
They are labels in the Promela file MODEL, which begins with the lock.
"""

import pathlib
import re
import sys

protocol, architecture, function, model = (pathlib.Path(path).read_text() for path in sys.argv[1:])
steps = re.findall(r'^\d+\. \*\*([^*.]+)\.?\*\*(?: \(`(\w+)`\))?', protocol, re.MULTILINE)
names = [name.split(',')[0].lower() for name, _ in steps]

listed = re.search(r'```text\n\s*(name\b[^`]+)```', architecture)
words = re.split(r'\s*<\s*|\s*\n\s*', listed[1].strip()) if listed else []
if [word.strip() for word in words if word.strip()] != names:
    print('Architecture.md: the steps are not ' + ' < '.join(names))

body = function.partition('private struct SuiteTransaction')[2].partition('func change<')[2].partition('\n    }\n')[0]
position = body.index('{\n')
for name, code in steps:
    if code:
        found = re.compile(rf'\b{code}\b').search(body, position)
        if found is None:
            print(f'SuiteTransaction: the step "{name}", {code}, is not after the one before it')
        else:
            position = found.end()
length = body[body.index('{\n'):].count('\n') - 1
if length > 40:
    print(f'SuiteTransaction: the function of the steps has {length} lines, more than 40')

labels = [name.replace(' ', '_') for name in names]
found = [label for label in re.findall(r'^(\w+):', model, re.MULTILINE) if label in labels]
if found != labels[labels.index('lock'):]:
    print('the model: the steps are not ' + ', '.join(labels[labels.index('lock'):]))
