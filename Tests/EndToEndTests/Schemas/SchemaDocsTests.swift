import TestSupport
import Testing

@Suite("Pages about the keys of a schema", .mayWait)
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
