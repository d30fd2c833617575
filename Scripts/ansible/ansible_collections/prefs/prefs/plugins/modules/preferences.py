#!/usr/bin/python
# Copyright (c) 2026 the prefs contributors
# MIT License (see LICENSE in the repository)
# SPDX-License-Identifier: MIT

from __future__ import annotations

DOCUMENTATION = r'''
module: preferences
short_description: Set or remove preferences
version_added: 0.1.0
author:
  - the prefs contributors (!UNKNOWN)
description:
  - Makes a suite, or another property list, contain the given preferences, in one transaction.
  - Calls C(prefs apply) or C(prefs reset) on the host, once for each task. Values are passed by files in memory, never
    on the command line.
  - A value that equals the stored one changes nothing, nor does a second run.
options:
  suite:
    description:
      - The suite to change, C(~/.config/SUITE.plist).
      - Exactly one of O(suite) and O(file) is required.
    type: str
  file:
    description:
      - The property list to change, in any format, which is kept.
    type: path
  managed:
    description:
      - Whether to change the file of the suite in C(/etc/prefs/managed), which comes before those of all users. The task
        needs C(become).
    type: bool
    default: false
  system:
    description:
      - Whether to change the file of the suite in C(/usr/local/etc), which programs read for all users after their own
        files. The task needs C(become).
    type: bool
    default: false
  by_host:
    description:
      - Whether to change the file of the suite in C(ByHost), for this host only.
    type: bool
    default: false
  values:
    description:
      - Values by key.
      - A date is C({$date}) with a text such as V(2030-01-31T11:00:00Z), and data is C({$data}) with Base64.
      - A number takes the type of the number that it replaces, if that represents it exactly. See O(check_type).
      - C({$elements}) with a dictionary changes elements of an array alone. Its keys find them, as V([name=web]) or
        V([=x]); its values are the entries to set, V(true) for an element that must be there, or C({$unset}).
    type: dict
  key:
    description:
      - A single key, as an alternative to O(values). A dot in it has no meaning.
    type: str
  value:
    description:
      - The value of O(key).
    type: raw
  type:
    description:
      - The type to store O(value) as. The value can be a string that spells one, as it is if it comes from a template.
      - A V(date) without an offset is in UTC. V(data) is Base64.
      - Without it, O(value) is stored as its YAML type. A string that spells a date or data stays one where the key has
        such a value, and a YAML date is a string.
      - The type of the stored value changes if it is another one, as with O(check_type=false).
    type: str
    choices: [string, integer, float, bool, date, data, array, dictionary]
  check_type:
    description:
      - Whether a value of another type than the stored one is an error, also in dictionaries. A template can turn V(15)
        into the string V("15").
      - If it is V(false), the types of the stored values change.
      - The schema decides the types that it names. An array can have other elements than the stored one. Seeds in XML
        or binary, and C({$date}) and C({$data}), name their types and are no errors.
    type: bool
    default: true
  seed:
    description:
      - Seeds on the host, JSON files or property lists. A later one replaces values of an earlier one, and O(values)
        replace those of all.
    type: list
    elements: path
  secrets:
    description:
      - Values by key that Ansible does not log and C(prefs) does not print or record. They replace those of O(values).
      - If the schema calls a key secret, its value is refused in O(values), O(value), O(append), O(drop) and O(seed).
        Ansible logs the arguments of a task before any schema is read.
      - Ansible replaces each of these texts and numbers in all that the task returns. Use texts that are long enough
        not to be a part of other values.
      - C(prefs) remembers the keys. Later tasks and commands treat them as secret too, until
        C(prefs history --forget KEY --not-secret).
    type: dict
  append:
    description:
      - Lists of elements by key, which the array of the key must have. Those that it lacks are added at the end, after
        O(values) are set.
      - A key that is not set starts from the value that programs find in the files of the system, or from its default.
    type: dict
  drop:
    description:
      - Lists of elements by key, which the array of the key must not have.
    type: dict
  state:
    description:
      - V(present) sets the values.
      - V(absent) removes O(key), or the keys of O(values) and O(secrets), whatever their values.
      - V(withdrawn) takes back all that O(owner) has set. Each value that is still as the owner set it gets its former
        one back, or is removed if there was none.
    type: str
    choices: [present, absent, withdrawn]
    default: present
  owner:
    description:
      - The name under which C(prefs) remembers the values that the task sets, and those before. A task with the same
        owner and other values takes back what it no longer sets. A role that is removed takes its settings along with
        O(state=withdrawn).
      - A value of another owner is an error.
      - In a loop, each item takes back what the item before has set in the same suite, and a warning says so. Put all
        values of an owner into one task.
      - It cannot be combined with O(append) and O(drop), which set only a part of a value.
    type: str
  take_over:
    description:
      - Whether to take over the values of other owners, with what was there before either.
    type: bool
    default: false
  prune:
    description:
      - Whether to remove all other keys. It cannot be combined with O(owner).
      - A removed value is returned and recorded, unless its key is secret.
    type: bool
    default: false
  schema:
    description:
      - A schema on the host to check the values with, in place of the installed one of the suite.
    type: path
  executable:
    description:
      - The command, as a path or as a name in C(PATH), C(/usr/local/bin) or C(~/.local/bin).
    type: path
    default: prefs
attributes:
  check_mode:
    description: Reports the changes and writes nothing.
    support: full
  diff_mode:
    description: Shows each changed key with its values before and after.
    support: full
notes:
  - With C(become_user), the preferences are that user's. C(HOME) and the XDG directories in the environment are ignored
    if they belong to another user or are read-only.
  - Each change is in the history of that user, and C(prefs undo) takes it back, but not secrets.
  - With O(state=absent) and O(secrets), nothing is recorded in the history.
seealso:
  - module: prefs.prefs.preferences_info
  - module: prefs.prefs.install
'''

EXAMPLES = r'''
- name: Configure the editor of a user
  prefs.prefs.preferences:
    suite: editor
    values:
      fontSize: 14
      theme: dark
      license.expires: {$date: "2030-01-31T11:00:00Z"}
    secrets:
      license.token: "{{ vaulted_token }}"
  become: true
  become_user: ada

- name: Set one value from a variable
  prefs.prefs.preferences:
    suite: editor
    key: lineWidth
    value: "{{ line_width }}"
    type: integer

- name: Make the number of a variable text
  prefs.prefs.preferences:
    suite: editor
    values:
      lineWidth: "{{ line_width }}"
    check_type: false

- name: Allow only the keys of a seed
  prefs.prefs.preferences:
    suite: editor
    seed: [/etc/editor/seed.json]
    prune: true

- name: Set the values of a role, and take back those that it no longer has
  prefs.prefs.preferences:
    suite: editor
    owner: roles/editor
    values:
      fontSize: 14

- name: Set an entry of one element of an array, and remove another element
  prefs.prefs.preferences:
    suite: proxy
    values:
      servers:
        $elements:
          "[name=web]": {port: 8080}
          "[name=old]": {$unset: true}

- name: Decide a value for all users
  prefs.prefs.preferences:
    suite: editor
    managed: true
    values: {updates.automatic: true}
  become: true

- name: Take back all that a role has set
  prefs.prefs.preferences:
    suite: editor
    owner: roles/editor
    state: withdrawn

- name: Require two elements of an array, and lack another one, whatever else it has
  prefs.prefs.preferences:
    suite: editor
    values: {fontSize: 14}
    append: {plugins: [spelling, git]}
    drop: {plugins: [telemetry]}

- name: Set a default for all users
  prefs.prefs.preferences:
    suite: editor
    system: true
    values: {theme: dark}
  become: true

- name: Restore the defaults of two keys
  prefs.prefs.preferences:
    suite: editor
    values: {fontSize: , theme: }
    state: absent
'''

RETURN = r'''
changes:
  description:
    - The changed keys, in the order of their bytes. C(old) is missing if the key was not set, C(new) if it is removed.
    - Values are typed JSON, and those of secrets C((secret\)).
  returned: success
  type: list
  elements: dict
  sample: [{"key": "fontSize", "old": 12, "new": 14}]
suite:
  description: The suite.
  returned: if O(suite) is given
  type: str
  sample: editor
file:
  description: The property list.
  returned: if O(file) is given
  type: str
msg:
  description: The message of C(prefs), and its hint on another line.
  returned: failure
  type: str
  sample: "values: cannot set 'fontSize': 99 exceeds the maximum of 72 (/etc/editor/schema.json:4:20)"
rc:
  description: The exit code of C(prefs).
  returned: failure of C(prefs)
  type: int
  sample: 3
exit:
  description: What the exit code means. What the task has, such as a null, is an V(invalid value) too.
  returned: failure of C(prefs)
  type: str
  sample: invalid value
'''

import json
import math
import os
import re

from ansible.module_utils.basic import AnsibleModule
from ansible.module_utils.parsing.convert_bool import boolean
from ansible_collections.prefs.prefs.plugins.module_utils.command import (
    SHARED_OPTIONS, leave_foreign_home, run, selection)


def main():
    leave_foreign_home()
    module = AnsibleModule(
        argument_spec=dict(
            SHARED_OPTIONS,
            values={'type': 'dict'},
            key={'type': 'str', 'no_log': False},
            value={'type': 'raw'},
            type={'type': 'str', 'choices': list(CONVERSIONS)},
            check_type={'type': 'bool', 'default': True},
            seed={'type': 'list', 'elements': 'path'},
            secrets={'type': 'dict', 'no_log': True},
            append={'type': 'dict'},
            drop={'type': 'dict'},
            state={'type': 'str', 'choices': ['present', 'absent', 'withdrawn'], 'default': 'present'},
            owner={'type': 'str'},
            take_over={'type': 'bool', 'default': False},
            prune={'type': 'bool', 'default': False},
        ),
        mutually_exclusive=[('suite', 'file'), ('values', 'key')],
        required_one_of=[('suite', 'file')],
        required_if=[
            ('state', 'present', ('values', 'key', 'seed', 'secrets', 'append', 'drop'), True),
            ('state', 'absent', ('values', 'key', 'seed', 'secrets'), True),
            ('state', 'withdrawn', ('owner',))],
        required_by={'value': 'key', 'type': 'value'},
        supports_check_mode=True)
    # Ansible counts an option as given if a template leaves it without a value.
    given = {
        'present': ('values', 'key', 'seed', 'secrets', 'append', 'drop'),
        'absent': ('values', 'key', 'seed', 'secrets'),
        'withdrawn': ('owner',)}[module.params['state']]
    for names in ('suite', 'file'), given:
        if all(module.params[name] is None for name in names):
            module.fail_json(msg='one of the following needs a value: %s' % ', '.join(names))
    changes = {'present': applied, 'absent': removed, 'withdrawn': withdrawn}[module.params['state']](module)

    target = {name: module.params[name] for name in ('suite', 'file') if module.params[name]}
    result = dict(target, changed=bool(changes), changes=changes)
    if module._diff:
        result['diff'] = difference(changes, *target.values())
    module.exit_json(**result)


def applied(module):
    """Sets the values of a task and returns the changes."""
    parameters = module.params
    if '$schema' in [parameters['key'], *(parameters['values'] or {}), *(parameters['secrets'] or {})]:
        module.fail_json(msg="cannot set '$schema': in a seed, it names a schema, and is no key")
    seeds = [os.path.abspath(seed) for seed in parameters['seed'] or []]
    options = common_options(module)
    if parameters['owner'] is not None:
        options += ['--owner', parameters['owner']]
    if parameters['take_over']:
        options.append('--take-over')
    if parameters['prune']:
        options.append('--prune')
    if parameters['type'] or not parameters['check_type']:
        options.append('--change-types')
    documents = values(module)
    # With secrets, even if there are none, values of keys that the schema calls secret are refused.
    documents['secrets'] = parameters['secrets'] or {}
    for name in 'append', 'drop':
        if parameters[name] is not None:
            documents[name] = parameters[name]
    return run(module, ['apply'] + options + seeds, documents)


def removed(module):
    """Removes the keys of a task and returns the changes."""
    parameters = module.params
    others = ('seed', 'append', 'drop', 'owner', 'prune')
    given = ["'%s'" % name for name in others if parameters[name]]
    if given:
        module.fail_json(msg="%s cannot be combined with the state 'absent'" % ' and '.join(given))
    secrets = parameters['secrets'] or {}
    keys = list(parameters['values'] or {}) + list(secrets)
    if parameters['key'] is not None:
        keys.append(parameters['key'])
    if not keys:
        return []
    options = common_options(module)
    if secrets:
        options.append('--no-history')
    changes = run(module, ['reset'] + options + ['--'] + keys)
    for change in changes:
        if change['key'] in secrets:
            change['old'] = '(secret)'
    return changes


def withdrawn(module):
    """Takes back what the owner of a task has set and returns the changes."""
    parameters = module.params
    others = ('values', 'key', 'seed', 'secrets', 'append', 'drop', 'prune', 'take_over')
    if any(parameters[name] for name in others):
        module.fail_json(msg="the state 'withdrawn' needs 'owner' alone")
    return run(module, ['apply'] + common_options(module) + ['--owner', parameters['owner'], '--withdraw'])


def common_options(module):
    return ['--json'] + selection(module) + (['--dry-run'] if module.check_mode else [])


def values(module):
    """Returns the values of a task by key, by the option that they are from."""
    key, value, kind = (module.params[name] for name in ('key', 'value', 'type'))
    if key is None:
        return {'values': module.params['values'] or {}}
    if value is None:
        module.fail_json(msg="cannot set '%s': it has no value" % key)
    try:
        return {'value': {key: CONVERSIONS[kind](value) if kind else value}}
    except (AttributeError, TypeError, ValueError, OverflowError):
        module.fail_json(msg="cannot set '%s': the value is not of type %s" % (key, kind))


def text(value):
    # A template can turn a string of digits into an integer. Other types have lost their spelling: 1.10 is 1.1.
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TypeError
    return str(value)


def integer(value):
    if isinstance(value, (bool, float)) or isinstance(value, str) and not re.fullmatch('-?[0-9]+', value):
        raise TypeError
    return int(value)


def number(value):
    if isinstance(value, bool):
        raise TypeError
    real = float(value)
    return real if math.isfinite(real) else {'$real': str(real)}


def date(value):
    # YAML dates come as text, without an offset if they have none.
    day, separator, time = value.replace(' ', 'T').partition('T')
    if not re.search('(Z|[+-][0-9:]+)$', time):
        time = (time or '00:00:00') + 'Z'
    return {'$date': day + 'T' + time}


def data(value):
    if not isinstance(value, str):
        raise TypeError
    return {'$data': value}


def instance(kind):
    def checked(value):
        if not isinstance(value, kind):
            raise TypeError
        return value
    return checked


CONVERSIONS = {
    'string': text,
    'integer': integer,
    'float': number,
    'bool': boolean,
    'date': date,
    'data': data,
    'array': instance(list),
    'dictionary': instance(dict),
}


def difference(changes, target):
    """Returns the changes as Ansible shows them: before and after, with a line for each key."""
    sides = {'old': '', 'new': ''}
    for change in changes:
        for side in sides:
            if side in change:
                sides[side] += '%s: %s\n' % (spelled(change['key']), spelled(change[side]))
    return {'before': sides['old'], 'after': sides['new'], 'before_header': target, 'after_header': target}


def spelled(value):
    return json.dumps(value, ensure_ascii=False)


if __name__ == '__main__':
    main()
