# Copyright (c) 2026 the prefs contributors
# MIT License (see LICENSE in the repository)
# SPDX-License-Identifier: MIT

from __future__ import annotations

import shutil
import struct

from ansible.errors import AnsibleActionFail
from ansible.plugins.action import ActionBase

# The e_machine of ELF files by the machine that uname(1) prints.
MACHINES = {
    'amd64': 62, 'arm64': 183,
    'i686': 3, 'ppc64le': 21, 's390x': 22, 'armv7l': 40, 'x86_64': 62, 'aarch64': 183, 'riscv64': 243,
}
PT_INTERP = 3


class ActionModule(ActionBase):
    """Copies the binary of prefs with the action of ansible.builtin.copy, if it runs on the host."""

    TRANSFERS_FILES = True

    def run(self, tmp=None, task_vars=None):
        super().run(tmp, task_vars)
        arguments = self.validate_argument_spec(argument_spec={
            'src': {'type': 'path'},
            # A '~' in it is the home on the host.
            'dest': {'type': 'str', 'default': '/usr/local/bin/prefs'},
        })[1]
        source = self._source(arguments['src'])
        self._check_machine(source)

        task = self._task.copy()
        task.args = {'src': source, 'dest': arguments['dest'], 'mode': '0755'}
        copy = self._shared_loader_obj.action_loader.get(
            'ansible.legacy.copy',
            task=task,
            connection=self._connection,
            play_context=self._play_context,
            loader=self._loader,
            templar=self._templar,
            shared_loader_obj=self._shared_loader_obj)
        return copy.run(task_vars=task_vars)

    def _source(self, named):
        """Returns the path of the binary on the controller."""
        if named is not None:
            return self._find_needle('files', named)
        found = shutil.which('prefs')
        if found is None:
            raise AnsibleActionFail("the controller has no 'prefs' in PATH\nhint: 'src' names the binary to copy")
        return found

    def _check_machine(self, source):
        """Fails if the binary does not run on the host."""
        machine, static = elf(source)
        host = self._low_level_execute_command('uname -m', sudoable=False)['stdout'].strip()
        if machine != MACHINES.get(host):
            names = {number: name for name, number in MACHINES.items()}
            raise AnsibleActionFail("'%s' is for %s, and the host is %s" % (source, names.get(machine, machine), host))
        if not static:
            raise AnsibleActionFail("'%s' is linked dynamically: it needs libraries that the host may lack" % source)


def elf(path):
    """Returns the machine of an ELF file, and whether it is linked statically."""
    with open(path, 'rb') as file:
        header = file.read(4096)
    try:
        if not header.startswith(b'\x7fELF'):
            raise ValueError
        order = {1: '<', 2: '>'}[header[5]]
        machine, = struct.unpack_from(order + 'H', header, 18)
        # The table of segments: its offset, the size of an entry, and the number of entries.
        word, fields = {1: ('I', 28), 2: ('Q', 32)}[header[4]]
        offset, = struct.unpack_from(order + word, header, fields)
        size, count = struct.unpack_from(order + 'HH', header, {1: 42, 2: 54}[header[4]])
        types = [struct.unpack_from(order + 'I', header, offset + size * index)[0] for index in range(count)]
    except (KeyError, ValueError, IndexError, struct.error):
        raise AnsibleActionFail("'%s' is not a program of Linux" % path) from None
    return machine, PT_INTERP not in types
