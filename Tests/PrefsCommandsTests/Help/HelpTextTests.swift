import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Help")
struct HelpTextTests {
    @Test("a page explains a command completely")
    func page() {
        #expect(
            CommandTable.prefs.page(of: .reset) == """
                prefs reset - Remove keys, restoring their defaults

                Usage: prefs reset [OPTIONS] KEY...
                       prefs reset [OPTIONS] [KEY...] --glob GLOB
                       prefs reset [OPTIONS] --all
                Also:  prefs unset, prefs delete

                Examples:
                  prefs reset general.launchCount
                      Remove one key
                  prefs reset recent --at /0
                      Remove the first element of an array
                  prefs reset recent --json
                      Remove one key, and print what it was
                  prefs reset --glob 'window.*'
                      Remove the keys of one scope
                  prefs reset -s group.x --all
                      Remove all keys of the suite group.x

                An unset key is not an error. A missing file is not created. --json prints the
                changes. --all leaves the keys that the administrator has set.

                Arguments:
                  KEY...  A key to remove, a literal name

                Position in the value:
                      --at POINTER        Use the part of KEY's value at a JSON Pointer, as in
                                          /frame/0/width

                Keys:
                      --glob GLOB         Remove the keys that match GLOB
                      --all               Remove every key, leaving an empty document
                      --strict            Exit with 1, removing nothing, if a key is not set

                Output:
                      --json              Print a JSON array of changes: {"key": ..., "old":
                                          ..., "new": ...}, in typed JSON
                      --typed             Print JSON that keeps every type, as in {"$date": ...}
                                          and {"$data": ...}
                      --names-only        Print the keys without their values
                  -z, --null              End each record with NUL instead of a line break
                      --pretty            Indent JSON, as by default on a terminal and in a file
                      --compact           Print JSON on one line

                File:
                  -s, --suite NAME        Use the suite NAME, ~/.config/NAME.plist (default:
                                          $PREFS_SUITE, or 'prefs')
                  -g, --global            Use .GlobalPreferences.plist, which all suites share
                      --system            Use the file in /usr/local/etc, for all users
                      --managed           Use the file in /etc/prefs/managed, which comes before
                                          all others
                      --by-host           Use the file in ByHost/, for this host only
                  -f, --file PATH         Use the file at PATH, in any format
                      --schema FILE       Use the schema in FILE instead of the installed one
                      --no-schema         Ignore the schema

                Writing:
                      --lock-timeout SECONDS
                                          Wait at most SECONDS for other writers, by default 10;
                                          0 tries once
                      --replace-corrupt   Replace a corrupt file, and keep its bytes beside it
                                          as NAME.corrupt-TIME
                      --break-hard-links  Replace a file with hard links; its other names keep
                                          the old bytes
                      --no-history        Do not record the change; 'prefs undo' then cannot
                                          undo it
                      --dry-run           Print what would change, and write nothing

                Messages:
                  -q, --quiet             Omit change lines, notes, hints, and the message of
                                          exit code 1
                  -v, --verbose           Report what was done
                      --color WHEN        Colour the output; auto, the default, does so on a
                                          terminal (WHEN: auto, always, never) (also --colour)
                  -h, --help              Print this help

                Exit codes:
                  0  success
                  1  a key is not set, and --strict is given; nothing is removed
                  2  invalid command line
                  3  the change breaks the schema
                  4  the file is corrupt or cannot be read, or there is no configuration
                     directory
                  5  the write failed
                  6  timed out: another program kept the file's lock for too long

                """
        )
    }

    @Test("the entry of an option lists its choices and its other spellings")
    func optionNotes() {
        let page = CommandTable.prefs.page(of: .set, columns: 200)
        #expect(page.contains("--int VALUE         An integer from -2^63 to 2^64-1 (also --integer, -int, -integer)\n"))
        #expect(
            page.contains(
                """
                --type TYPE VALUE   A value of the type TYPE \
                (TYPE: string, integer, float, bool, date, data, array, dictionary, uid)

                """
            )
        )
    }

    @Test("the synopses of a command show its arguments, and the options that change them")
    func synopses() {
        #expect(
            Verb.set.syntax.synopses == [
                "set [OPTIONS] KEY VALUE",
                "set [OPTIONS] KEY --string VALUE",
                "set [OPTIONS] KEY -array VALUE...",
                "set [OPTIONS] KEY --value-file PATH",
                "set [OPTIONS] --pairs KEY=VALUE...",
            ]
        )
        #expect(
            Verb.append.syntax.synopses == [
                "append [OPTIONS] KEY VALUE...",
                "append [OPTIONS] KEY [VALUE...] --string VALUE",
                "append [OPTIONS] KEY [VALUE...] -array VALUE...",
                "append [OPTIONS] KEY --value-file PATH",
            ]
        )
        #expect(Verb.help.syntax.synopses == ["help [OPTIONS] [COMMAND]", "help [OPTIONS] --all"])
    }

    @Test(
        "lines do not exceed the width and do not end with a space",
        arguments: CommandTable.prefs.verbs,
        [60, 80, 132]
    )
    func width(verb: Verb, columns: Int) {
        for line in CommandTable.prefs.page(of: verb, columns: columns).split(separator: "\n") {
            #expect(line.count <= columns, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
    }

    @Test("a page is complete even if the width is too narrow for its words")
    func narrow() {
        for columns in [0, 1, 10] {
            #expect(CommandTable.prefs.page(of: .get, columns: columns).contains("general.launchCount"))
        }
    }
}
