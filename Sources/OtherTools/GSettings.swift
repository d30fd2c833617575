import CommandGrammar
import PropertyLists

/// `gsettings VERB SCHEMA[:PATH] [KEY [VALUE]]`, and `dconf VERB PATH`.
extension OtherTool {
    func gsettings(_ verb: String, _ operands: [String]) throws(NoEquivalent) -> [[String]]? {
        if verb == "--schemadir" { throw noEquivalent(of: verb) }
        let counts: [String: ClosedRange<Int>] = [
            "list-schemas": 0...1, "list-relocatable-schemas": 0...0, "list-keys": 1...1, "list-children": 1...1,
            "list-recursively": 0...1, "range": 2...2, "describe": 2...2, "get": 2...2, "set": 3...3, "reset": 2...2,
            "reset-recursively": 1...1, "writable": 2...2, "monitor": 1...2,
        ]
        guard let count = counts[verb], count.contains(operands.count) else { return nil }
        guard let schema = operands.first else {
            switch verb {
            case "list-schemas": return [["suites"]]
            case "list-recursively": return [["find", ""]]
            default: throw noEquivalent(of: verb)
            }
        }
        if schema.contains(":") { throw noEquivalent(of: "\(verb) SCHEMA:PATH") }
        let selector = ["-s", schema]
        let rest = Array(operands.dropFirst())
        switch verb {
        case "list-keys": return [["list", "--names-only"] + selector + ["--only"]]
        case "list-recursively": return [["list"] + selector + ["--all", "--only"]]
        case "get": return [["get"] + selector + rest]
        case "set": return [["set"] + selector + [rest[0]] + (try value(rest[1]))]
        case "reset": return [["reset"] + selector + rest]
        case "reset-recursively": return [["reset"] + selector + ["--all"]]
        case "range", "describe", "writable": return [["explain"] + selector + rest]
        case "monitor" where rest.allSatisfy(\.isLiteralGlob): return [["watch"] + selector + rest]
        default: throw noEquivalent(of: verb)
        }
    }

    /// Returns the words of `prefs set` for a VALUE in GVariant text.
    private func value(_ text: String) throws(NoEquivalent) -> [String] {
        switch text.first {
        case "'", "\"":
            guard let string = text.unquoted else { fallthrough }
            return string.asString
        case "[", "(", "{", "<", "@":
            // Arrays and dictionaries of strings and numbers differ from JSON in their quotation marks.
            guard (try? PropertyList(text: text.withJSONQuotes, as: .json)) != nil else {
                throw noEquivalent(of: "set", because: .variant)
            }
            return ["--json", text.withJSONQuotes]
        default: return [text]
        }
    }

    /// Returns nil or throws: `prefs` does not use dconf.
    ///
    /// - Parameter isNamed: Whether the line is known to be dconf's. If not, an operand must be a path of dconf.
    func dconf(_ verb: String, _ operands: [String], isNamed: Bool) throws(NoEquivalent) -> [[String]]? {
        let operand = operands.first { !$0.looksLikeOption } ?? ""
        let isItsLine =
            switch verb {
            case "read", "write": operand.isPathOfDatabase && operand.last != "/"
            case "list", "dump", "load": operand.isPathOfDatabase && operand.last == "/"
            case "reset", "watch": operand.isPathOfDatabase
            case "update": operands.isEmpty
            case "compile": operands.count == 2
            default: false
            }
        if isItsLine || isNamed { throw noEquivalent(of: verb, because: .database) }
        return nil
    }
}

extension String {
    /// The text with the quotation marks of JSON in place of those of GVariant.
    fileprivate var withJSONQuotes: String { String(map { $0 == "'" ? "\"" : $0 }) }

    /// Whether a GLOB with this text matches only the text.
    fileprivate var isLiteralGlob: Bool { !contains { "*?[".contains($0) } }

    /// Whether the text is a path of dconf, rather than one of a file of preferences, as in `defaults read PATH`.
    fileprivate var isPathOfDatabase: Bool {
        first == "/" && !hasSuffix(".plist") && !contains("/Preferences/")
    }
}
