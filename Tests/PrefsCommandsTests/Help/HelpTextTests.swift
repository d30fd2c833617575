import Testing

@testable import PrefsCommands

@Suite("Help")
struct HelpTextTests {
    @Test("the overview lists each command with its summary")
    func overview() {
        #expect(
            HelpText.overview() == """
                prefs - read and change the preferences that programs keep with UserDefaults

                Usage: prefs VERB [OPTIONS] [ARGUMENTS]

                Read:
                  get          print the values of keys
                  list         print keys with their values
                  keys         print the names of keys
                  exists       tell by the exit code whether a key is set
                  type         print the type of a key's value
                  dump         print a whole suite as a document
                  explain      show where the value of a key comes from
                  describe     tell what is known of a key, from its schema and the files
                  find         print the keys of all suites that hold a text
                  watch        print changes as they happen, whoever makes them

                Write:
                  set          set a key to a value
                  reset        remove keys, so that their defaults hold
                  toggle       turn a bool over, and print what it is now
                  increment    add to a number, and print the sum
                  append       put values at the end of an array, and print it
                  rename       give a value another key
                  copy         copy a value to another key or suite
                  edit         edit a suite as a text, with your editor

                Whole files:
                  apply        make a suite hold what files say
                  diff         print what turns one file into another
                  convert      write a property list in another format
                  check        find what is wrong with files

                Suites:
                  suites       print the names of the suites there are
                  path         print the path of a suite's file
                  schema       work with schemas, which say what suites may hold

                About:
                  completions  print the script that completes words in a shell
                  man          print the manual page, for man(1)
                  help         explain prefs, or one verb
                  --version    print the version

                A verb works on the suite that $PREFS_SUITE names, else on the suite 'prefs';
                '--suite NAME' names another.

                'prefs help VERB' explains a verb, its options and its exit codes.

                """
        )
    }

    @Test("a page explains a command completely")
    func page() {
        #expect(
            HelpText.page(of: .reset) == """
                prefs reset - remove keys, so that their defaults hold

                Usage: prefs reset [OPTIONS] KEY...
                       prefs reset [OPTIONS] --all
                Also:  prefs unset, prefs delete

                A key that is unset is no error, and no file is created.

                Operands:
                  KEY...  a key to remove, whole and as it is

                Which file:
                  -s, --suite NAME        the suite NAME, ~/.config/NAME.plist; else
                                          $PREFS_SUITE names it, else it is 'prefs'
                  -g, --global            what all suites share, .GlobalPreferences.plist
                      --system            the file of that name in /usr/local/etc
                      --by-host           the ByHost file of whichever is named
                  -f, --file PATH         the file at PATH, in any format
                      --schema FILE       the schema in FILE says what keys and values there may
                                          be, not the one that is installed
                      --no-schema         do as if there were no schema

                Where in the value:
                      --at POINTER        what the JSON Pointer leads to in the value of KEY, as
                                          in /frame/0/width

                What is removed:
                      --all               remove every key and leave an empty document
                      --strict            remove nothing and exit with 1 if a key is unset

                How the file is changed:
                      --lock-timeout SECONDS
                                          wait that long for other writers, 10 seconds unless it
                                          is named; 0 tries once
                      --replace-corrupt   replace a corrupt file, and keep its bytes beside it
                                          as NAME.corrupt-TIME
                      --break-hard-links  replace a file that has other names, which keep the
                                          old bytes

                Messages:
                  -q, --quiet             leave out notes, and the message of exit code 1
                  -v, --verbose           say what was done
                  -h, --help              print this help

                Examples:
                  prefs reset general.launchCount
                      remove one key
                  prefs reset recent --at /0
                      remove the first element of an array
                  prefs reset -s group.x --all
                      remove all keys of the suite group.x

                Exit codes:
                  0  done
                  1  a key is unset, and --strict is given; nothing is removed
                  2  the command line is wrong
                  4  the file is corrupt or cannot be read, or there is no configuration directory
                  5  the write failed
                  6  another program held the file's lock for too long

                """
        )
    }

    @Test("the entry of an option lists its choices and its other spellings")
    func optionNotes() {
        let page = HelpText.page(of: .set, columns: 200)
        #expect(page.contains("--int VALUE         an integer from -2^63 to 2^64-1 (also --integer, -int, -integer)\n"))
        #expect(
            page.contains(
                """
                --type TYPE VALUE   a value of the type TYPE \
                (TYPE: string, integer, float, bool, date, data, array, dictionary, uid)

                """
            )
        )
    }

    @Test("the synopses of a command show its arguments, and the options that change them")
    func synopses() {
        #expect(
            Verb.set.syntax.synopses == [
                "prefs set [OPTIONS] KEY VALUE",
                "prefs set [OPTIONS] KEY --string VALUE",
                "prefs set [OPTIONS] KEY -array VALUE...",
                "prefs set [OPTIONS] KEY --value-file PATH",
                "prefs set [OPTIONS] --pairs KEY=VALUE...",
            ]
        )
        #expect(
            Verb.append.syntax.synopses == [
                "prefs append [OPTIONS] KEY VALUE...",
                "prefs append [OPTIONS] KEY [VALUE...] --string VALUE",
                "prefs append [OPTIONS] KEY [VALUE...] -array VALUE...",
                "prefs append [OPTIONS] KEY --value-file PATH",
            ]
        )
        #expect(Verb.help.syntax.synopses == ["prefs help [VERB]"])
    }

    @Test("lines do not exceed the width and do not end with a space", arguments: CommandTable.verbs, [60, 80, 132])
    func width(verb: Verb, columns: Int) {
        for line in HelpText.page(of: verb, columns: columns).split(separator: "\n") {
            #expect(line.count <= columns, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
    }

    @Test("a page is complete even if the width is too narrow for its words")
    func narrow() {
        for columns in [0, 1, 10] {
            #expect(HelpText.page(of: .get, columns: columns).contains("general.launchCount"))
        }
    }
}
