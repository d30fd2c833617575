# Copyright (c) 2026 the prefs contributors
# MIT License (see LICENSE in the repository)
# SPDX-License-Identifier: MIT
"""Runs the command prefs for the modules of this collection."""

from __future__ import annotations

import json
import os
import pwd
import re
import shutil

# The options of the modules that work on a file.
SHARED_OPTIONS = {
    'suite': {'type': 'str'},
    'file': {'type': 'path'},
    'managed': {'type': 'bool', 'default': False},
    'system': {'type': 'bool', 'default': False},
    'by_host': {'type': 'bool', 'default': False},
    'schema': {'type': 'path'},
    'executable': {'type': 'path', 'default': 'prefs'},
}

# What the exit codes of prefs mean.
FAILURES = {
    2: 'usage',
    3: 'invalid value',
    4: 'corrupt or unreadable',
    5: 'write failed',
    6: 'lock timed out',
}

# The options of prefs that read a document; any other document is an operand.
DOCUMENT_OPTIONS = ('secrets', 'append', 'drop')

# What a task says in place of words of prefs.
WORDS = {
    'the seed has': 'the task has',
    'the file of --secrets': "'secrets'",
    '--change-types changes the types of keys':
        "a filter such as 'int', or 'type', gives a value its type; 'check_type: false' changes the stored one",
    '--file PATH': "'file'",
    '--force replaces it for good': "a task without 'owner' replaces it for good",
    ', or wait longer with --lock-timeout': '',
}

HINT = 'hint: the action prefs.prefs.install copies a current prefs to the host'


def leave_foreign_home():
    """Ignores a HOME and XDG directories that belong to another user.

    Some ways to become a user keep the environment of the login, and prefs would write into the home of that login.
    """
    for name in 'HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME':
        if is_foreign(os.environ.get(name)):
            del os.environ[name]
    try:
        os.environ.setdefault('HOME', pwd.getpwuid(os.geteuid()).pw_dir)
    except KeyError:
        pass  # A user without an account: prefs says that it has no configuration directory.


def is_foreign(directory):
    """Returns whether a directory, or the one to create it in, belongs to another user or is read-only."""
    if not directory:
        return False
    directory = os.path.abspath(directory)
    while not os.path.exists(directory):
        directory = os.path.dirname(directory)
    return os.stat(directory).st_uid not in (0, os.geteuid()) or not os.access(directory, os.W_OK)


def selection(module):
    """Returns the options of prefs that select the file and its schema."""
    options = []
    for name in 'managed', 'system', 'by_host':
        if module.params[name]:
            if module.params['file']:
                module.fail_json(msg="'%s' needs 'suite', not 'file'" % name)
            options.append('--' + name.replace('_', '-'))
    for name in 'suite', 'file', 'schema':
        if module.params[name] is not None:
            options += ['--' + name, module.params[name]]
    return options


def run(module, arguments, documents=None, prints_json=True):
    """Runs prefs and returns the JSON that it prints. If it fails, the module fails with its message.

    The documents are by the options of the task that they are from: values by key, or bytes.
    """
    name = module.params['executable']
    path = os.pathsep.join([os.environ.get('PATH', os.defpath), '/usr/local/bin', os.path.expanduser('~/.local/bin')])
    executable = shutil.which(name, path=path)
    if executable is None:
        module.fail_json(msg="cannot run '%s': no such executable on this host\n%s" % (name, HINT))

    # Every user of the host can read a command line, and a file on a disk can remain there.
    files = {}
    for option, contents in (documents or {}).items():
        descriptor = file_in_memory(contents if isinstance(contents, bytes) else seed(module, option, contents))
        files[descriptor] = option, contents
        arguments = arguments + (['--' + option] if option in DOCUMENT_OPTIONS else []) + ['/dev/fd/%d' % descriptor]
    status, output, messages = module.run_command(
        [executable] + arguments, pass_fds=list(files), expand_user_and_vars=False)

    lines = [in_words_of_a_task(module, line, files) for line in messages.splitlines()]
    # A task does not have all options of prefs.
    lines = [line for line in lines if not re.match("hint: (?!.*'prefs ).*--", line)]
    if status == 0:
        for line in lines:
            if line.startswith('note: '):
                module.warn(line[len('note: '):])
        try:
            return json.loads(output) if prints_json else None
        except ValueError:
            lines = ['it prints no changes']

    if status == 0 or status == 2 and lines and lines[0].startswith('unknown '):
        # This prefs does not know what all current ones do.
        version = module.run_command([executable, '--version'])[1].strip()
        lines = ["%s at '%s' is too old for this collection: %s" % (version or 'prefs', executable, lines[0]), HINT]
    # To prefs, a document of the task is a file that it cannot read.
    is_of_task = status == 4 and messages.startswith('prefs: /dev/fd/')
    module.fail_json(
        msg='\n'.join(lines) or "'%s' ended with exit code %d" % (executable, status),
        rc=status,
        exit='invalid value' if is_of_task else FAILURES.get(status, 'failed'))


def seed(module, option, values):
    """Returns values as a seed, with a line for each key."""
    try:
        entries = ['%s: %s' % (json.dumps(key), json.dumps(exact(values[key]), allow_nan=False)) for key in values]
    except ValueError:
        module.fail_json(msg='%s: a number is not finite, which {$real: nan} and {$real: inf} spell' % option)
    return ('{%s}' % ',\n'.join(entries)).encode()


def exact(value):
    """Returns a value whose integers from 2^53 on say that nobody has rounded them, in the form of typed JSON."""
    if isinstance(value, dict):
        return dict((key, exact(value[key])) for key in value)
    if isinstance(value, list):
        return [exact(element) for element in value]
    # prefs names an integer that is out of range.
    is_large = isinstance(value, int) and abs(value) >= 2**53 and -2**63 <= value < 2**64
    return {'$integer': str(value)} if is_large else value


def file_in_memory(data):
    """Returns the descriptor of a file with these bytes."""
    descriptor = os.memfd_create('prefs')
    os.write(descriptor, data)
    return descriptor


def in_words_of_a_task(module, line, files):
    """Returns a line of a message with the options of the task, and with the key in place of a position."""
    line = re.sub('^prefs: ', '', line)
    found = re.match('/dev/fd/([0-9]+)(:([0-9]+):[0-9]+)?: (.*)', line)
    if found:
        option, contents = files[int(found[1])]
        place, text = found[2] or '', found[4]
        if place and not isinstance(contents, bytes):
            key = "'%s'" % list(contents)[int(found[3]) - 1]
            place = '' if key in text else ': ' + key
        line = '%s%s: %s' % (option, place, text)
    for words, others in WORDS.items():
        line = line.replace(words, others)
    if line.startswith(('hint: ', 'option')):
        for name in module.params:
            line = re.sub("'?--%s(?![a-z-])'?" % name.replace('_', '-'), "'%s'" % name, line)
    return line
