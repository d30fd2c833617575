#!/usr/bin/python
# Copyright (c) 2026 the prefs contributors
# MIT License (see LICENSE in the repository)
# SPDX-License-Identifier: MIT

from __future__ import annotations

DOCUMENTATION = r'''
module: schema
short_description: Install or remove the schema of a suite
version_added: 0.1.0
author:
  - the prefs contributors (!UNKNOWN)
description:
  - Makes the schema of a suite the given one, for one user or for all.
  - Calls C(prefs schema install) on the host, which refuses a malformed schema. Install a schema before the preferences
    that it checks.
options:
  suite:
    description:
      - The suite that the schema is for.
    type: str
    required: true
  content:
    description:
      - The schema, as JSON text or as a dictionary.
      - It is required for O(state=present).
    type: jsonarg
  system:
    description:
      - Whether the schema is for all users, in C(/usr/local/share/prefs/schemas). The task needs C(become).
    type: bool
    default: false
  state:
    description:
      - Whether the schema is there.
    type: str
    choices: [present, absent]
    default: present
  executable:
    description:
      - The command, as a path or as a name in C(PATH), C(/usr/local/bin) or C(~/.local/bin).
    type: path
    default: prefs
attributes:
  check_mode:
    description: Checks the schema and writes nothing.
    support: full
  diff_mode:
    description: Shows the schema before and after.
    support: full
notes:
  - With C(become_user), the schema is that user's. C(HOME) and the XDG directories in the environment are ignored if
    they belong to another user or are read-only.
seealso:
  - module: prefs.prefs.preferences
'''

EXAMPLES = r'''
- name: Install the schema of the editor for all users
  prefs.prefs.schema:
    suite: editor
    system: true
    content: "{{ lookup('ansible.builtin.file', 'editor.schema.json') }}"
  become: true

- name: Remove a user's own schema
  prefs.prefs.schema:
    suite: editor
    state: absent
'''

RETURN = r'''
path:
  description: The file of the schema.
  returned: success
  type: str
  sample: /usr/local/share/prefs/schemas/editor.schema.json
msg:
  description: The message of C(prefs), and its hint on another line.
  returned: failure
  type: str
  sample: "content:1:28: 'type' must be a type (boolean, integer, number, string, array, object, null)"
rc:
  description: The exit code of C(prefs).
  returned: failure of C(prefs)
  type: int
exit:
  description: What the exit code means.
  returned: failure of C(prefs)
  type: str
  sample: invalid value
'''

import os

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.prefs.prefs.plugins.module_utils.command import leave_foreign_home, run


def main():
    leave_foreign_home()
    module = AnsibleModule(
        argument_spec={
            'suite': {'type': 'str', 'required': True},
            'content': {'type': 'jsonarg'},
            'system': {'type': 'bool', 'default': False},
            'state': {'type': 'str', 'choices': ['present', 'absent'], 'default': 'present'},
            'executable': {'type': 'path', 'default': 'prefs'},
        },
        required_if=[('state', 'present', ('content',))],
        supports_check_mode=True)
    suite = module.params['suite']
    if module.params['system']:
        os.environ['XDG_DATA_HOME'] = '/usr/local/share'
    directory = os.environ.get('XDG_DATA_HOME') or os.path.join(os.environ.get('HOME', '/'), '.local/share')
    path = os.path.join(directory, 'prefs/schemas', suite + '.schema.json')
    before = contents(path)
    after = b''
    if module.params['state'] == 'present':
        after = module.params['content'].encode() + b'\n'
        if after != before:
            # Others may read a schema that is for all users.
            os.umask(0o022)
            options = ['--dry-run'] if module.check_mode else []
            command = ['schema', 'install', '--quiet', '--suite', suite] + options
            run(module, command, {'content': after}, prints_json=False)
    elif before and not module.check_mode:
        run(module, ['schema', 'uninstall', '--suite', suite], prints_json=False)
    result = {'changed': before != after, 'path': path}
    if module._diff:
        result['diff'] = {
            'before': before.decode(errors='replace'), 'after': after.decode(errors='replace'),
            'before_header': path, 'after_header': path}
    module.exit_json(**result)


def contents(path):
    """Returns the bytes of a file; none if there is no file."""
    try:
        with open(path, 'rb') as file:
            return file.read()
    except FileNotFoundError:
        return b''


if __name__ == '__main__':
    main()
