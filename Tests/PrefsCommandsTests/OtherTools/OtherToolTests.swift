import Testing

@testable import CommandGrammar
import OtherTools
@testable import PrefsCommands

@Suite("Command lines of other tools")
struct OtherToolTests {
    /// The command lines of other tools, with the suggested lines of prefs.
    ///
    /// In the lines of other tools, `_` is a space in a word.
    static let lines: KeyValuePairs<String, String> = [
        // defaults
        "read": "prefs find ''",
        "read name": "prefs get name, or: prefs list -s name --only",
        "read com.example.app": "prefs list -s com.example.app --only",
        "read d k": "prefs get -s d k",
        "read -g": "prefs list -g",
        "read -g k": "prefs get -g k",
        "read -globalDomain k": "prefs get -g k",
        "read NSGlobalDomain": "prefs list -g",
        "read Apple_Global_Domain k": "prefs get -g k",
        "read /home/ada/a.plist k": "prefs get -f /home/ada/a.plist k",
        "read /Library/Preferences/com.example.app": "prefs list -f /Library/Preferences/com.example.app.plist",
        "write ./a k v": "prefs set -f ./a.plist k --string v",
        "read-type d k": "prefs get --type -s d k",
        "read-type k": "prefs get --type k",
        "write k v": "prefs set k v",
        "write k -int 5": "prefs set k -int 5",
        "write d k v": "prefs set -s d k --string v",
        "write d k 5": "prefs set -s d k --string 5, or: prefs set -s d k 5",
        "write d k -5": "prefs set -s d k --string -5, or: prefs set -s d k -5",
        "write d k -x": "prefs set -s d k --string -x",
        "write d k (a,_b)": "prefs set -s d k --plist '(a, b)'",
        "write d k {a=1;}": "prefs set -s d k --plist '{a=1;}'",
        "write d k <0102>": "prefs set -s d k --plist '<0102>'",
        #"write d k "a_b""#: "prefs set -s d k --string 'a b'",
        "write d k -int 5": "prefs set -s d k -int 5",
        "write d k -integer 5": "prefs set -s d k -integer 5",
        "write d k -float 1": "prefs set -s d k -float 1",
        "write d k -string -x": "prefs set -s d k -string -x",
        "write d k -date 2025-01-31T12:00:00Z": "prefs set -s d k -date 2025-01-31T12:00:00Z",
        "write d k -data 0102": "prefs set -s d k -data 0102",
        "write d k -array": "prefs set -s d k -array",
        "write d k -array a 5 -int 5 (b)": "prefs set -s d k -array a --string 5 -int 5 --plist '(b)'",
        "write d k -array-add a b": "prefs set -s d k -array-add a b",
        "write d k -dict a b c 5": "prefs set -s d k -dict a b c --string 5",
        "write d k -dict-add a -bool YES": "prefs set -s d k -dict-add a -bool YES",
        "write -g k -bool YES": "prefs set -g k -bool YES",
        "export d f": "prefs dump -s d --format binary -o f",
        "export d -": "prefs dump -s d",
        "domains": "prefs suites",
        "-currentHost read d": "prefs list --by-host -s d",
        "-currentHost read d k": "prefs get --by-host -s d k",
        "-currentHost write d k v": "prefs set --by-host -s d k --string v",
        "-currentHost write -g k -int 5": "prefs set --by-host -g k -int 5",
        "write -currentHost d k v": "prefs set --by-host -s d k --string v",
        "-currentHost delete d k": "prefs reset --by-host -s d k",
        "-currentHost rename d a b": "prefs rename --by-host -s d a b",
        // jq
        ". d": "prefs dump -s d --json",
        ".a d": "prefs get -s d a",
        ".a.b[0] d": "prefs get -s d a --at /b/0",
        "jq -r .a ./f.json": "prefs get -f ./f.json a",
        "del(.a) d": "prefs reset -s d a",
        ".a_=_\"x\" d": "prefs set -s d a --string x",
        ".a=18 d": "prefs set -s d a 18",
        "gsettings set org.x k ['a']": "prefs set -s org.x k --json '[\"a\"]'",
        // git config
        "--rename-section a b": "prefs suites rename a b",
        "remove-section a": "prefs suites remove a",
        "--get k": "prefs get k",
        "--get-all k": "prefs get k",
        "--get k --default v": "prefs get k --default v",
        "--default v --get k": "prefs get k --default v",
        "--get --type=bool k": "prefs get k --expect bool",
        "--get-regexp user": "prefs find user",
        "--list": "prefs find ''",
        "-l": "prefs find ''",
        "--list --show-origin": "prefs list -l",
        "--list --name-only": "prefs list --names-only",
        "--unset k": "prefs reset k",
        "--unset-all k": "prefs reset k",
        "--replace-all k v": "prefs set k v",
        "--edit": "prefs edit",
        "-e": "prefs edit",
        "user.name": "prefs get user.name",
        "user.name Ada": "prefs set user.name Ada",
        "--bool user.flag yes": "prefs set user.flag --bool yes",
        "--type int user.size 5": "prefs set user.size --int 5",
        "--global user.name Ada": "prefs set -g user.name Ada",
        "--global --list": "prefs list -g",
        "--system --get user.name": "prefs get --system -g user.name",
        "--local user.name": "prefs get user.name",
        "config user.name Ada": "prefs set user.name Ada",
        "config theme dark": "prefs set theme dark",
        "config --get user.name": "prefs get user.name",
        "config set user.name Ada": "prefs set user.name Ada",
        "config set --type=int user.size 5": "prefs set user.size --int 5",
        "config get --all user.name": "prefs get user.name",
        "config get --default=v user.name": "prefs get user.name --default v",
        "config get --regexp user": "prefs find user",
        "config unset user.name": "prefs reset user.name",
        "config list": "prefs find ''",
        "config edit": "prefs edit",
        "git config --global user.name Ada": "prefs set -g user.name Ada",
        // gsettings
        "list-schemas": "prefs suites",
        "list-keys org.x": "prefs list --names-only -s org.x --only",
        "list-recursively org.x": "prefs list -s org.x --all --only",
        "list-recursively": "prefs find ''",
        "reset-recursively org.x": "prefs reset -s org.x --all",
        "range org.x k": "prefs explain -s org.x k",
        "monitor org.x": "prefs watch -s org.x",
        "monitor org.x k": "prefs watch -s org.x k",
        "gsettings get org.x k": "prefs get -s org.x k",
        "gsettings set org.x k true": "prefs set -s org.x k true",
        "gsettings set org.x k 'a_b'": "prefs set -s org.x k --string 'a b'",
        "gsettings reset org.x k": "prefs reset -s org.x k",
        "gsettings describe org.x k": "prefs explain -s org.x k",
        // plutil
        "-p f": "prefs list -f f",
        "-lint f": "prefs check f",
        "-lint -s -- f g": "prefs check f g",
        "-convert xml1 f": "prefs convert f --format xml -o f",
        "-convert binary1 f -o g": "prefs convert f --format binary -o g",
        "-convert json -r -o - f": "prefs convert f --format json",
        "-convert json -e json a.plist": "prefs convert a.plist --format json -o a.json",
        "-convert json -e json ./a.b/f": "prefs convert ./a.b/f --format json -o ./a.b/f.json",
        "-extract a.b.0 raw f": "prefs get a --at /b/0 -f f",
        "-extract a raw -expect bool -o - f": "prefs get a --expect bool -f f",
        "-extract a json -o - f": "prefs get a --json -f f",
        #"-extract a\.b.c/d~e raw f"#: "prefs get a.b --at '/c~1d~0e' -f f",
        "-type a f": "prefs get --type a -f f",
        "-remove a.b f": "prefs reset a --at /b -f f",
        "-replace a -integer 5 f": "prefs set a --int 5 -f f",
        "-replace a.b -string -x f": "prefs set a --at /b --string -x -f f",
        "-replace a -data AQI= f": "prefs set a --data AQI= -f f",
        "-replace a -xml <true/> f": "prefs set a --plist '<true/>' -f f",
        "-replace a -dictionary f": "prefs set a --json '{}' -f f",
        "-insert a.b -json [1] f": "prefs set a --at /b --if-unset --json '[1]' -f f",
        "-insert 5 -array f": "prefs set 5 --if-unset --json '[]' -f f",
        "-insert a.0 -string x -append f": "prefs append a --at /0 --string x -f f",
        "-help": "prefs help",
        "plutil -p f": "prefs list -f f",
        "plutil f g": "prefs check f g",
        // PlistBuddy
        "-c Print f": "prefs list -f f",
        "-c Print_: f": "prefs list -f f",
        "--add k v": "prefs append k v",
        "config --file f a.b": "prefs get -f f a.b",
        "writable org.x k": "prefs explain -s org.x k",
        "config set --append a.b v": "prefs append a.b v",
        "wirte d k v": "prefs set -s d k --string v",
        "--get-regex font": "prefs find font",
        "-x -c Print f": "prefs dump -f f",
        "-c Print_:a:0:b f": "prefs get a --at /0/b -f f",
        "-c print_'a_b' f": "prefs get 'a b' -f f",
        "-c Set_:a_5 f": "prefs set a 5 -f f",
        #"-c Set_:a_"b_c" f"#: "prefs set a 'b c' -f f",
        "-c Add_:a_string_b f": "prefs set a --if-unset --string b -f f",
        "-c Add_:a:b_integer_5 f": "prefs set a --at /b --if-unset --int 5 -f f",
        "-c Add_:a_dict f": "prefs set a --if-unset --json '{}' -f f",
        "-c Add_:a:_real_1 f": "prefs append a --float 1 -f f",
        "-c Delete_:a:0 f": "prefs reset a --at /0 -f f",
        "-c Merge_g f": "prefs apply --if-unset -f f g",
        "-c Clear_dict f": "prefs reset --all -f f",
        "/usr/libexec/PlistBuddy -c Print f": "prefs list -f f",
        // All of them
        "version": "prefs --version",
        "-v": "prefs --version",
    ]

    private func words(_ line: String) -> [String] {
        line.split(separator: " ").map { String($0.replacing("_", with: " ")) }
    }

    @Test("a line of another tool gives the line of prefs, which parses", arguments: Array(lines))
    func answer(line: String, answer: String) throws {
        let words = words(line)
        #expect(words.usageMessage == Message("unknown command '\(words[0])'", hint: answer))
        let lines = LineInterpreter(of: .prefs, KnownSuites(environment: nil))
        for translation in try #require(try lines.lines(meantBy: words, isLikeVerb: false)) {
            #expect(throws: Never.self) { try CommandTable.prefs.parse(translation) }
        }
    }

    @Test(
        "a line of another tool that begins with a verb of prefs has a translation",
        arguments: [
            "delete d k": "prefs reset -s d k", "delete d": "prefs reset -s d --all",
            "rename d a b": "prefs rename -s d a b", "import d f": "prefs apply -s d f",
            "set org.x k v": "prefs set -s org.x k v", "get org.x k": "prefs get -s org.x k",
            "describe org.x k": "prefs explain -s org.x k",
        ]
    )
    func sharedVerb(line: String, answer: String) throws {
        let lines = try OtherTool.translations(of: words(line), where: CommandTable.prefs.accepts)
        #expect(lines?.map(\.commandLine) == [answer])
    }

    /// The command lines of other tools without an equivalent, with what the message says of them.
    static let linesWithoutEquivalent: KeyValuePairs<String, String> = [
        "-host mac read d": "'defaults -host' has no equivalent: prefs has only the files of this host",
        "read -app Editor k": "'defaults -app' has no equivalent: prefs finds suites by name only",
        "write d {a=1;}":
            "'defaults write DOMAIN PLIST' has no equivalent: 'prefs apply --prune' reads a whole suite from a file",
        "-currentHost domains": "'defaults -currentHost domains' has no equivalent in prefs",
        "-currentHost read": "'defaults -currentHost read' has no equivalent in prefs",
        "read /org/x/theme": "'dconf read' has no equivalent: prefs does not read or change dconf",
        "read -d /org/x/theme": "'dconf read' has no equivalent: prefs does not read or change dconf",
        "write /org/x/theme 'dark'": "'dconf write' has no equivalent: prefs does not read or change dconf",
        "load /": "'dconf load' has no equivalent: prefs does not read or change dconf",
        "update": "'dconf update' has no equivalent: prefs does not read or change dconf",
        "compile o d": "'dconf compile' has no equivalent: prefs does not read or change dconf",
        "dconf list /org/": "'dconf list' has no equivalent: prefs does not read or change dconf",
        "list-children org.x": "'gsettings list-children' has no equivalent in prefs",
        "list-relocatable-schemas": "'gsettings list-relocatable-schemas' has no equivalent in prefs",
        "list-schemas --print-paths": "'gsettings list-schemas' has no equivalent in prefs",
        "monitor org.x k*": "'gsettings monitor' has no equivalent in prefs",
        "list-keys org.x:/a/": "'gsettings list-keys SCHEMA:PATH' has no equivalent in prefs",
        "--schemadir d get org.x k": "'gsettings --schemadir' has no equivalent in prefs",
        "--get k ^a": "'git config NAME PATTERN' has no equivalent in prefs",
        "user.name Ada ^B": "'git config NAME VALUE PATTERN' has no equivalent in prefs",
        "--get-regexp ^user": "'git config --get-regexp' has no equivalent in prefs",
        "config --list --show-scope": "'git config --show-scope' has no equivalent in prefs",
        "-convert swift f": "'plutil -convert swift' has no equivalent in prefs",
        "-convert xml1 f g": "'plutil -convert' has no equivalent in prefs",
        "-extract a json f": "'plutil -extract json' has no equivalent in prefs",
        "-extract a raw -n f": "'plutil -extract raw' has no equivalent in prefs",
        "-insert recent.1 -string x f":
            "'plutil -insert KEYPATH.INDEX' has no equivalent: prefs cannot insert before an element of an array",
        "-replace a.0 -integer 5 f":
            "'plutil -replace KEYPATH.INDEX' has no equivalent: prefs cannot insert before an element of an array",
        "-replace a -integer 5 -o g f": "'plutil -replace -o' has no equivalent in prefs",
        "-create xml1 f": "'plutil -create' has no equivalent in prefs",
        "-c Add_:a:0_string_b f":
            "'PlistBuddy -c Add' has no equivalent: prefs cannot insert before an element of an array",
        "-c Add_:a_date_x f": "'PlistBuddy -c Add ENTRY date' has no equivalent in prefs",
        "-c Copy_:a_:b f": "'PlistBuddy -c Copy' has no equivalent in prefs",
        "-c Import_:a_g f": "'PlistBuddy -c Import' has no equivalent in prefs",
        "-x -c Print_:a f": "'PlistBuddy -c Print' has no equivalent in prefs",
    ]

    @Test("a line without an equivalent says so, and suggests nothing", arguments: Array(linesWithoutEquivalent))
    func noEquivalent(line: String, message: String) {
        #expect(words(line).usageMessage == Message(message))
    }

    @Test(
        "a malformed line gives no line of prefs",
        arguments: [
            "write", "write d", "read -x", "read d -k", "read ~/a.plist", "export d", "-convert xml1",
            "-replace a -plist x f", "--get", "frobnicate", "-q get name", "list-keys a b", "list-keys", "a.",
            "-c Print_'a f", "-c Print", "write d k -array -int", "write d k -dict a", "write d k -dict -x 1", "config",
            "defaults",
            "-l list -s d", "--list --show-scope", "user.name -x",
            "-extract a..b raw f", "load seed.json", "--global get k", "write d k -int 5 6",
        ]
    )
    func malformed(line: String) throws {
        #expect(try OtherTool.translations(of: words(line), where: CommandTable.prefs.accepts) == nil)
    }
}
