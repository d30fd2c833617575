import CommandGrammar

/// `plutil VERB [ARGUMENTS] [OPTIONS] FILE...`, and `PlistBuddy [-x] -c COMMAND FILE`.
extension OtherTool {
    func plutil(_ verb: String, _ words: [String], isNamed: Bool) throws(NoEquivalent) -> [[String]]? {
        if verb == "-help" { return [["help"]] }
        if verb == "extract" { return try plutil("-extract", words, isNamed: isNamed) }
        if isNamed, !verb.looksLikeOption { return [["check", verb] + words] }
        let counts = ["-p": 0, "-lint": 0, "-remove": 1, "-type": 1, "-create": 1, "-convert": 1, "-extract": 2]
        guard let count = verb == "-insert" || verb == "-replace" ? valueCount(words) : counts[verb],
            let (options, files) = options(words.dropFirst(count)), let file = files.first
        else { return nil }
        if verb == "-lint" { return [["check"] + files] }
        let arguments = Array(words.prefix(count))
        let output = options["-o"]
        guard files.count == 1, verb != "-create" else { throw noEquivalent(of: verb) }
        if verb == "-p" { return [["list", "-f", file]] }
        if verb == "-convert" { return try convert(file, to: arguments[0], options) }
        guard let path = OtherToolPath(arguments[0], separator: ".") else { return nil }
        let end = ["-f", file]
        switch (verb, arguments.dropFirst().first) {
        case ("-extract", "raw") where output ?? "-" == "-" && options["-n"] == nil:
            return [["get"] + path.words + (options["-expect"].map { ["--expect", $0] } ?? []) + end]
        // Without `-o -`, the extracted value replaces the file.
        case ("-extract", "json") where output == "-": return [["get"] + path.words + ["--json"] + end]
        case ("-type", _) where options["-expect"] == nil: return [["get", "--type"] + path.words + end]
        case ("-remove", _) where output == nil: return [["reset"] + path.words + end]
        case ("-insert", _) where output == nil && arguments.last == "-append":
            return [["append"] + path.words + value(arguments) + end]
        // Swift's plutil inserts for both.
        case ("-insert", _) where path.canBeElement, ("-replace", _) where path.canBeElement:
            throw noEquivalent(of: "\(verb) KEYPATH.INDEX", because: .insertion)
        case ("-insert", _) where output == nil:
            return [["set"] + path.words + ["--if-unset"] + value(arguments) + end]
        case ("-replace", _) where output == nil: return [["set"] + path.words + value(arguments) + end]
        default: throw noEquivalent(of: verb == "-extract" ? "\(verb) \(arguments[1])" : "\(verb) -o")
        }
    }

    private func convert(
        _ file: String,
        to format: String,
        _ options: [String: String]
    ) throws(NoEquivalent) -> [[String]] {
        let formats = ["xml1": "xml", "binary1": "binary", "json": "json", "openstep": "openstep"]
        guard let name = formats[format] else { throw noEquivalent(of: "-convert \(format)") }
        var output = options["-o"] ?? file
        if let fileExtension = options["-e"] {
            let dot = file.lastIndex(of: ".").flatMap { file[$0...].contains("/") ? nil : $0 }
            let stem = file[..<(dot ?? file.endIndex)]
            output = "\(stem).\(fileExtension)"
        }
        return [["convert", file, "--format", name] + (output == "-" ? [] : ["-o", output])]
    }

    /// Returns the options after the arguments of a verb, and the files.
    private func options(_ words: ArraySlice<String>) -> (options: [String: String], files: [String])? {
        var words = words
        var options: [String: String] = [:]
        var files: [String] = []
        while let word = words.popFirst() {
            switch word {
            // `prefs` prints nothing on success, and a terminal shows JSON indented.
            case "-s", "-r", "--": break
            case "-n": options[word] = ""
            case "-o", "-e", "-expect": options[word] = words.popFirst()
            case _ where word.looksLikeOption: return nil
            default: files.append(word)
            }
        }
        return (options, files)
    }

    /// The options of `prefs set` for the types of a value.
    private static let typeOptions = [
        "-bool": "--bool", "-integer": "--int", "-float": "--float", "-string": "--string", "-date": "--date",
        "-data": "--data", "-json": "--json", "-xml": "--plist",
    ]
    private static let emptyContainers = ["-array": "[]", "-dictionary": "{}"]

    /// Returns the number of words in `KEYPATH -TYPE [VALUE] [-append]`; nil without a known type.
    private func valueCount(_ words: [String]) -> Int? {
        guard words.count > 1 else { return nil }
        let count = Self.typeOptions[words[1]] != nil ? 3 : Self.emptyContainers[words[1]] != nil ? 2 : nil
        return count.map { words.count > $0 && words[$0] == "-append" ? $0 + 1 : $0 }
    }

    private func value(_ arguments: [String]) -> [String] {
        Self.emptyContainers[arguments[1]].map { ["--json", $0] }
            ?? [Self.typeOptions[arguments[1]] ?? "", arguments[2]]
    }
}

// MARK: PlistBuddy

extension OtherTool {
    func plistBuddy(_ words: [String]) throws(NoEquivalent) -> [[String]]? {
        let flags = words.prefix { $0 != "-c" }
        let rest = Array(words.dropFirst(flags.count))
        guard rest.count == 3, flags.allSatisfy({ $0 == "-x" || $0 == "-l" }), let command = rest[1].plistBuddyWords,
            let verb = command.first?.lowercased()
        else { return nil }
        let operands = Array(command.dropFirst())
        let end = ["-f", rest[2]]
        let isXML = flags.contains("-x")
        let entry = operands.first.flatMap { OtherToolPath($0.trimmingColon, separator: ":") }
        switch (verb, operands.count, entry) {
        case ("print", _, _) where operands.isEmpty || operands == [":"]: return [[isXML ? "dump" : "list"] + end]
        case ("print", 1, let entry?) where !isXML: return [["get"] + entry.words + end]
        case ("set", 2, let entry?): return [["set"] + entry.words + [operands[1]] + end]
        case ("delete", 1, let entry?): return [["reset"] + entry.words + end]
        case ("clear", _, _) where operands.isEmpty || operands == ["dict"]: return [["reset", "--all"] + end]
        case ("merge", 1, _): return [["apply", "--if-unset"] + end + operands]
        case ("add", 2...3, _): return try add(operands).map { [$0 + end] }
        default: throw noEquivalent(of: "-c \(command[0])")
        }
    }

    /// Returns the line for `Add ENTRY TYPE [VALUE]`, without the file.
    private func add(_ operands: [String]) throws(NoEquivalent) -> [String]? {
        let types = ["string": "--string", "bool": "--bool", "real": "--float", "integer": "--int"]
        let containers = ["array": "[]", "dict": "{}"]
        var value = operands.count == 3 ? types[operands[1]].map { [$0, operands[2]] } : nil
        if operands.count == 2 { value = containers[operands[1]].map { ["--json", $0] } }
        guard let value else { throw noEquivalent(of: "-c Add ENTRY \(operands[1])") }
        // A colon at the end stands for a new element of an array.
        let isAppended = operands[0].last == ":"
        let text = operands[0].trimmingColon
        guard let entry = OtherToolPath(isAppended ? text.dropLast() : text, separator: ":") else { return nil }
        if isAppended { return ["append"] + entry.words + value }
        if entry.canBeElement { throw noEquivalent(of: "-c Add", because: .insertion) }
        return ["set"] + entry.words + ["--if-unset"] + value
    }
}

extension String {
    /// The text without a colon at the beginning, which an entry need not have.
    fileprivate var trimmingColon: Substring { first == ":" ? dropFirst() : self[...] }

    /// The words of a command, which quotes of one kind can hold together; nil if a quote is not closed.
    fileprivate var plistBuddyWords: [String]? {
        let parts = split(separator: contains("\"") ? "\"" : "'", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return nil }
        return parts.enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }
}
