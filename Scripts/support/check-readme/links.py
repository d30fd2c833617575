"""Checks the links of Markdown documents as cmark(1) renders them.

    links.py DOCUMENT...

Prints each reference that is unresolved, unused or defined twice, each path that is neither a link nor code, and each
link to a document that does not exist, or whose title or heading shares no word with the link.
"""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

NAMESPACE = "{http://commonmark.org/xml/1.0}"
# The directives of DocC and its links are Scripts/docs's to check.
DEFINITION = re.compile(r"^ {0,3}\[([^\]^]+)\]: +\S", re.MULTILINE)
UNRESOLVED = re.compile(r"\[[^\]]+\](\[|:)|\[[a-z-]+\]")
BARE_PATH = re.compile(r"(?<![\w/])(\.{1,2}/|\.github/|Sources/|Tests/|Scripts/)[\w./-]*\w")


def render(text):
    output = subprocess.run(["cmark", "-t", "xml"], input=text, capture_output=True, text=True, check=True).stdout
    return ElementTree.fromstring(output)


def children(node, *names):
    """The descendants with these names, but none in a link."""
    for child in node:
        if child.tag in [NAMESPACE + name for name in names]:
            yield child
        if child.tag != NAMESPACE + "link":
            yield from children(child, *names)


def text(node):
    return "".join(part.text or " " for part in node.iter() if not len(part))


def words(title):
    return set(re.findall(r"[a-z]{2,}", title.lower())) - {"the", "and", "of", "in", "to", "all", "md"}


def anchor(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def headings(path):
    with open(path, encoding="utf-8") as file:
        return [text(heading) for heading in children(render(file.read()), "heading")]


def problems(path):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    document = render(source)
    for block in children(document, "paragraph", "heading"):
        plain = "".join(part.text or " " for part in children(block, "text", "softbreak"))
        for match in UNRESOLVED.finditer(plain):
            yield f"unresolved reference {match.group()}"
        for match in BARE_PATH.finditer(plain):
            yield f"{match.group()} is neither a link nor code"
    prose = re.sub(r"^```.*?^```$", "", source, flags=re.MULTILINE | re.DOTALL)
    labels = DEFINITION.findall(prose)
    for label in sorted(set(labels)):
        if labels.count(label) > 1:
            yield f"reference [{label}] is defined twice"
        if prose.count(f"[{label}]") == labels.count(label):
            yield f"reference [{label}] is not used"
    for link in children(document, "link"):
        target, _, fragment = link.get("destination").partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        target = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
        if not os.path.exists(target):
            yield f"{target} does not exist"
        elif target.endswith(".md"):
            titles = headings(target)
            if fragment and fragment not in map(anchor, titles):
                yield f"{target} has no heading #{fragment}"
            fitting = titles[:1] + [title for title in titles if fragment and anchor(title) == fragment]
            if target != path and not words(text(link)) & words(" ".join(fitting)):
                yield f"the link '{text(link)}' leads to '{' / '.join(fitting)}'"


found = [f"{path}: {problem}" for path in sys.argv[1:] for problem in problems(path)]
print("\n".join(found))
sys.exit(1 if found else 0)
