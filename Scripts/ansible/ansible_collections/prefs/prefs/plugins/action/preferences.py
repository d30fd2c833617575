# Copyright (c) 2026 the prefs contributors
# MIT License (see LICENSE in the repository)
# SPDX-License-Identifier: MIT

from __future__ import annotations

from ansible.plugins.action.normal import ActionModule as NormalAction


class ActionModule(NormalAction):
    """Runs the module, and warns if an item of a loop takes back what another one has set."""

    # The arguments of the first item by the settings of an owner. All items of a loop run in one process.
    _arguments = {}

    def run(self, tmp=None, task_vars=None):
        result = super().run(tmp, task_vars)
        arguments = self._task.args
        if arguments.get('owner') is None:
            return result
        names = ('owner', 'suite', 'file', 'managed', 'system', 'by_host')
        place = (self._task._uuid, self._task.become_user, self._task.delegate_to, *map(arguments.get, names))
        if self._arguments.setdefault(place, arguments) != arguments:
            result.setdefault('warnings', []).append(
                "each item of the loop takes back what the item before has set for '%s': put the values of an owner "
                "into one task" % arguments['owner'])
        return result
