import TestSupport
import Testing

@Suite("Settings that the administrator decides", .mayWait, .enabled(if: ManagedDirectory.isAvailable))
struct ManagedSettingsTests {
    /// Puts a suite and a policy for it and for all suites in place.
    private static let policy = """
        prefs set --pairs theme=light size=4; chmod a+r "$XDG_CONFIG_HOME/t.plist"
        prefs set --managed theme dark; prefs set --managed -g locked --json '{"a": [1]}'

        """

    @Test("a managed value comes before the user's, in every command that reads, and --only reads the user's file")
    func reading() throws {
        let outcome = try ManagedDirectory().run(
            Self.policy + """
                as_user prefs get theme locked size; as_user prefs list -l | sed "s|$XDG_CONFIG_HOME|CONFIG|"
                as_user prefs get theme --only; as_user prefs list --only
                as_user prefs explain theme | grep -v ^unset | sed "s|$XDG_CONFIG_HOME|CONFIG|"
                as_user prefs find dark; as_user prefs get theme --managed; as_user prefs get --managed size -q; echo $?
                stat -c '%a %n' $managed $managed/t.plist
                """
        )
        expect(
            outcome,
            prints: """
                dark
                {"a":[1]}
                4
                locked	{"a":[1]}	dictionary	/etc/prefs/managed/.GlobalPreferences.plist
                size	4	integer	CONFIG/t.plist
                theme	dark	string	/etc/prefs/managed/t.plist
                light
                size	4
                theme	light
                type	string
                value	dark
                origin	/etc/prefs/managed/t.plist
                managed	true
                wins	/etc/prefs/managed/t.plist	string	dark
                hidden	CONFIG/t.plist	string	light
                t	theme	dark
                dark
                1
                755 /etc/prefs/managed
                644 /etc/prefs/managed/t.plist

                """
        )
    }

    @Test(
        "every command that writes refuses a managed key of each type, of the suite and of all suites, in whole and in part"
    )
    func writing() throws {
        let outcome = try ManagedDirectory().run(
            #"""
            cat >policy.json <<'END'
            {"string": "x", "empty": "", "integer": 5, "large": 18446744073709551615, "float": 1.5,
             "nan": {"$real": "nan"}, "bool": true, "date": {"$date": "2001-01-01T00:00:00Z"}, "data": {"$data": "AQI="},
             "array": [1, "x"], "dictionary": {"a": 1}, "uid": {"$uid": 1}}
            END
            prefs apply -q --managed policy.json
            sed 's/"\([a-z]*\)": /"g\1": /g; s/"ga"/"a"/' policy.json | prefs apply -q --managed -g -
            prefs set mine 1; chmod a+rw "$XDG_CONFIG_HOME/t.plist"
            before=$(prefs list --only --typed; prefs list --typed)
            count=0
            refused() {
                count=$((count + 1))
                message=$("$@" 2>&1 >/dev/null)
                code=$?
                case "$code $message" in
                    "7 prefs: '$key' is managed by /etc/prefs/managed/"*) ;;
                    *) echo "$*: $code $message" ;;
                esac
            }
            for key in $(prefs list --managed --names-only) $(prefs list --managed -g --names-only); do
                for value in --string=other "--int 7" "--bool no" "--json {}"; do
                    refused prefs set "$key" ${value%%[= ]*} "${value#*[= ]}"
                done
                printf '{"%s": "other"}' "$key" >seed.json
                refused prefs set "$key" --at /a 1
                refused prefs set --pairs "$key=1" other=2
                refused prefs set "$key" 1 --if-unset
                refused prefs reset "$key"
                refused prefs reset "$key" --at /0
                refused prefs toggle "$key"
                refused prefs increment "$key"
                refused prefs append "$key" x
                refused prefs drop "$key" x
                refused prefs rename "$key" other
                refused prefs rename mine "$key"
                refused prefs copy mine "$key"
                refused prefs set --by-host "$key" 1
                prefs apply seed.json >output 2>&1; [ $? = 7 ] || echo "apply $key: $(cat output)"
                prefs apply --owner o seed.json >output 2>&1; [ $? = 7 ] || echo "apply --owner $key: $(cat output)"
                EDITOR="sh -c 'prefs convert --format xml seed.json >\$1' edit" prefs edit >output 2>&1
                [ $? = 7 ] || echo "edit $key: $(cat output)"
                prefs defaults write t "$key" -string other >output 2>&1; [ $? = 1 ] || echo "defaults $key"
            done
            [ "$before" = "$(prefs list --only --typed; prefs list --typed)" ] || echo changed
            echo $count
            """#
        )
        expect(outcome, prints: "\(24 * 17)\n")
    }

    @Test(
        "a seed that agrees is satisfied, --check reports a difference, and --prune and reset --all leave the key alone"
    )
    func seeds() throws {
        let outcome = try ManagedDirectory().run(
            Self.policy + """
                echo '{"theme": "dark", "locked": {"a": [1]}, "size": 5}' >ok.json
                echo '{"theme": "blue", "size": 6}' >no.json
                prefs diff ok.json --names-only; prefs apply ok.json; prefs apply ok.json --check; echo $?
                prefs apply no.json; echo $?
                prefs apply no.json --check; echo $?; prefs diff no.json -q --names-only
                prefs apply no.json --if-unset; prefs set x 1
                prefs apply ok.json --prune 2>&1; prefs set x 1; prefs reset --all 2>&1; prefs list --only
                """
        )
        expect(
            outcome,
            prints: """
                size
                ~ size 4 -> 5
                1 changed
                0 would change
                0
                7
                ~ size 5 -> 6
                ~ theme "dark" -> "blue"
                2 would change
                1
                size
                theme
                0 changed
                note: left alone, managed by the administrator: 'theme'
                - x 1
                1 changed
                note: left alone, managed by the administrator: 'theme'
                theme	light

                """,
            errors: .message(["prefs: no.json:1:11: 'theme' is managed by /etc/prefs/managed/t.plist\n"])
        )
    }

    @Test("a change is undone only if it was not of a key that is managed now")
    func undo() throws {
        let outcome = try ManagedDirectory().run(
            """
            export PREFS_HISTORY=; prefs set theme blue; prefs set size 1; prefs set --managed theme dark
            prefs undo -q; echo $?; prefs undo; echo $?; prefs get theme --only
            prefs undo --managed 2>/dev/null; prefs undo 2>/dev/null
            """
        )
        expect(
            outcome,
            prints: """
                0
                7
                blue
                - theme "dark"
                - theme "blue"

                """,
            errors: .message(["prefs: 'theme' is managed by /etc/prefs/managed/t.plist\n"])
        )
    }

    @Test(
        "the administrator takes a managed setting back, and a file that is created anew is readable by all",
        arguments: ["", "mv /etc/prefs/managed /etc/prefs/real; ln -s real /etc/prefs/managed; "]
    )
    func undoOfManaged(preparation: String) throws {
        let outcome = try ManagedDirectory().run(
            preparation + """
                export PREFS_HISTORY=; prefs set --managed theme dark; prefs set --managed theme light
                rm /etc/prefs/managed/t.plist; prefs undo --managed --force -q; echo $?
                stat -c %a /etc/prefs/managed/t.plist; as_user prefs get theme
                prefs undo --managed -q; echo $?; ls /etc/prefs/managed
                """
        )
        expect(outcome, prints: "0\n644\ndark\n0\n")
    }

    @Test("a managed key is copied to another one, and what was applied to it as a secret is never shown")
    func sources() throws {
        let outcome = try ManagedDirectory().run(
            Self.policy + """
                prefs copy theme mine; prefs get mine
                echo '{"token": "HUNT"}' >secret.json; prefs apply -q --managed --secrets secret.json
                echo '{"token": "other"}' >seed.json
                prefs diff seed.json | grep token; prefs apply --check seed.json | grep token; prefs list token
                """
        )
        expect(
            outcome,
            prints: "light\n~ token (secret) -> (secret)\n~ token (secret) -> (secret)\ntoken\t(secret)\n",
            errors: .optional
        )
    }

    /// What somebody else could have changed, and the place that the note names.
    static let untrusted: [(change: String, place: String)] = [
        ("chmod o+w $managed/t.plist", "it"), ("chmod g+w $managed/t.plist", "it"), ("chown 1 $managed/t.plist", "it"),
        ("chmod g+w $managed", "/etc/prefs/managed"), ("chown 1 $managed", "/etc/prefs/managed"),
        ("chmod 1777 /etc/prefs", "/etc/prefs"), ("chown 65534 /etc/prefs", "/etc/prefs"),
        ("mv $managed/t.plist ..; ln -s \"$PWD/../t.plist\" $managed/t.plist", "/tmp"),
        ("mv $managed ..; ln -s \"$PWD/../managed\" $managed", "/tmp"),
    ]

    @Test("a policy that somebody else can write is ignored, with a note", arguments: untrusted)
    func owners(change: String, place: String) throws {
        let outcome = try ManagedDirectory().run(
            "prefs set theme light; prefs set --managed theme dark; \(change); prefs get theme; prefs set -q theme blue"
        )
        let note = "note: ignored /etc/prefs/managed/t.plist: \(place) can be written by others than root\n"
        #expect(outcome.text == "light\n", "\(outcome)")
        #expect(outcome.errorText.hasPrefix(note), "\(outcome)")
    }

    @Test(
        "a link of root counts, and a policy in each format, and a corrupt one is an error for every reader of the suite"
    )
    func contents() throws {
        let outcome = try ManagedDirectory().run(
            """
            for format in xml binary openstep typed; do
                printf '{"theme": "%s"}' $format | prefs convert - --format $format -o $managed/policy
                ln -sf policy $managed/t.plist; prefs get theme
            done
            echo '{"other": 1}' >seed.json; printf '<plist><dict><key>' >$managed/policy; touch -d '1 hour ago' $managed/policy
            for command in "get theme" "get other" list keys "explain theme" "set other 1" "find x" "apply seed.json"; do
                prefs $command >output 2>errors
                echo "$? $(grep -c 'managed/t.plist' errors) $(grep -c 'only an administrator' errors)"
            done
            prefs check | grep -c managed/t.plist; prefs get -s other x -q; echo $?
            """
        )
        #expect(
            outcome.text == """
                xml
                binary
                openstep
                typed
                4 1 1
                4 1 1
                4 1 1
                4 1 1
                4 1 1
                4 1 1
                4 1 1
                4 1 1
                1
                1

                """,
            "\(outcome)"
        )
    }

    @Test("a managed key stays as it is in the user's file, however a line names the file")
    func everyName() throws {
        let outcome = try ManagedDirectory().run(
            Self.policy + #"""
                file=$XDG_CONFIG_HOME/t.plist; cp "$file" same.plist; ln -s "$file" alias.plist; ln -s alias.plist again
                mkdir dotfiles; echo '{"size": 9}' >dotfiles/linked.plist; prefs set --managed -s u size 9
                ln -s "$PWD/dotfiles/linked.plist" "$XDG_CONFIG_HOME/u.plist"
                echo '{"theme": "red", "size": 4}' >other.json; prefs convert other.json --format xml -o other.plist
                try() { "$@" 2>&1 | sed "s/.*'\(.*\)' is managed.*/managed \1/"; cmp "$file" same.plist; }
                try prefs set -f "$file" theme red; try prefs set -f alias.plist theme red
                try prefs set -f again --pairs theme=red size=5; try prefs set -f "$file" locked 1
                try prefs reset -f alias.plist theme; try prefs rename -f alias.plist theme look
                try prefs apply -f again other.json; try prefs convert other.json --format xml -o "$file"
                try prefs dump -f other.plist -o alias.plist; try prefs merge same.plist same.plist other.plist -o "$file"
                try prefs merge same.plist "$file" other.plist; try prefs suites remove t --force
                try prefs suites rename t v; try prefs set -f dotfiles/linked.plist size 3
                prefs set -f alias.plist size 4; prefs dump -f same.plist -o "$file"; prefs get -f "$file" theme
                """#
        )
        expect(
            outcome,
            prints: String(repeating: "managed theme\n", count: 3) + "managed locked\n"
                + String(repeating: "managed theme\n", count: 9) + "managed size\nlight\n"
        )
    }

    @Test("a managed key stays as it is in a file that becomes a suite's, and in one that several suites have")
    func everyFile() throws {
        let outcome = try ManagedDirectory().run(
            #"""
            export PREFS_HISTORY=; config=$XDG_CONFIG_HOME; file=$config/t.plist
            prefs set -s donor theme red; prefs set theme light; prefs suites remove t; prefs set -s gone theme red
            prefs suites rename gone there; prefs set --managed theme dark; prefs set --managed -s gone theme dark
            try() { "$@" 2>&1 >/dev/null | sed -n "s/.*'\(.*\)' is managed.*/managed \1/p"; ls "$config"; }
            try prefs undo; try prefs suites rename donor t; try prefs undo -s there; try prefs defaults export donor "$file"
            prefs set size 4; cp "$file" same.plist
            try() { "$@" 2>&1 >/dev/null | sed -n "s/.*'\(.*\)' is managed.*/managed \1/p"; cmp "$file" same.plist; }
            ln -s t.plist "$config/alias.plist"; echo '{"t": {}}' >seeds.json
            try prefs set -s alias theme red
            prefs set --managed -s alias size 5; try prefs set size 6; rm "$config/alias.plist" $managed/alias.plist
            printf '{"properties": {"look": {"formerly": ["theme"]}}}' >t.schema.json; prefs schema -q install t.schema.json
            try prefs set look red; try prefs set look red --no-schema; prefs get look; prefs explain look | grep ^managed
            rm $managed/t.plist; prefs set theme light; prefs set --managed theme dark; cp "$file" same.plist
            try prefs dump -s donor --format commands -o "$file"; try prefs schema docs t.schema.json -o "$file"
            try prefs apply --check --all-suites seeds.json --report json -o "$file"
            mkdir elsewhere; XDG_CONFIG_HOME=$PWD/elsewhere; mkdir .config; mv "$file" .config; file=$PWD/.config/t.plist
            try prefs set -f "$file" theme red
            """#
        )
        expect(
            outcome,
            prints: String(repeating: "managed theme\ndonor.plist\nthere.plist\n", count: 4)
                + "managed theme\nmanaged size\nmanaged look\nmanaged look\ndark\nmanaged\ttrue\n"
                + String(repeating: "managed theme\n", count: 4),
            errors: .optional
        )
    }

    @Test(
        "a policy that leads nowhere or is corrupt is an error of each command that reads the suite, not no policy",
        arguments: [
            "mkdir -p $managed; echo '<plist' >$managed/t.plist; touch -d yesterday $managed/t.plist",
            "mkdir -p $managed; ln -s /nowhere/t.plist $managed/t.plist", "ln -s /nowhere $managed",
            "rmdir /etc/prefs; ln -s /nowhere /etc/prefs", "touch $managed",
            "mkdir -p $managed; touch -d yesterday $managed/t.plist",
        ]
    )
    func broken(policy: String) throws {
        let lines = [
            "get size", "list", "dump", "find 4", "explain size", "diff seed.json", "check", "record -- true",
            "set size 5", "find -s t 4", "schema infer", "copy size --to-suite v", "diff -s v --against t", "edit",
            "set -f $XDG_CONFIG_HOME/t.plist size 5", "apply seed.json", "apply seed.json --check", "reset --all",
            "suites remove t --force", "convert seed.json --format xml -o $XDG_CONFIG_HOME/t.plist",
        ]
        let outcome = try ManagedDirectory().run(
            "export EDITOR=true; prefs set size 4; echo '{}' >seed.json; rmdir $managed; \(policy)\n"
                + lines.map { "prefs \($0) >out 2>&1; [ $? = 4 ] || { echo '\($0)'; cat out; }\n" }.joined()
                + "prefs defaults read t >out 2>&1; [ $? = 1 ] || cat out\n"
                + "rm -rf /etc/prefs; prefs get size; mkdir /etc/prefs; prefs get size"
        )
        expect(outcome, prints: "4\n4\n")
    }
}
