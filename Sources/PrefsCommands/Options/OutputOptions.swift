import CommandErrors
import CommandGrammar
import PropertyLists
import ValueDifferences

/// The form and the destination of the output.
struct OutputOptions {
    /// The form of JSON; nil if none is requested.
    fileprivate(set) var jsonStyle: JSONStyle?
    /// Whether JSON is indented; nil if that depends on the destination.
    fileprivate(set) var isPretty: Bool?
    /// Whether NUL ends each record, in place of a line break.
    fileprivate(set) var endsWithNUL = false
    fileprivate(set) var hasNamesOnly = false
    fileprivate(set) var isLong = false
    fileprivate(set) var isOfOwners = false
    /// Whether values are left out that a program would read without the file.
    fileprivate(set) var isOfChanged = false
    /// The form of changes; nil for the usual one of the verb.
    var changeForm: ChangeForm?
    /// The word of `--format`; nil without that.
    fileprivate(set) var format: String?
    /// Whether a page is for man(1), and not in Markdown.
    fileprivate(set) var isManualPage = false
    /// The path of the file to write; `-` is standard output.
    fileprivate(set) var path: String?
    /// Whether a format may lose what it cannot represent.
    fileprivate(set) var isLossy = false
}

extension OutputOptions {
    /// Checks that the name of the file to write is not a format, and has not the extension of one that `prefs` does not
    /// write.
    func checkName() throws {
        guard let path, format == nil else { return }
        if DocumentForm(rawValue: path) != nil { throw CommandError.formatAsFile(path) }
        let words = path.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let others = ["yaml": "YAML", "yml": "YAML", "toml": "TOML", "ini": "INI"]
        guard words.count > 1 || !path.contains("/"), let name = words.last.flatMap({ others[String($0)] }) else {
            return
        }
        throw CommandError.unwrittenFormat(name, path)
    }
}

extension CommandError {
    fileprivate static func formatAsFile(_ name: String) -> CommandError {
        CommandError(usage: "\(name.quoted) is a format", hint: "--format \(name) prints it; './\(name)' is a file")
    }

    fileprivate static func unwrittenFormat(_ format: String, _ path: String) -> CommandError {
        let file = path.contains(".") ? "" : "; './\(path)' is a file"
        return CommandError(usage: "cannot write \(format)", hint: "--format FORMAT chooses another one\(file)")
    }
}

extension JSONStyle {
    /// The style that a form of values or changes is in; nil for a form that is not JSON.
    fileprivate init?(form: String) {
        switch form {
        case "json": self = .plain
        case "typed": self = .typed
        default: return nil
        }
    }
}

/// A form of a list of changes.
enum ChangeForm: String, CaseIterable {
    /// A line for each changed part of a value.
    case changes
    /// Typed JSON.
    case json
    /// A document that 'apply' makes the changes of.
    case seed
    /// Commands that make the changes.
    case commands
    /// Lines of defaults(1) that make the changes.
    case defaults
}

extension OptionGroup {
    /// The options for output, and for the layout of JSON if they can request it.
    static func output(_ options: Option...) -> OptionGroup {
        let hasJSON = options.contains { $0.name == "--format" }
        return OptionGroup("Output", of: options + (hasJSON ? [.pretty, .compact] : []))
    }

    /// The forms of a list of changes.
    static let changes = output(.jsonOfChanges, .namesOnly, .null)

    /// The forms of a list of changes that can be made elsewhere.
    static let formattedChanges = output(.formatOfChanges, .namesOnly, .null)
}

extension Option {
    /// The form of a document.
    static func format(_ placeholder: Placeholder, summary: String) -> Option {
        format(placeholder, summary) { _, _ in }
    }

    static let formatOfChanges = formatOfChanges(
        "Print changes as lines, as typed JSON, or as what makes them: a seed, commands, lines of defaults(1)",
        excludes: ["--names-only", "--null"]
    )

    /// Returns the option for the form of changes.
    static func formatOfChanges(_ summary: String, excludes: [String] = []) -> Option {
        format(.changeForm, summary, excludes: excludes) { output, form in
            output.changeForm = ChangeForm(rawValue: form) ?? .json
            output.jsonStyle = JSONStyle(form: form)
        }
    }

    /// The form of values.
    static let json = json(
        .valueForm,
        summary: "Print JSON; typed keeps the types that plain JSON lacks, as in {\"$date\": ...}"
    )

    /// Returns the option for JSON of something else than values.
    static func json(_ placeholder: Placeholder = .jsonAlone, summary: String) -> Option {
        format(placeholder, summary) { $0.jsonStyle = JSONStyle(form: $1) }
    }

    /// The form of values, for a verb with an option `--json` for a value on the line.
    static let jsonBesideValue = format(.valueForm, json.summary, short: ["--typed"]) {
        $0.jsonStyle = JSONStyle(form: $1)
    }

    private static func format(
        _ placeholder: Placeholder,
        _ summary: String,
        short: [String] = ["--json", "--typed"],
        excludes: [String] = [],
        _ set: @escaping @Sendable (inout OutputOptions, String) -> Void
    ) -> Option {
        Option(
            ["--format"],
            summary,
            shortForms: short,
            takes: [.word(placeholder)],
            excludes: excludes
        ) { options, occurrence in
            options.output.format = occurrence.argument
            set(&options.output, occurrence.argument)
        }
    }

    fileprivate static let pretty = Option(
        ["--pretty"],
        "Indent JSON, as by default on a terminal and in a file"
    ) { $0.output.isPretty = true }

    fileprivate static let compact = Option(
        ["--compact"],
        "Print JSON on one line",
        excludes: ["--pretty"]
    ) { $0.output.isPretty = false }

    static let manualPage = Option(
        ["--man"],
        "With docs, print a page for man(1) instead of Markdown"
    ) { $0.output.isManualPage = true }

    static let outputFile = outputFile()

    static func outputFile(needs: [String] = []) -> Option {
        Option(
            ["-o", "--output"],
            "Write to FILE atomically; '-' is standard output",
            takes: [.word(.outputFile)],
            needs: needs
        ) {
            // Its own file may be a pipe, and must stay the one to which a shell has redirected it.
            let isStandardOutput = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains($1.argument)
            $0.output.path = isStandardOutput ? "-" : $1.argument
        }
    }

    static let lossy = Option(
        ["--lossy"],
        "Write what FORMAT can represent, and print a note for each loss"
    ) { $0.output.isLossy = true }

    fileprivate static let jsonOfChanges = json(
        summary: "Print a JSON array of changes: {\"key\": ..., \"old\": ..., \"new\": ...}, in typed JSON"
    )

    static let namesOnly = namesOnly(excludes: ["--format"])

    static func namesOnly(excludes: [String]) -> Option {
        Option(
            ["--names-only"],
            "Print the keys without their values",
            excludes: excludes
        ) { $0.output.hasNamesOnly = true }
    }

    static let null = Option(
        ["-z", "--null"],
        "End each record with NUL instead of a line break",
        excludes: ["--format"]
    ) { $0.output.endsWithNUL = true }

    static let owners = Option(
        ["--owners"],
        "List the owners of settings instead: owner, key, value, value before",
        excludes: ["--long", "--names-only", "--all"]
    ) { $0.output.isOfOwners = true }

    static let changed = Option(
        ["--changed"],
        "Leave out the values that the schema and the system's files give already"
    ) { $0.output.isOfChanged = true }

    static func long(summary: String) -> Option {
        Option(["-l", "--long"], summary) { $0.output.isLong = true }
    }
}
