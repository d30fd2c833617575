"""Prints the functions with more than six parameters.

usage: parameters.py

The tables of verbs, options and keys may have more: each parameter is a column. So may a change of a file, whose steps
are told to as many.
"""

import re

from sources import code, texts

LIMIT = 6
TABLES = {
    'CommandGrammar/CommandTable.swift', 'CommandGrammar/Option.swift', 'CommandGrammar/Verb.swift',
    'PrefsCommands/Options/Options.swift', 'PreferenceCore/Export/SchemaExport.swift',
    'PreferenceCore/Keys/PreferenceKey.swift', 'PreferenceCore/Keys/PreferenceKey+Declaration.swift',
    'PreferenceCore/Keys/PreferenceKey+Mistakes.swift', 'PreferenceStore/Suites/SuiteTransaction.swift',
}
DECLARATION = re.compile(
    r'^\s*(?:(?:public|package|private|fileprivate|convenience|override|mutating|static|nonisolated|@\w+)\s+)*'
    r'(func\s+[^\s(<]+|init\??|subscript)(?:<[^{}]*?>)?\(',
    re.MULTILINE,
)


def parameters(text, start):
    """Returns the number of parameters of a declaration, whose list starts at an index."""
    depth, angles, count, index = 1, 0, 0, start
    while depth:
        character = text[index]
        depth += (character in '([{') - (character in ')]}')
        angles += (character == '<') - (character == '>' and text[index - 1] != '-')
        count += character == ',' and depth == 1 and angles == 0
        index += 1
    return count + 1 if text[start:index - 1].strip() else 0


def main():
    for path, text in texts().items():
        text = code(text)
        for match in DECLARATION.finditer(text):
            count = parameters(text, match.end())
            if count > LIMIT and str(path.relative_to('Sources')) not in TABLES:
                print(f'{path}: {match.group(1)} has {count} parameters')


main()
