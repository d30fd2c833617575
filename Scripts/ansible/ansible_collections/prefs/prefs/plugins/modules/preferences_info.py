#!/usr/bin/python
# Copyright (c) 2026 the prefs contributors
# MIT License (see LICENSE in the repository)
# SPDX-License-Identifier: MIT

from __future__ import annotations

DOCUMENTATION = r'''
module: preferences_info
short_description: Read preferences
version_added: 0.1.0
author:
  - the prefs contributors (!UNKNOWN)
description:
  - Returns the preferences of a suite, of another property list, or of all suites of the user.
  - Calls C(prefs list). The values that the schema calls secret, or that were applied as secrets, are V((secret\)).
options:
  suite:
    description:
      - The suite to read.
      - Without O(suite) and O(file), all suites are read.
    type: str
  file:
    description:
      - The property list to read.
    type: path
  managed:
    description:
      - Whether to read the file of the suite in C(/etc/prefs/managed) alone.
    type: bool
    default: false
  system:
    description:
      - Whether to read the file of the suite in C(/usr/local/etc) alone.
    type: bool
    default: false
  by_host:
    description:
      - Whether to read the file of the suite in C(ByHost) alone.
    type: bool
    default: false
  values:
    description:
      - Values by key, as for M(prefs.prefs.preferences). The result has what differs from them.
    type: dict
  only:
    description:
      - Whether to omit the preferences that all suites share, and those of the system. A program reads these where its
        suite does not have the key.
    type: bool
    default: false
  schema:
    description:
      - A schema on the host, in place of the installed one of the suite.
    type: path
  executable:
    description:
      - The command, as a path or as a name in C(PATH), C(/usr/local/bin) or C(~/.local/bin).
    type: path
    default: prefs
attributes:
  check_mode:
    description: Changes nothing.
    support: full
  diff_mode:
    description: Changes nothing, so there is no difference.
    support: none
notes:
  - With C(become_user), the preferences are that user's. C(HOME) and the XDG directories in the environment are ignored
    if they belong to another user or are read-only.
seealso:
  - module: prefs.prefs.preferences
'''

EXAMPLES = r'''
- name: Read the preferences of the editor
  prefs.prefs.preferences_info:
    suite: editor
  register: editor

- name: Require a font that is large enough
  ansible.builtin.assert:
    that: editor.preferences.fontSize >= 12

- name: Compare the editor with what it should be
  prefs.prefs.preferences_info:
    suite: editor
    values: {fontSize: 14, theme: dark}
  register: editor
  failed_when: editor.drift | length > 0

- name: Read all suites
  prefs.prefs.preferences_info:
  register: all
'''

RETURN = r'''
preferences:
  description:
    - The values by key, as typed JSON. O(prefs.prefs.preferences#module:values) takes them.
  returned: success, with O(suite) or O(file)
  type: dict
  sample: {"fontSize": 14, "license.expires": {"$date": "2030-01-31T11:00:00Z"}}
types:
  description: The types by key.
  returned: success, with O(suite) or O(file)
  type: dict
  sample: {"fontSize": "integer", "license.expires": "date"}
origins:
  description: The files that the values are from, by key.
  returned: success, with O(suite) or O(file)
  type: dict
  sample: {"fontSize": "/home/ada/.config/editor.plist", "license.expires": "/usr/local/etc/editor.plist"}
drift:
  description:
    - The keys that differ from O(values), as C(changes) of M(prefs.prefs.preferences).
  returned: success, with O(values)
  type: list
  elements: dict
  sample: [{"key": "fontSize", "old": 12, "new": 14}]
suites:
  description:
    - The suites of the user by name, each with C(preferences), C(types) and C(origins).
  returned: success, without O(suite) and O(file)
  type: dict
msg:
  description: The message of C(prefs), and its hint on another line.
  returned: failure
  type: str
rc:
  description: The exit code of C(prefs).
  returned: failure of C(prefs)
  type: int
exit:
  description: What the exit code means.
  returned: failure of C(prefs)
  type: str
  sample: corrupt or unreadable
'''

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.prefs.prefs.plugins.module_utils.command import (
    SHARED_OPTIONS, leave_foreign_home, run, selection)


def main():
    leave_foreign_home()
    module = AnsibleModule(
        argument_spec=dict(SHARED_OPTIONS, only={'type': 'bool', 'default': False}, values={'type': 'dict'}),
        mutually_exclusive=[('suite', 'file')],
        supports_check_mode=True)
    options = selection(module) + (['--only'] if module.params['only'] else [])
    if module.params['suite'] is not None or module.params['file'] is not None:
        result = preferences(module, options)
        if module.params['values'] is not None:
            command = ['apply', '--json', '--dry-run'] + selection(module)
            result['drift'] = run(module, command, {'values': module.params['values']})
    elif module.params['values'] is not None or selection(module):
        module.fail_json(msg="'values', 'managed', 'system', 'by_host' and 'schema' need a suite")
    else:
        suites = run(module, ['suites', '--json'])
        result = {'suites': {suite: preferences(module, options + ['--suite', suite]) for suite in suites}}
    module.exit_json(changed=False, **result)


def preferences(module, options):
    """Returns the values, types and origins of one file by key."""
    entries = run(module, ['list', '--long', '--typed'] + options)
    return {
        'preferences': {entry['key']: entry['value'] for entry in entries},
        'types': {entry['key']: entry['type'] for entry in entries},
        'origins': {entry['key']: entry['origin'] for entry in entries},
    }


if __name__ == '__main__':
    main()
