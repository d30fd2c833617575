import CommandGrammar

/// `jq [OPTIONS] PROGRAM [FILE]`, of the programs that name one value.
extension OtherTool {
    /// - Parameter isNamed: Whether the line is known to be jq's. If not, a path must begin with a dot.
    func jq(_ words: [String], isNamed: Bool) throws(NoEquivalent) -> [[String]]? {
        let operands = words.filter { !$0.looksLikeOption }
        guard let program = operands.first, operands.count < 3 else { return nil }
        guard isNamed || program.hasPrefix(".") || program.hasPrefix("del(.") else { return nil }
        let isFilter = program.hasPrefix(".") && (program.contains { "|+(".contains($0) } || program.contains("[]"))
        guard !isFilter else { throw noEquivalent(of: program, because: .filter) }
        let selector = operands.dropFirst().flatMap { [$0.contains("/") || $0.contains(".") ? "-f" : "-s", $0] }
        if program == "." { return [["dump"] + selector + ["--json"]] }
        if program == "keys" { return [["list", "--names-only"] + selector + ["--only"]] }
        if program.hasPrefix("del("), program.hasSuffix(")") {
            return OtherToolPath(written: String(program.dropFirst(4).dropLast())).map {
                [["reset"] + selector + $0.words]
            }
        }
        let parts = program.split(separator: "=", maxSplits: 1).map { $0.trimmingBlanks }
        guard let path = OtherToolPath(written: parts[0]) else {
            guard isNamed else { return nil }
            throw noEquivalent(of: program)
        }
        // Operators such as `+=` and `|=` are not an assignment.
        guard parts.count == 1 || !"+-*/%".contains(program.prefix { $0 != "=" }.last ?? "=") else { return nil }
        // The first of two names alone can be that of a suite, as in git config(1).
        let isShort = selector.isEmpty && path.names.count == 2
        guard parts.count > 1 else {
            return [["get"] + (isShort ? [path.names.joined(separator: ".")] : selector + path.words)]
        }
        return [["set"] + selector + path.words + (parts[1].unquoted?.asString ?? [parts[1]])]
    }
}

extension OtherToolPath {
    /// Parses a path as people write it elsewhere: `.a.b[0]` as jq(1) has it, `$.a` of JSONPath, `/a/b`, `a.b`, `a:b` of
    /// PlistBuddy; nil for another text.
    package init?(written text: String) {
        let text = text.hasPrefix("$.") ? text.dropFirst() : text[...]
        let isPointer = text.hasPrefix("/") || text.contains("/") && !text.contains(".")
        let separator: Character = isPointer ? "/" : text.contains(".") ? "." : text.contains(":") ? ":" : "."
        let names = text.filter { $0 != "]" && $0 != "\"" }.map { $0 == "[" ? separator : $0 }
        let start = names.first == separator ? 1 : 0
        self.init(String(names.dropFirst(start)), separator: separator)
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
