#!/usr/bin/env python3
"""Runs random command lines of prefs, several at once, and checks the rules that apply to all of them.

    fuzz-commands.py --prefs BINARY [--seconds N] [--seed N] [--work DIRECTORY]

Every command runs in a scratch directory, which contains HOME and every other directory that a variable names. Under
root, it runs as the user nobody. The rules:

- a command ends within 10 seconds, without a signal, and with an exit code from 0 to 7 (0, 1 or 255 for defaults);
- with a code from 2 to 7, it prints a message, and nothing on standard output;
- nothing outside the scratch directory changes, and no suite outside the configuration directory;
- a corrupt file keeps its bytes without --replace-corrupt, a hard link its names, a symbolic link its target;
- a suite that was readable stays readable; no temporary file and no lock file remains.

A command that breaks a rule alone is printed with only the words that are needed to break it. The seed and the number
of a round reproduce its commands, but not the interaction of commands that run at once. Prints "N commands, N
findings"; the exit code is 1 if there are findings.
"""

import argparse
import os
import random
import re
import resource
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

LONGEST = 10
USER = 65534

WORDS = [
    # Empty words, nearly empty words, and words that look like options.
    b"", b" ", b"-", b"--", b"---", b"-x", b"--no-such-option", b"-int", b"--=", b"=", b"a=b", b"=b", b"--suite=",
    # Texts that are hard to print: control characters, invalid UTF-8, right-to-left, combining and wide characters.
    b"\x01", b"\t", b"a\nb", b"\r", b"\x1b[31m", b"\x7f", b"\x80", b"\xff\xfe", b"caf\xe9", b"\xc3\x28", b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80", "\u202eabc".encode(), "e\u0301".encode(), "\U0001f600".encode(), b"\xef\xbb\xbf", b"%n%s", b"\\",
    b"'", b'"', b"$HOME", b"`x`", b"*", b"[", b"[a-", b"?", b"{}", b"**",
    b"n" * 255, b"n" * 256, b"n" * 300, b"/".join([b"d"] * 200), b"k" * 70000,
    # Paths.
    b".", b"..", b"/", b"../x", b"../../x", b"./t", b"a/b", b"/dev/full", b"/dev/null", b"/nonexistent/x", b"//",
    b"fifo", b"directory", b"link.plist", b"dangling.plist", b"loop.plist", b"hard.plist", b"data.plist", b"seed.json",
    b"bad.json", b"binary.plist", b"corrupt.plist", b"empty.plist", b"text.strings", b"unreadable.plist", b"out.plist",
    b"sub/new/out.plist", b"schema.json", b"readonly/x.plist", b"~", b"~/x",
    # Suites and keys.
    b"t", b"corrupt", b"empty", b"hard", b"link", b"dangling", b"loop", b"dir", b"fifo", b".GlobalPreferences", b"never",
    b"t.plist", b"number", b"float", b"flag", b"name", b"list", b"window", b"when", b"blob", b"nested.key", b"-key",
    # Numbers, dates, data.
    b"0", b"1", b"-1", b"-0", b"007", b"1.5", b"1e308", b"1e999", b"nan", b"inf", b"-inf", b"0x10", b"1_000", b"+1",
    b"9223372036854775807", b"9223372036854775808", b"-9223372036854775809", b"18446744073709551615",
    b"18446744073709551616", b"1" * 400, b"1e-400", b"0.1e", b"true", b"yes", b"off", b"2025-01-31T12:00:00Z",
    b"0000-00-00T00:00:00Z", b"99999-12-31T23:59:60Z", b"-4713-01-01T00:00:00Z", b"AAEC", b"A===", b"0g", b"<0102>",
    # Documents.
    b"{", b"}", b"[", b"[1,2", b"[null]", b'{"a":1,"a":2}', b'{"a":{"$date":"x"}}', b'{"$uid":-1}', b'{"$data":"%"}',
    b'{"number":"x"}', b'["a",{"b":[1.5,true]}]', b"[" * 600, b"[" * 600 + b"]" * 600, b'"\\ud800"', b'"\\u0000"', b"1 2",
    b"<plist>", b"<plist version='1.0'><dict/></plist>", b"<!DOCTYPE a [<!ENTITY b 'c'>]><plist>&b;</plist>",
    b"(a, b)", b"{a = b;}", b"bplist00", b"bplist00\x01",
    # Pointers, formats, types and durations.
    b"/", b"/0", b"/-", b"/a", b"/frame/0/w", b"/frame/9999999999999999999", b"/~", b"/~2", b"/~1", b"//", b"#/a",
    b"xml", b"binary", b"json", b"typed", b"openstep", b"commands", b"string", b"integer", b"array", b"dictionary",
    b"uid", b"date", b"data", b"bash", b"zsh", b"install", b"check", b"-5", b"0.001", b"1e9", b"commands",
]
# Seven of ten command lines begin like a valid one: K is a key, V a value, F a file, S a suite, P a pointer, T a
# format.
SHAPES = """
set K V; set K --string V; set K --int V; set K --float V; set K --json V; set K --plist V; set K --date V; set K --data V
set K --hex --data V; set K --type V V; set K V --at P; set K --json V --at P --parents; set --pairs K=V K=V; set K --bool V
set K -array V V; set K -array-add V; set K -dict K V; set K -dict-add K V; set K --value-file F; set K V --if-equals V
set K V --if-unset; set K V --dry-run; set K V --replace-corrupt; set K V --break-hard-links; set K V --schema F
get K; get K K --json; get K --at P; get K --default V; get K --expect V; get K --typed; list V; list -z; list --json; keys -z
exists K; type K; type K --at P; dump --format T; dump --format T -o F; dump -o F; dump --typed; explain K; describe K
find V; find -i V; find --keys V; reset K; reset K K --strict; reset K --at P; reset --all; toggle K; increment K; increment K V
append K V; append K --json V; rename K K; rename K K --force; copy K K; copy K --to-suite S; copy K K --to-suite S --force
edit; edit --format T; apply F; apply F F --prune; apply F --if-unset; apply F --check; apply - ; apply F --dry-run --json
apply F --replace-corrupt; diff F F; diff F; diff F --json; diff --against S; convert F --format T; convert F --format T -o F
convert - --format T -o F; convert F --format T --lossy; check F; check F F; check; suites; suites -l; path; path S
schema check F; schema install F; schema show; schema; completions V; man; help V; watch K; watch --json; record -s S; record --format T -o F; reset K --replace-corrupt
history; history --json; undo; undo V; redo; merge F F F; textconv F; remove-suite S; dump --all-suites; apply --all-suites F
defaults read S; defaults write S K V; defaults read-type S K; defaults delete S K; defaults export S F; defaults import S F
"""
PLACES = {
    "K": "number float flag name list window when blob nested.key new other.new".split(),
    "F": "link.plist dangling.plist loop.plist hard.plist data.plist seed.json bad.json binary.plist corrupt.plist fifo - "
    "empty.plist text.strings unreadable.plist out.plist sub/new/out.plist schema.json directory /dev/full /dev/null".split(),
    "S": "t corrupt empty hard link dangling loop dir fifo never".split(),
    "P": "/0 /- /a /frame/0 /frame/2/w /frame/- /2/b /x/y".split(),
    "T": "xml binary json typed openstep commands".split(),
}
STANDARD_INPUTS = [None, b"", b"{}", b'{"number": 5, "new": [1]}', b"garbage \xff", b"<plist version='1.0'><dict/></plist>"]

# Verbs that print their findings before they fail.
REPORTING = {
    b"check", b"find", b"suites", b"watch", b"record", b"schema", b"textconv", b"merge", b"diff", b"explain", b"describe"
}


class Scene:
    """A home directory, created from the template, and the checks of its contents."""

    def __init__(self, fuzzer, name):
        self.fuzzer = fuzzer
        self.root = os.path.join(fuzzer.work, name)
        self.serial = 0
        self.is_excused = False
        self.fill()
        threading.Thread(target=self.feed, daemon=True).start()

    def fill(self):
        """Creates everything again in another place, since a command that hangs may still use the old one."""
        shutil.rmtree(getattr(self, "top", self.root), ignore_errors=True)
        self.serial += 1
        self.top = f"{self.root}.{self.serial}"
        self.home = os.path.join(self.top, "home")
        self.config = os.path.join(self.home, ".config")
        self.directory = os.path.join(self.home, "work")
        shutil.copytree(self.fuzzer.template, self.top, symlinks=True, ignore=shutil.ignore_patterns("fifo*", "hard*"))
        for directory in (self.config, self.directory):
            os.mkfifo(os.path.join(directory, "fifo.plist" if directory == self.config else "fifo"))
            source = os.path.join(directory, "hard.plist")
            shutil.copy2(os.path.join(directory, "data.plist" if directory == self.directory else "t.plist"), source)
            os.link(source, os.path.join(directory, "hard-too.plist"))
        if os.geteuid() == 0:
            for path, directories, files in os.walk(self.top):
                for name in [path] + [os.path.join(path, name) for name in directories + files]:
                    os.chown(name, USER, USER, follow_symlinks=False)
        os.chmod(os.path.join(self.directory, "unreadable.plist"), 0)
        os.chmod(os.path.join(self.directory, "readonly"), 0o555)
        self.corrupt = {path: facts(path) for path in self.paths("corrupt.plist")}

    def feed(self):
        """Gives a document to each reader of the FIFO, as a shell's <(...) does. Otherwise they would wait."""
        while True:
            try:
                descriptor = os.open(os.path.join(self.directory, "fifo"), os.O_WRONLY | os.O_NONBLOCK)
                try:
                    os.write(descriptor, b'{"fed": 1}')
                finally:
                    os.close(descriptor)
            except OSError:
                pass
            time.sleep(0.01)

    def paths(self, name):
        return [os.path.join(directory, name) for directory in (self.config, self.directory)]

    def environment(self):
        return {
            "HOME": self.home,
            "XDG_CONFIG_HOME": self.config,
            "XDG_CONFIG_DIRS": os.path.join(self.home, "etc"),
            "XDG_DATA_HOME": os.path.join(self.home, "share"),
            "XDG_DATA_DIRS": os.path.join(self.home, "share"),
            "XDG_STATE_HOME": os.path.join(self.home, "state"),
            "XDG_CACHE_HOME": os.path.join(self.home, "cache"),
            "XDG_RUNTIME_DIR": os.path.join(self.home, "run"),
            "TMPDIR": os.path.join(self.home, "tmp"),
            "GIT_CEILING_DIRECTORIES": self.home,
            "GIT_CONFIG_NOSYSTEM": "1",
            "PREFS_SUITE": "t",
            "EDITOR": "true",
            "VISUAL": "true",
            "PAGER": "cat",
            "TERM": "dumb",
            "LC_ALL": "C",
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        }

    def problems(self, commands):
        """Yields the problems in the scene that the last commands have caused."""
        words = [word for command in commands for word in command.arguments]
        verbs = {command.verb for command in commands}
        undoes = verbs & {b"undo", b"redo", b"history", b"remove-suite", b"git-setup"}
        names_output = any(word.startswith((b"-o", b"--o")) for word in words) or verbs & {b"merge"}
        replaces = any(word.startswith(b"--replace-c") for word in words)
        breaks_links = any(word.startswith(b"--break-h") for word in words)
        # A permitted change must not be a finding of the next round, so the scene is created again.
        self.is_excused = bool(undoes or names_output or replaces or breaks_links)
        if not replaces and not undoes:
            for path, before in self.corrupt.items():
                if names_output and path.startswith(self.directory):
                    continue
                if facts(path) != before:
                    yield f"the corrupt file {self.short(path)} is changed without --replace-corrupt"
        if not breaks_links and not undoes:
            for directory in (self.config, self.directory):
                one, other = (os.path.join(directory, name) for name in ("hard.plist", "hard-too.plist"))
                if not os.path.exists(one) or not os.path.exists(other) or not os.path.samefile(one, other):
                    yield f"the hard link {self.short(one)} is broken without --break-hard-links"
        if not undoes:
            for path in self.paths("link.plist") + self.paths("dangling.plist") + self.paths("loop.plist"):
                if not os.path.islink(path):
                    yield f"the symbolic link {self.short(path)} is replaced"
            for path in self.paths("fifo") + self.paths("fifo.plist"):
                if os.path.lexists(path) and not stat.S_ISFIFO(os.lstat(path).st_mode):
                    if not path.endswith("work/fifo.plist") and not path.endswith("config/fifo"):
                        yield f"the FIFO {self.short(path)} is replaced"
        for path in (os.path.join(self.home, "x.plist"), os.path.join(self.top, "x.plist")):
            if os.path.lexists(path):
                yield f"a suite is written outside the configuration directory: {self.short(path)}"
        for directory in (self.config, self.directory):
            for name in os.listdir(directory):
                if "prefs-tmp" in name or name == ".prefs.lock" or name.endswith(".lock"):
                    yield f"{self.short(os.path.join(directory, name))} is left"
        if not undoes:
            check = Command(self, b"list", [b"list", b"-s", b"t"], None)
            check.start()
            check.finish()
            if check.code == 4:
                yield f"a suite that could be read cannot be read: {check.standard_error[:300]!r}"

    def short(self, path):
        return os.path.relpath(path, self.home)


class Command:
    def __init__(self, scene, verb, arguments, standard_input):
        self.scene = scene
        self.verb = verb
        self.arguments = arguments
        self.standard_input = standard_input
        self.is_ended = False

    def start(self):
        fuzzer = self.scene.fuzzer
        become = {"user": USER, "group": USER, "extra_groups": []} if os.geteuid() == 0 else {}
        self.process = subprocess.Popen(
            [fuzzer.prefs, *self.arguments],
            env=self.scene.environment(),
            cwd=self.scene.directory,
            stdin=subprocess.DEVNULL if self.standard_input is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            **become,
        )
        self.started = time.monotonic()
        try:
            resource.prlimit(self.process.pid, resource.RLIMIT_AS, (4 << 30, 4 << 30))
        except (ProcessLookupError, PermissionError):
            pass

    def finish(self):
        # A command that watches runs until it gets a signal.
        watches = any(word.startswith((b"watch", b"record")) for word in self.arguments)
        # An endless file, such as /dev/full, is read until it is too large.
        longest = 3 * LONGEST if b"/dev/full" in self.arguments else LONGEST
        limit = 0.4 if watches else longest - (time.monotonic() - self.started)
        self.hangs = False
        try:
            outputs = self.process.communicate(self.standard_input, max(0.1, limit))
        except subprocess.TimeoutExpired:
            self.hangs = not watches
            self.is_ended = watches
            try:
                os.killpg(self.process.pid, signal.SIGKILL if self.hangs else signal.SIGTERM)
            except ProcessLookupError:
                pass
            try:
                outputs = self.process.communicate(timeout=5)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.hangs = True
                outputs = self.process.communicate()
        self.standard_output, self.standard_error = outputs
        self.code = self.process.returncode

    def is_of_git(self, line):
        """Returns whether a line is a message of git, which explains why it refuses a configuration."""
        return self.verb == b"git-setup" and line.startswith((b"fatal: ", b"error: "))

    def problems(self):
        """Yields the problems with the end of the command."""
        if self.hangs:
            yield f"it does not end within {LONGEST} s"
        elif self.is_ended and self.code in (-signal.SIGTERM, 0, 128 + signal.SIGTERM):
            return
        elif self.verb == b"defaults" and self.code in (0, 1, 255):
            # A message can follow what was printed, and the usage is on standard output.
            return
        elif self.code < 0 or self.code >= 128:
            yield f"it ends by a signal ({self.code})"
        elif self.code > 7:
            yield f"its exit code is {self.code}"
        elif self.code >= 2 and not self.standard_error.strip():
            if self.verb not in REPORTING or not self.standard_output:
                yield f"exit {self.code} without a message"
        elif self.code >= 2 and not all(
            line.startswith((b"prefs: ", b"hint: ", b"note: ", b" ")) or not line or self.is_of_git(line)
            for line in self.standard_error.split(b"\n")[:1]
        ):
            yield f"exit {self.code} with a message in another format"
        elif self.code >= 2 and self.standard_output and self.verb not in REPORTING:
            yield f"exit {self.code} with {len(self.standard_output)} bytes on standard output"

    def shown(self):
        words = []
        for word in self.arguments:
            if len(word) > 80:
                words.append(f"'{word[:12].decode(errors='backslashreplace')}...' ({len(word)} bytes)")
            elif re.fullmatch(rb"[ -~]*", word):
                words.append(shlex.quote(word.decode()))
            else:
                words.append("$'" + "".join(chr(c) if 32 <= c < 127 and c not in b"'\\" else f"\\x{c:02x}" for c in word) + "'")
        line = "prefs " + " ".join(words)
        return line if self.standard_input is None else f"printf %s {self.standard_input!r} | {line}"


class Fuzzer:
    def __init__(self, options):
        self.prefs = os.path.realpath(options.prefs)
        self.seed = options.seed
        self.show = options.show
        self.until = time.monotonic() + options.seconds
        self.work = options.work
        self.outside = os.path.join(self.work, "outside")
        self.template = os.path.join(self.work, "template")
        self.lock = threading.Lock()
        self.rounds = 0
        self.commands = 0
        self.codes = {}
        self.findings = {}
        self.failure = None
        os.makedirs(self.outside)
        os.chmod(self.outside, 0o777)
        with open(os.path.join(self.outside, "victim.plist"), "w") as file:
            file.write("untouched\n")
        self.make_template()
        self.read_help()

    def make_template(self):
        config = os.path.join(self.template, "home", ".config")
        directory = os.path.join(self.template, "home", "work")
        for name in ("tmp", "run", "etc", "share", "state", "cache", "work/sub", "work/directory", "work/readonly"):
            os.makedirs(os.path.join(self.template, "home", name))
        os.makedirs(os.path.join(config, "dir.plist"))
        environment = {"HOME": os.path.join(self.template, "home"), "XDG_CONFIG_HOME": config, "LC_ALL": "C"}

        def run(*arguments):
            subprocess.run([self.prefs, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)

        document = (
            '{"number": 3, "float": 1.5, "flag": true, "name": "Ada", "list": ["a", 1, {"b": 2}], "nested.key": "x",'
            ' "window": {"frame": [1, 2, {"w": 9}]}, "when": {"$date": "1970-01-01T00:00:00Z"}, "-key": 1,'
            ' "blob": {"$data": "AQI="}}'
        )
        put(os.path.join(directory, "seed.json"), document.encode())
        for target in ("-s", "t"), ("-f", os.path.join(directory, "data.plist")):
            run("apply", *target, os.path.join(directory, "seed.json"))
        for form, name in ("binary", "binary.plist"), ("openstep", "text.strings"):
            source = os.path.join(directory, "data.plist")
            run("convert", source, "--lossy", "--format", form, "-o", os.path.join(directory, name))
        whole = open(os.path.join(directory, "data.plist"), "rb").read()
        for place in (config, directory):
            put(os.path.join(place, "corrupt.plist"), whole[:-30])
            put(os.path.join(place, "empty.plist"), b"")
            os.symlink("t.plist" if place == config else "data.plist", os.path.join(place, "link.plist"))
            os.symlink("not/there.plist", os.path.join(place, "dangling.plist"))
            os.symlink("loop.plist", os.path.join(place, "loop.plist"))
        put(os.path.join(directory, "unreadable.plist"), whole)
        put(os.path.join(directory, "bad.json"), b'{"number": [1, }')
        put(os.path.join(directory, "schema.json"), b'{"type": "object", "properties": {"number": {"maximum": 5}}}')
        # A file that was just written may still be incomplete, so the commands would wait.
        for path, _, files in os.walk(self.template):
            for name in files:
                if not os.path.islink(os.path.join(path, name)):
                    os.utime(os.path.join(path, name), (1e9, 1e9))

    def read_help(self):
        def help(*arguments):
            environment = {"HOME": self.work, "PATH": "/usr/bin:/bin", "LC_ALL": "C"}
            return subprocess.run([self.prefs, "help", *arguments], env=environment, capture_output=True).stdout.decode()

        overview = help() + help("--all")
        self.verbs = sorted(set(re.findall(r"^  ([a-z][a-z-]+)  ", overview, re.MULTILINE)))
        if len(self.verbs) < 10:
            sys.exit(f"fuzz-commands: 'prefs help' names only these verbs: {self.verbs}")
        self.options = {}
        for verb in self.verbs:
            options = re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", help(verb))
            # Under root, the commands run as nobody. Another user who can write the system's directory must not do so.
            banned = {"--system"} if os.access("/usr/local/etc", os.W_OK) and os.geteuid() != 0 else set()
            self.options[verb] = sorted(set(options) - banned)
        shapes = [shape.strip() for shape in re.split("[;\n]", SHAPES) if shape.strip()]
        self.shapes = [shape for shape in shapes if shape.split()[0] in self.verbs]
        self.all_options = sorted({option for options in self.options.values() for option in options})

    def make_command(self, scene, generator):
        verb = generator.choice(self.verbs)
        if verb in ("watch", "record") and generator.random() < 0.8:
            verb = "set"
        arguments = [verb.encode()]
        if generator.random() < 0.03:
            arguments = [generator.choice(WORDS)]
        lengths = (0, 1, 1, 2, 2, 3, 3, 4, 5, 8)
        if generator.random() < 0.7:
            arguments = [self.word(part, generator) for part in generator.choice(self.shapes).split()]
            verb = arguments[0].decode()
            if generator.random() < 0.5:
                option = generator.choice("SSSFF")
                arguments += [b"-s" if option == "S" else b"-f", self.word(option, generator)]
            lengths = (0, 0, 0, 0, 0, 1, 1, 2)
        for _ in range(generator.choice(lengths)):
            chance = generator.random()
            if chance < 0.4 and self.options[verb]:
                options = self.options[verb] if generator.random() < 0.93 else self.all_options
                option = generator.choice(options).encode()
                if generator.random() < 0.15:
                    option += b"=" + generator.choice(WORDS)
                arguments.append(option)
            # What follows `record` would be a program to run.
            elif verb != "record":
                arguments.append(generator.choice(WORDS))
        # Arguments end at a NUL, and the kernel accepts up to 128 kB for each.
        arguments = [word.replace(b"\0", b"") for word in arguments]
        return Command(scene, verb.encode(), arguments, generator.choice(STANDARD_INPUTS))

    def work_on(self, name):
        try:
            scene = Scene(self, name)
            since_filled = 0
            while time.monotonic() < self.until and not self.failure:
                with self.lock:
                    self.rounds += 1
                    number = self.rounds
                generator = random.Random(f"{self.seed} {number}")
                commands = [self.make_command(scene, generator) for _ in range(generator.choice((1, 1, 2, 3)))]
                problems = self.run(scene, commands)
                since_filled += 1
                for command, problem in problems:
                    self.report(scene, number, commands, command, problem)
                if problems or since_filled >= 20 or scene.is_excused:
                    scene.fill()
                    since_filled = 0
            shutil.rmtree(scene.top, ignore_errors=True)
        except BaseException as error:
            self.failure = error
            raise

    def word(self, part, generator):
        """Returns a word for a part of a shape: mostly one that fits, sometimes any."""
        if "=" in part:
            return b"=".join(self.word(side, generator) for side in part.split("="))
        if part == "V" or (part in PLACES and generator.random() < 0.1):
            return generator.choice(WORDS)
        return generator.choice(PLACES[part]).encode() if part in PLACES else part.encode()

    def run(self, scene, commands):
        """Runs commands at once, and returns pairs of a command, or None if it is unknown, and a problem."""
        for command in commands:
            command.start()
        for command in commands:
            command.finish()
        scene.is_excused = False
        found = [(command, problem) for command in commands for problem in command.problems()]
        if not any(command.hangs for command in commands):
            single = commands[0] if len(commands) == 1 else None
            found += [(single, problem) for problem in scene.problems(commands)]
        with self.lock:
            self.commands += len(commands)
            for command in commands:
                self.codes[command.code] = self.codes.get(command.code, 0) + 1
        return found

    def report(self, scene, number, commands, command, problem):
        kind = re.sub(r"\d{2,}|'[^']*'", "_", problem)
        verbs = command.verb.decode() if command else "+".join(sorted(other.verb.decode() for other in commands))
        with self.lock:
            known = self.findings.setdefault((kind, verbs if command else "several"), [])
            known.append(problem)
            if len(known) > 1:
                return
        if command is None:
            # Find a command that causes the problem alone.
            for other in commands:
                if self.breaks(scene, other, kind):
                    command = other
                    break
        if command is not None:
            command = self.minimise(scene, command, kind)
            shown = command.shown()
            detail = f"{command.standard_error[:300]!r}, {len(command.standard_output)} bytes on standard output"
        else:
            shown = "; ".join(other.shown() for other in commands)
            detail = "only when run at once"
        with self.lock:
            print(f"round {number}: {problem}: {shown}: {detail}", file=sys.stderr, flush=True)

    def breaks(self, scene, command, kind):
        """Runs a command alone in a new scene, and returns it if it breaks the same rule."""
        scene.fill()
        again = Command(scene, command.verb, command.arguments, command.standard_input)
        for _, problem in self.run(scene, [again]):
            if re.sub(r"\d{2,}|'[^']*'", "_", problem) == kind:
                return again
        return None

    def minimise(self, scene, command, kind):
        """Removes words as long as the command breaks the same rule."""
        smallest = self.breaks(scene, command, kind)
        if smallest is None:
            return command
        for _ in range(2):
            for index in reversed(range(1, len(smallest.arguments))):
                arguments = smallest.arguments[:index] + smallest.arguments[index + 1 :]
                less = self.breaks(scene, Command(scene, command.verb, arguments, smallest.standard_input), kind)
                smallest = less or smallest
        if smallest.standard_input is not None:
            less = self.breaks(scene, Command(scene, command.verb, smallest.arguments, None), kind)
            smallest = less or smallest
        return smallest


def put(path, data):
    with open(path, "wb") as file:
        file.write(data)


def facts(path):
    """Returns the facts about a file that must not change: its inode number and its bytes."""
    try:
        with open(path, "rb") as file:
            return os.fstat(file.fileno()).st_ino, file.read()
    except OSError as error:
        return error.errno


def outside_facts(paths):
    found = {}
    for path in paths:
        for parent, directories, files in os.walk(path):
            for name in [parent] + [os.path.join(parent, name) for name in files]:
                try:
                    status = os.lstat(name)
                    found[name] = (status.st_ino, status.st_mode, status.st_uid, status.st_size, status.st_mtime_ns)
                except OSError:
                    continue
    return found


def nobody_owns():
    """Returns the files in world-writable directories that belong to the user of the commands."""
    found = set()
    for directory in ("/tmp", "/var/tmp", "/dev/shm"):
        try:
            found |= {entry.path for entry in os.scandir(directory) if entry.stat(follow_symlinks=False).st_uid == USER}
        except OSError:
            continue
    return found


def main():
    parser = argparse.ArgumentParser(description="Runs random command lines of prefs, and checks the rules for all.")
    parser.add_argument("--prefs", required=True)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=3)
    parser.add_argument("--show", type=int, default=100)
    parser.add_argument("--work", help="an empty directory to use; a temporary one by default")
    options = parser.parse_args()
    is_mine = options.work is None
    options.work = os.path.realpath(options.work or tempfile.mkdtemp(prefix="fuzz-commands."))
    os.makedirs(options.work, exist_ok=True)
    os.chmod(options.work, 0o755)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        fuzzer = Fuzzer(options)
        watched = [fuzzer.outside, "/usr/local/etc", "/etc"]
        before, owned = outside_facts(watched), nobody_owns()
        threads = [threading.Thread(target=fuzzer.work_on, args=(f"scene{index}",)) for index in range(options.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if fuzzer.failure:
            sys.exit(f"fuzz-commands: {fuzzer.failure}")
        after = outside_facts(watched)
        changed = sorted(path for path in set(before) | set(after) if before.get(path) != after.get(path))
        if os.geteuid() == 0:
            changed += sorted(nobody_owns() - owned - {options.work})
        if not stat.S_ISCHR(os.stat("/dev/full").st_mode) or not stat.S_ISCHR(os.stat("/dev/null").st_mode):
            changed.append("/dev/full or /dev/null")
        if changed:
            fuzzer.findings[("outside", "several")] = changed
            print(f"changed outside the scratch directory: {', '.join(changed)}", file=sys.stderr)
    finally:
        if is_mine:
            shutil.rmtree(options.work, ignore_errors=True)
    codes = ", ".join(f"{code}: {count}" for code, count in sorted(fuzzer.codes.items()))
    for (kind, verbs), problems in sorted(fuzzer.findings.items(), key=lambda item: -len(item[1])):
        print(f"{len(problems)} x {verbs}: {kind}", file=sys.stderr)
    print(f"seed {options.seed}; {fuzzer.rounds} rounds; exit codes {codes}", file=sys.stderr)
    print(f"{fuzzer.commands} commands, {len(fuzzer.findings)} findings")
    sys.exit(1 if fuzzer.findings else 0)


if __name__ == "__main__":
    main()
