import TestSupport
import Testing

@Suite("Pages about the keys of a schema")
struct SchemaDocsTests {
    private static let schema = """
        {
          "title": "Editor *preferences*",
          "properties": {
            "fontSize": {
              "type": "integer", "minimum": 6, "maximum": 72, "default": 12, "formerly": ["size"],
              "description": "The size of letters.\\nIn <points>."
            },
            "theme": {"enum": ["light", "dark"], "default": "light", "deprecated": true},
            "odd `key`": {"description": "- no list"},
            "token": {"type": "string", "secret": true, "default": "hidden", "description": "1. No list."},
            "opened": {"type": "string", "format": "date-time", "default": "2030-01-31T11:00:00Z", "readOnly": true},
            "window": {
              "type": "object",
              "properties": {"width": {"$ref": "#/properties/fontSize"}, "frame": {"$ref": "#/properties/window"}}
            }
          }
        }
        """

    private static let page = """
        # Editor \\*preferences\\*

        ## `fontSize`

        The size of letters. In \\<points\\>.

        - Type: integer
        - Default: `12`
        - Range: from 6 to 72
        - Formerly: size

        ## `theme`

        - Type: string
        - Default: `"light"`
        - Allowed: "light", "dark"
        - Deprecated: yes

        ## `` odd `key` ``

        \\- no list

        - Type: any

        ## `token`

        1\\. No list.

        - Type: string
        - Secret: yes

        ## `opened`

        - Type: date
        - Default: `"2030-01-31T11:00:00Z"`
        - Read-only: yes

        ## `window`

        - Type: dictionary
        - Keys: width, frame

        ## `window` `/width`

        The size of letters. In \\<points\\>.

        - Type: integer

        """

    @Test("a page has each key with its facts, in the order of the schema")
    func markdown() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(Self.schema, to: "work/editor.schema.json")
        let outcome = try prefs.run("schema", "docs", "editor.schema.json")
        expect(outcome, exit: 0, errors: .nothing)
        #expect(outcome.text.hasPrefix(Self.page), "\(outcome.text)")
        // A rule that refers to itself ends.
        #expect(outcome.text.contains("## `window` `/frame/frame/width`"))
        #expect(!outcome.text.contains("`/frame/frame/frame/width`"))
        let input = Array(Self.schema.utf8)
        expect(try prefs.run(["schema", "docs", "-"], input: input), prints: outcome.text)
    }

    @Test("a suite has the page of its schema, also in a file")
    func suite() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(Self.schema, to: "work/editor.schema.json")
        let page = try prefs.run("schema", "docs", "editor.schema.json").text
        expect(
            try prefs.run("schema", "docs", "editor"),
            prints: "",
            exit: 1,
            errors: .message(["suite 'editor' has no schema"])
        )
        try prefs.change("schema", "install", "editor.schema.json")
        expect(try prefs.run("schema", "docs", "editor"), prints: page)
        expect(try prefs.run("schema", "docs", "-s", "editor", "-o", "editor.md"), prints: "")
        #expect(try prefs.directory.text(of: "work/editor.md") == page)
        expect(try prefs.run("schema", "docs", "a/b.json"), prints: "", exit: 4, errors: .message(["a/b.json"]))
        expect(try prefs.run("schema", "docs", ".."), prints: "", exit: 2, errors: .message([".."]))
        expect(
            try prefs.run("schema", "docs", "a", "b"),
            prints: "",
            exit: 2,
            errors: .message(["unexpected argument 'b'"])
        )
        expect(try prefs.run("schema", "show", "--man"), prints: "", exit: 2, errors: .message(["--man"]))
    }

    @Test(
        "cmark reads the texts of a schema as they are",
        .enabled(if: InstalledProgram.areInstalled("cmark"), "cmark is not installed")
    )
    func cmark() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(Self.schema, to: "work/editor.schema.json")
        let page = try prefs.run("schema", "docs", "editor.schema.json")
        let html = try Subprocess("/usr/bin/env", ["cmark"], environment: prefs.environment, input: page.output).run()
            .text
        for part in [
            "<h1>Editor *preferences*</h1>", "<p>The size of letters. In &lt;points&gt;.</p>", "<p>- no list</p>",
            "<h2><code>odd `key`</code></h2>", "<p>1. No list.</p>", "<li>Default: <code>&quot;light&quot;</code></li>",
        ] {
            #expect(html.contains(part), "\(html)")
        }
    }

    @Test("no name and no text begins a request of roff or controls a terminal")
    func requests() throws {
        let prefs = try PrefsCommand()
        let schema = #"""
            {"title": "T\n.SH TITLE", "description": "d\u001b[2J\n.SH DESCRIPTION", "properties": {
            "a\n.SH KEY": {"type": "string", "formerly": ["old\n.SH FORMER"], "description": "s\u001b\n.SH SUMMARY"},
            "": {"enum": ["v\n.SH ENUM"], "pattern": "\\d\n.SH PATTERN", "default": "x\n.SH DEFAULT"}}}
            """#
        try prefs.directory.write(schema, to: "work/m.schema.json")
        let page = try prefs.run("schema", "docs", "m.schema.json", "--man")
        expect(page, prints: page.text)
        let sections = page.text.split(separator: "\n").filter { $0.hasPrefix(".SH") }
        #expect(sections == [".SH NAME", ".SH DESCRIPTION", ".SH KEYS"], "\(page.text)")
        for words in [["--man"], []] {
            let text = try prefs.run(["schema", "docs", "m.schema.json"] + words).text
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
    }

    @Test("man(1) prints the page", .enabled(if: InstalledProgram.areInstalled("mandoc"), "mandoc is not installed"))
    func manual() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(Self.schema, to: "work/editor.schema.json")
        let page = try prefs.run("schema", "docs", "editor.schema.json", "--man")
        expect(page, exit: 0, errors: .nothing)
        let lint = try Subprocess(
            "/usr/bin/env",
            ["mandoc", "-T", "lint"],
            environment: prefs.environment,
            input: page.output
        ).run()
        // A page that is the same every day has no date.
        #expect(lint.text.split(separator: "\n").allSatisfy { $0.contains("missing date") }, "\(lint.text)")
        let text = try Subprocess(
            "/usr/bin/env",
            ["mandoc", "-T", "utf8", "-O", "width=100"],
            environment: prefs.environment,
            input: page.output
        ).run().text.replacing(#/.\u{8}/#, with: "")
        for part in [
            "EDITOR(5)", "editor - Editor *preferences*", "The size of letters.", "from 6 to 72", "window /width",
        ] {
            #expect(text.contains(part), "\(text)")
        }
    }
}
