import TestSupport
import Testing

@Suite(
    "git with prefs as its merge driver",
    .mayWait,
    .enabled(if: InstalledProgram.areInstalled("git"), "git is not installed")
)
struct GitTests {
    /// A repository on the branch `main`, with the branch `side`: both change the files `app.plist` and
    /// `app.bin.plist`.
    ///
    /// The change of the second one on each branch is of the other key of the same dictionary, beside the first.
    private static let repository = """
        set -e
        git init -q
        prefs git-setup -q >.gitattributes
        cat >app.plist <<'END'
        <!-- kept by hand -->
        <plist>
        <dict>
          <key>name</key><string>Ada</string> <!-- who -->
          <key>window</key>
          <dict>
            <!-- in points -->
            <key>h</key><integer>600</integer>
            <key>w</key><integer>800</integer>
          </dict>
        </dict>
        </plist>
        END
        prefs convert app.plist --format binary -o app.bin.plist
        git add .
        git commit -qm base
        git checkout -qb side
        for file in app.plist app.bin.plist; do
            prefs set -f $file window --at /w 900
            prefs set -f $file theirs true
        done
        git commit -qam side
        git checkout -q main
        for file in app.plist app.bin.plist; do
            prefs set -f $file window --at /h 700
            prefs set -f $file ours true
        done
        git commit -qam main

        """

    private static func shell() throws -> Shell {
        var prefs = try PrefsCommand()
        for name in ["AUTHOR", "COMMITTER"] {
            prefs.environment["GIT_\(name)_NAME"] = "Ada"
            prefs.environment["GIT_\(name)_EMAIL"] = "ada@example.com"
        }
        prefs.environment["GIT_CONFIG_NOSYSTEM"] = "1"
        prefs.environment["GIT_CONFIG_COUNT"] = "1"
        prefs.environment["GIT_CONFIG_KEY_0"] = "init.defaultBranch"
        prefs.environment["GIT_CONFIG_VALUE_0"] = "main"
        prefs.environment["GIT_EDITOR"] = "true"
        return try Shell(prefs)
    }

    /// Runs a script in the repository, and returns its output.
    private func run(
        _ script: String,
        exit: Int32 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (text: String, errors: String, prefs: PrefsCommand) {
        let shell = try Self.shell()
        let outcome = try shell.run(Self.repository + script)
        #expect(outcome.ending == .exited(exit), "\(outcome)", sourceLocation: sourceLocation)
        return (outcome.text, outcome.errorText, shell.prefs)
    }

    @Test(
        "merge, rebase and cherry-pick join the changes of two branches, which git alone leaves in conflict",
        arguments: ["git merge -q --no-edit side", "git rebase -q side", "git cherry-pick side"]
    )
    func joined(command: String) throws {
        let (text, _, prefs) = try run(
            """
            mkdir -p .git/info
            echo '*.plist !merge' >.git/info/attributes
            if git merge -q side >/dev/null 2>&1; then echo git alone merged; fi
            git merge --abort
            rm .git/info/attributes
            \(command) >/dev/null
            for file in app.plist app.bin.plist; do
                prefs get -f $file window ours theirs
            done
            git status --short
            """
        )
        #expect(text == String(repeating: "{\"h\":700,\"w\":900}\ntrue\ntrue\n", count: 2))
        let xml = try prefs.directory.text(of: "work/app.plist")
        for kept in ["<!-- kept by hand -->", "</string> <!-- who -->", "    <!-- in points -->\n"] {
            #expect(xml.contains(kept))
        }
        #expect(try prefs.directory.bytes(of: "work/app.bin.plist").starts(with: "bplist00".utf8))
    }

    @Test("diff and log show the values of a binary file")
    func shown() throws {
        let (text, _, _) = try run("git log -p -1 --format=%s -- app.bin.plist | tail -n +6")
        #expect(
            text == """
                +++ b/app.bin.plist
                @@ -1,3 +1,4 @@
                 name\t"Ada"
                -window /h\t600
                +ours\ttrue
                +window /h\t700
                 window /w\t800

                """
        )
    }

    @Test("a conflict keeps our value and is printed; git keeps the file unmerged, with all three versions")
    func conflict() throws {
        let (text, errors, _) = try run(
            """
            git checkout -q side
            prefs set -f app.bin.plist window --at /h 650
            git commit -qam conflict
            git checkout -q main
            git merge -q side || echo "exit $?"
            prefs get -f app.bin.plist window theirs
            git ls-files -u | cut -d ' ' -f 3
            git checkout -q --theirs app.bin.plist
            prefs get -f app.bin.plist window
            git checkout -q --merge app.bin.plist
            prefs get -f app.bin.plist window
            """
        )
        let line = "! window /h 600 -> 700 (ours), 650 (theirs)\n"
        #expect(text.contains(line))
        #expect(
            text.hasSuffix(
                """
                exit 1
                {"h":700,"w":900}
                true
                1\tapp.bin.plist
                2\tapp.bin.plist
                3\tapp.bin.plist
                {"h":650,"w":900}
                \(line){"h":700,"w":900}

                """
            )
        )
        #expect(
            errors.contains(
                """
                prefs: app.bin.plist: merged with 1 conflict; kept OURS there
                hint: change these values if necessary, then run 'git add'

                """
            )
        )
    }

    @Test("lines that cannot be merged by keys get git's markers, so that git add loses no side")
    func markers() throws {
        let (text, errors, prefs) = try run(
            """
            git checkout -q side
            printf '<plist><dict>theirs\\n' >app.plist
            git commit -qam broken
            git checkout -q main
            git merge -q side || echo "exit $?"
            git add .
            git status --short
            """
        )
        #expect(text.hasSuffix("exit 1\nM  app.bin.plist\nM  app.plist\n"))
        #expect(errors.contains("prefs: cannot merge app.plist: theirs:1:14: "))
        #expect(errors.contains("\nhint: git has merged its lines: resolve the conflict markers in app.plist\n"))
        let merged = try prefs.directory.text(of: "work/app.plist")
        for part in ["<<<<<<< ours\n", "<integer>700</integer>", "=======\n<plist><dict>theirs\n>>>>>>> theirs\n"] {
            #expect(merged.contains(part))
        }
    }

    @Test("of a binary file that cannot be merged, theirs is written beside ours, and git add adds both")
    func beside() throws {
        let (text, errors, prefs) = try run(
            """
            mkdir sub
            cp app.bin.plist sub/'a b.plist'
            git add sub
            git commit -qm copy
            git checkout -qb third
            printf 'bplist00 is broken\\0' >sub/'a b.plist'
            git commit -qam broken
            git checkout -q main
            prefs set -f sub/'a b.plist' ours false
            git commit -qam changed
            cp sub/'a b.plist' ../before
            echo mine >sub/'a b.plist.theirs'
            git merge -q third || echo "exit $?"
            cmp ../before sub/'a b.plist'
            git add .
            git status --short
            """
        )
        #expect(
            text.hasSuffix(
                """
                exit 1
                A  "sub/a b.plist.theirs"
                A  "sub/a b.plist.theirs-2"

                """
            )
        )
        #expect(errors.contains("\nhint: sub/a b.plist is OURS, and sub/a b.plist.theirs-2 is THEIRS\n"))
        #expect(try prefs.directory.text(of: "work/sub/a b.plist.theirs") == "mine\n")
        #expect(try prefs.directory.text(of: "work/sub/a b.plist.theirs-2") == "bplist00 is broken\0")
    }

    @Test("OpenStep text is merged by keys, and keeps its comments")
    func openStep() throws {
        let (text, errors, prefs) = try run(
            """
            commit() { sed -i "$1" p.pbxproj && git commit -qam "$1"; }
            echo '*.pbxproj merge=plist' >>.gitattributes
            printf '// project\\n{a = one; // 1\\nb = two;\\n\\n\\nc = three;\\n}\\n' >p.pbxproj
            git add .
            git commit -qm project
            git tag project
            git checkout -qb other
            commit s/two/2/
            git checkout -q main
            commit s/one/1/
            git merge -q --no-edit other
            git checkout -q other
            commit 's/^c.*/&\\ne = 5;/'
            git checkout -q main
            git merge -q --no-edit other
            cat p.pbxproj
            git checkout -qb third project
            commit s/one/3/
            git merge -q --no-edit main || echo "exit $?"
            """
        )
        #expect(text.contains("// project\n{a = 1; // 1\nb = 2;\n\n\nc = three;\ne = 5;\n}\n"))
        #expect(text.contains("! a \"one\" -> \"3\" (ours), \"1\" (theirs)\n") && text.hasSuffix("\nexit 1\n"))
        #expect(errors.contains("p.pbxproj: merged with 1 conflict; kept OURS there\n"))
        let merged = try prefs.directory.text(of: "work/p.pbxproj")
        #expect(merged == "// project\n{a = 3; // 1\nb = 2;\n\n\nc = three;\ne = 5;\n}\n")
    }

    @Test("a second set-up changes nothing, and one outside of a repository needs --global")
    func setUp() throws {
        let shell = try Self.shell()
        let outcome = try shell.run(
            """
            prefs git-setup 2>errors || echo "exit $?"
            grep '^prefs\\|^hint' errors
            prefs git-setup --global 2>/dev/null
            cp ~/.gitconfig before
            prefs git-setup --global -q
            cmp before ~/.gitconfig
            git config --get merge.plist.driver
            mkdir repo
            cd repo
            git init -q
            prefs git-setup --dry-run | tail -n 1
            git config --local --get merge.plist.driver || echo none
            \(shell.prefs.binary) git-setup -q
            PATH=/usr/bin:/bin \(shell.prefs.binary) git-setup -q
            git config --local --get diff.plist.textconv
            PATH=/nowhere \(shell.prefs.binary) git-setup || echo "exit $?"
            """
        )
        expect(
            outcome,
            prints: """
                exit 5
                prefs: cannot configure git: 'git config diff.plist.textconv' failed with exit code 128
                hint: run it in a repository, or with --global
                *.plist diff=plist merge=plist
                *.plist diff=plist merge=plist
                prefs merge --no-history --path=%P %O %A %B
                git config --local --replace-all merge.plist.recursive binary
                none
                *.plist diff=plist merge=plist
                *.plist diff=plist merge=plist
                \(shell.prefs.binary) textconv --
                exit 5

                """,
            errors: .message(["prefs: cannot configure git: git is not in PATH"])
        )
    }
}
