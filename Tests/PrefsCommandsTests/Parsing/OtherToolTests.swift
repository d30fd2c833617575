import Testing

@testable import PrefsCommands

@Suite("Command lines of other tools")
struct OtherToolTests {
    /// The command lines of other tools, with the suggested lines of prefs.
    static let lines: KeyValuePairs<String, String> = [
        // defaults
        "read": "prefs list",
        "read name": "prefs get name, or: prefs list -s name",
        "read com.example.app": "prefs get com.example.app, or: prefs list -s com.example.app",
        "read d k": "prefs get -s d k",
        "read -g k": "prefs get -g k",
        "read NSGlobalDomain": "prefs list -g",
        "read ~/a.plist k": "prefs get -f '~/a.plist' k",
        "read -app Editor k": "prefs get -s Editor k",
        "-currentHost read d k": "prefs get -s d k --by-host",
        "read-type d k": "prefs type -s d k",
        "read-type k": "prefs type k",
        "write k v": "prefs set k v",
        "write d k v": "prefs set -s d k v",
        "write d k -int 5": "prefs set -s d k -int 5",
        "write d k -array-add a b": "prefs set -s d k -array-add a b",
        "write -g k -bool YES": "prefs set -g k -bool YES",
        "export d f": "prefs dump -s d -o f",
        "export d -": "prefs dump -s d",
        "domains": "prefs suites",
        // git config
        "--get k": "prefs get k",
        "--get k v": "prefs get k --default v",
        "--get-regexp user": "prefs list '*user*'",
        "--list": "prefs list",
        "-l": "prefs list",
        "--unset k": "prefs reset k",
        "--add k v": "prefs append k v",
        "--replace-all k v": "prefs set k v",
        "user.name": "prefs get user.name",
        "user.name Ada": "prefs set user.name Ada",
        // gsettings
        "list-schemas": "prefs suites",
        "list-keys org.x": "prefs keys -s org.x",
        "list-keys": "prefs keys",
        "list-recursively org.x": "prefs list -s org.x",
        "list-recursively": "prefs list",
        "reset-recursively org.x": "prefs reset --all -s org.x",
        "range org.x k": "prefs describe -s org.x k",
        // plutil
        "-p f": "prefs list -f f",
        "-lint f": "prefs check f",
        "-convert xml1 f": "prefs convert f --format xml -o f",
        "-convert binary1 f -o g": "prefs convert f --format binary -o g",
        "-convert json -o - f": "prefs convert f --format json",
        "-extract a.b.0 raw f": "prefs get a --at /b/0 -f f",
        "extract a json f": "prefs get a --json -f f",
        "-type a f": "prefs type a -f f",
        "-remove a.b f": "prefs reset a --at /b -f f",
        "-replace a -integer 5 f": "prefs set a -integer 5 -f f",
        "-insert a.b -json [1] f": "prefs set a --at /b --json '[1]' -f f",
    ]

    @Test("a line of another tool gives the line of prefs, which parses", arguments: Array(lines))
    func answer(line: String, answer: String) throws {
        let words = line.split(separator: " ").map(String.init)
        #expect {
            try ArgumentParser.parse(words)
        } throws: {
            ($0 as? UsageError)?.message == Message("unknown command '\(words[0])'", hint: answer)
        }
        for translation in try #require(OtherTool.translations(of: words)) {
            #expect(throws: Never.self) { try ArgumentParser.parse(translation) }
        }
    }

    @Test(
        "a line without a counterpart gives no suggestion",
        arguments: [
            "write", "write d", "read -x", "export d", "-convert swift f", "-convert xml1", "-replace a -dictionary f",
            "-replace a -plist x f", "--get", "frobnicate", "-q get name", "list-keys a b", ".", "a.", "a.b c d",
        ]
    )
    func noCounterpart(line: String) {
        #expect(OtherTool.translations(of: line.split(separator: " ").map(String.init)) == nil)
    }
}
