import TestSupport
import Testing

/// The ways in which a value is secret, and its file is selected.
enum SecretSetting: String, CaseIterable, Sendable {
    /// By the schema of the suite.
    case schema
    /// A part of a dictionary.
    case nested
    /// By the schema of the suite whose file is selected by its path.
    case file
    /// By the schema of the suite to whose file another one is a symbolic link.
    case link
    /// Under a former name of the key.
    case formerName
    /// By an earlier `apply --secrets`, without a schema.
    case earlierSecrets

    /// The key that has the secret.
    var key: String { self == .nested ? "account" : self == .formerName ? "oldToken" : "token" }

    /// The value of the key, in the JSON of a seed.
    func value(_ secret: String) -> String {
        self == .nested ? #"{"name":"ada","password":"\#(secret)"}"# : #""\#(secret)""#
    }

    var selector: String {
        switch self {
        case .file: "-f config/t.plist"
        case .link: "-s alias"
        default: "-s t"
        }
    }
}

/// No line shows a secret, and none leaves it in the history, in the state or in the arguments of a process.
@Suite("Values that are secret, in whatever way", .mayWait)
struct SecretTableTests {
    /// A part of every secret, which no other test uses.
    private static let word = "magpie"

    private static let schema = """
        {"properties": {
          "token": {"formerly": ["oldToken"], "secret": true},
          "account": {"properties": {"name": {"type": "string"}, "password": {"secret": true}}},
          "plain": {"description": "not secret"}
        }}
        """

    /// The command lines; `;` separates those that follow each other, `SEL` selects the file, `KEY` is the key with the
    /// secret, `PATH` the path of the file; and `<` takes the rest as the name of a file for standard input.
    static let lines = [
        "list SEL", "list SEL -l", "list SEL --all", "list SEL --json", "list SEL --typed -l --no-schema",
        "list SEL --no-schema", "explain SEL KEY", "explain SEL KEY --json --no-schema", "describe SEL KEY",
        "describe SEL KEY --json", "find SEL agp", "find SEL -i AGP --json", "find SEL plain --no-schema", "find agp",
        "check SEL", "check PATH --json", "defaults find agp", "textconv PATH", "textconv PATH --no-schema",
        "__complete zsh get SEL ", "diff SEL seed.json", "diff SEL seed.json --json", "diff SEL --against other",
        "diff SEL seed.json --no-schema", "diff PATH seed.json", "merge seed.json PATH theirs.json --dry-run",
        "set SEL KEY --dry-run --value-file - <new", "set SEL KEY --value-file - --int <new",
        "set SEL KEY --value-file - --json <new", "set SEL KEY --value-file - --string --if-equals x <new",
        "set SEL KEY --value-file - --string <new ; history SEL ; undo SEL --force",
        "set SEL KEY --no-schema --value-file - --string <new", "set SEL plain x ; undo SEL ; redo SEL",
        "reset SEL KEY --dry-run", "reset SEL KEY --json", "reset SEL KEY --json --no-schema",
        "reset SEL --all --json ; undo SEL --force --json", "reset SEL --glob * --json",
        "rename SEL KEY new ; list SEL ; history SEL ; undo SEL --force --json",
        "rename SEL KEY new --json --no-schema ; list SEL --no-schema", "rename SEL KEY plain --force --json",
        "rename SEL KEY new --dry-run", "copy SEL KEY new --json ; list SEL ; undo SEL --json",
        "copy SEL KEY new --json --no-schema", "copy SEL KEY plain --force --json",
        "copy SEL --all --to-suite third --json ; list -s third ; history -s third",
        "copy SEL --glob *o* --to-suite third ; list -s third ; reset -s third --all --json",
        "toggle SEL KEY", "toggle SEL KEY --no-schema", "increment SEL KEY", "increment SEL KEY 1 --no-schema",
        "append SEL KEY x", "append SEL KEY x --no-schema --dry-run", "edit SEL --dry-run",
        "edit SEL --dry-run --no-schema", "edit SEL --format json ; history SEL ; undo SEL --force",
        "apply SEL seed.json --dry-run", "apply SEL seed.json --json ; undo SEL --force --json",
        "apply SEL seed.json --check --no-schema", "apply SEL seed.json --prune --json --no-schema",
        "apply SEL --secrets seed.json --json ; history SEL --json", "apply SEL --secrets bad.json",
        "history SEL --clear ; list SEL", "history SEL --forget KEY ; list SEL",
    ]

    private func command(_ setting: SecretSetting) throws -> PrefsCommand {
        var prefs = try PrefsCommand.withSchema(setting == .earlierSecrets ? nil : Self.schema)
        let directory = prefs.directory
        prefs.environment["XDG_STATE_HOME"] = directory.path(of: "state")
        prefs.environment["EDITOR"] = directory.path(of: "editor")
        let entry = #"{"\#(setting.key)":\#(setting.value("\(Self.word)-a")),"plain":"text"}"#
        try directory.write(entry, to: "entry.json")
        try directory.write(entry.replacing("-a", with: "-s"), to: "seed.json")
        try directory.write(entry.replacing("-a", with: "-t"), to: "theirs.json")
        try directory.write(#"{"\#(setting.key)": \#(Self.word)}"#, to: "bad.json")
        try directory.write("\(Self.word)-n", to: "new")
        try directory.write(Self.word, to: "word")
        // The editor changes each secret, and searches all processes for one.
        try directory.write("s/\(Self.word)-/\(Self.word)-e/", to: "changes.sed")
        let editor = """
            #!/bin/sh
            cd '\(directory.path)' && grep -slf word /proc/[0-9]*/cmdline /proc/[0-9]*/environ >found
            sed -i -f changes.sed "$1"
            """
        try directory.write(editor, to: "editor")
        let known =
            setting == .earlierSecrets
            ? "prefs apply -s t --secrets entry.json; prefs apply -s other --secrets theirs.json"
            : "cp data/prefs/schemas/t.schema.json data/prefs/schemas/other.schema.json"
        let script = """
            cd ..
            chmod +x editor && mkdir -p config && ln -s t.plist config/alias.plist
            prefs convert entry.json -o config/t.plist --format xml
            prefs convert theirs.json -o config/other.plist --format xml
            \(known)
            mkdir -p state && cp -a state state.saved && cp -a config config.saved
            """
        expect(try Shell(prefs).run(script), exit: 0, errors: .optional)
        return prefs
    }

    @Test("no line shows or records a secret", arguments: SecretSetting.allCases)
    func hidden(setting: SecretSetting) throws {
        let prefs = try command(setting)
        for line in Self.lines {
            let words = line.replacing("SEL", with: setting.selector).replacing("KEY", with: setting.key)
                .replacing("PATH", with: setting == .link ? "config/alias.plist" : "config/t.plist")
            let script = words.split(separator: ";").map { "prefs \($0.replacing("*", with: "'*'"))" }
                .joined(separator: "\ncode=$?; [ $code != 2 ] || exit 2\n")
            let outcome = try Shell(prefs).run("cd ..; \(script)\n[ $? != 2 ]")
            let printed = outcome.text + outcome.errorText
            #expect(!printed.contains(Self.word), "\(line): \(outcome)")
            #expect(outcome.ending != .exited(2) && outcome.ending != .exited(1), "\(line): \(outcome)")
            let search =
                "cd ..; grep -rlf word state; [ ! -f found ] || cat found; rm -rf found state config; "
                + "cp -a state.saved state; cp -a config.saved config"
            #expect(try Shell(prefs).run(search).text == "", "\(line)")
        }
    }
}
