import CommandGrammar

/// `git config`, in its old style with options as verbs, and in its style since Git 2.46 with subcommands.
extension OtherTool {
    func gitConfig(_ words: [String], isNamed: Bool) throws(NoEquivalent) -> [[String]]? {
        guard let line = try GitConfigLine(words, isNamed: isNamed, of: self) else { return nil }
        let selector = line.selector
        let name = line.operands.first ?? ""
        switch (line.action, line.operands.count) {
        case ("get", 1), ("get-all", 1), (nil, 1):
            let standard = line.standard.map { ["--default", $0] } ?? []
            return [["get"] + selector + [name] + standard + (line.type.map { ["--expect", $0] } ?? [])]
        // A file of git has all sections, as `find` looks in all suites; a name without special characters is a regular
        // expression and a part of a key alike.
        case ("get-regexp", 1) where name.allSatisfy { $0.isLetter || $0.isNumber }:
            return selector.isEmpty ? [["find", name]] : [["list"] + selector + ["*\(name)*"]]
        case ("list", 0), ("l", 0):
            return selector.isEmpty && line.listOptions.isEmpty
                ? [["find", ""]] : [["list"] + selector + line.listOptions]
        case ("list", 1), ("l", 1): return [["list", "-s", name] + line.listOptions]
        case ("edit", 1), ("e", 1): return [["edit", "-s", name]]
        // The last operand is a pattern of values, which can be an element.
        case ("unset", 2), ("unset-all", 2): return [["drop"] + selector + line.operands]
        case ("unset", 1), ("unset-all", 1): return [["reset"] + selector + [name]]
        case ("set", 2), ("replace-all", 2), (nil, 2):
            return [["set"] + selector + [name] + line.value(line.operands[1])]
        case ("edit", 0), ("e", 0): return [["edit"] + selector]
        // A key has one value, which can be an array.
        case ("add", 2): return [["append"] + selector + [name] + line.value(line.operands[1])]
        case ("rename-section", 2): return [["suites", "rename"] + line.operands]
        case ("remove-section", 1): return [["suites", "remove", name]]
        case ("get-regexp", _), ("get-urlmatch", _), ("get-color", _), ("get-colorbool", _):
            throw noEquivalent(of: "--\(line.action ?? "")")
        case ("rename-section", _), ("remove-section", _): throw noEquivalent(of: line.action ?? "")
        // The last operand is a pattern of values.
        case ("get", 2), ("get-all", 2), ("replace-all", 3), (nil, 3):
            throw noEquivalent(of: "NAME \(line.operands.count == 3 ? "VALUE " : "")PATTERN")
        default: return nil
        }
    }
}

/// The parts of a line of `git config`.
struct GitConfigLine {
    /// The verb, without dashes; nil if the line is a name, or a name and a value.
    private(set) var action: String?
    private(set) var operands: [String] = []
    /// The options that select the file.
    private(set) var selector: [String] = []
    /// The type of the value, as an option of `prefs set` names it.
    private(set) var type: String?
    /// The default of `get`.
    private(set) var standard: String?
    private(set) var listOptions: [String] = []

    static let actions = [
        "--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "--list", "-l",
        "--unset", "--unset-all", "--add", "--replace-all", "--edit", "-e", "--rename-section", "--remove-section",
    ]
    private static let subcommands: Set = ["list", "get", "set", "unset", "edit", "rename-section", "remove-section"]

    init?(_ words: [String], isNamed: Bool, of tool: OtherTool) throws(NoEquivalent) {
        let count = words.count
        var words = words[...]
        if let first = words.first, Self.subcommands.contains(first), isNamed || first.hasSuffix("-section") {
            action = first
            words.removeFirst()
        }
        while let word = words.popFirst() {
            let (spelling, attached) = word.splitAtEqualsSign
            switch spelling {
            case _ where !word.looksLikeOption: operands.append(word)
            // Of a longer line that begins with a short option, the verb of `prefs` is perhaps still to come.
            case _ where ["-l", "-e"].contains(word) && !isNamed && count > 1: return nil
            case _ where Self.actions.contains(word) && action == nil: action = word.withoutDashes
            case "--local": break
            // The file for all repositories, as the global preferences are for all suites.
            case "--global": selector = ["-g"]
            case "--file", "-f":
                guard let path = attached ?? words.popFirst() else { return nil }
                selector = ["-f", path]
            case "--system": selector = ["--system", "-g"]
            case "--bool", "--int": type = word.withoutDashes
            case "--type", "-t":
                type = attached ?? words.popFirst()
                guard type == "bool" || type == "int" else { return nil }
            case "--default":
                standard = attached ?? words.popFirst()
                guard standard != nil else { return nil }
            case "--name-only": listOptions = ["--names-only"]
            case "--show-origin": listOptions = ["-l"]
            case "--all" where action == "get" || action == "unset" || action == "set": break
            case "--append" where action == "set": action = "add"
            case "--regexp" where action == "get": action = "get-regexp"
            default:
                guard isNamed else { return nil }
                throw tool.noEquivalent(of: spelling)
            }
        }
        if !listOptions.isEmpty, action != "list", action != "l" { return nil }
        // A name has a section. Without a verb, only that tells a line of `git config` from another.
        if action == nil, !isNamed, operands.first?.isDotted != true { return nil }
    }

    /// Returns the words of `prefs set` for a value.
    func value(_ text: String) -> [String] {
        type.map { ["--\($0)", text] } ?? [text]
    }
}

extension String {
    fileprivate var withoutDashes: String { String(drop { $0 == "-" }) }

    /// Whether the word consists of a section and a name.
    fileprivate var isDotted: Bool {
        !looksLikeOption && dropFirst().dropLast().contains(".")
            && allSatisfy { $0.isLetter || $0.isNumber || "._-@/".contains($0) }
    }
}
