#!/usr/bin/python
# Copyright (c) 2026 the prefs contributors
# MIT License (see LICENSE in the repository)
# SPDX-License-Identifier: MIT

from __future__ import annotations

DOCUMENTATION = r'''
module: install
short_description: Copy the command prefs to hosts
version_added: 0.1.0
author:
  - the prefs contributors (!UNKNOWN)
description:
  - Copies the static binary of C(prefs) from the controller to a host that has none, or another version.
  - The binary must be for the architecture of the host. It replaces an existing one atomically.
options:
  src:
    description:
      - The binary on the controller, by default the C(prefs) in C(PATH) there.
      - A relative path is found as that of M(ansible.builtin.copy).
    type: path
  dest:
    description:
      - The path on the host. Its directory must exist.
    type: path
    default: /usr/local/bin/prefs
attributes:
  action:
    description: Runs on the controller, and copies the file with M(ansible.builtin.copy).
    support: full
  check_mode:
    description: Reports whether the host needs the binary, and copies nothing.
    support: full
  diff_mode:
    description: Is that of M(ansible.builtin.copy).
    support: partial
seealso:
  - module: ansible.builtin.copy
  - module: prefs.prefs.preferences
'''

EXAMPLES = r'''
- name: Bring prefs to all hosts
  prefs.prefs.install:
  become: true

- name: Bring prefs to a host without root
  prefs.prefs.install:
    src: build/prefs
    dest: ~/.local/bin/prefs
'''

RETURN = r'''
dest:
  description: The path on the host.
  returned: success, except in check mode
  type: str
  sample: /usr/local/bin/prefs
checksum:
  description: The SHA-1 of the binary.
  returned: success, except in check mode
  type: str
msg:
  description: What failed and why.
  returned: failure
  type: str
  sample: "'/usr/bin/prefs' is for x86_64, and the host is aarch64"
'''
