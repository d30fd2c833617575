extension ElsewhereLine {
    /// What a line of defaults(1) is here.
    static func defaults(_ verb: String, _ words: [String]) -> [[String]]? {
        if verb == "-currentHost", let next = words.first {
            return defaults(next, Array(words.dropFirst()))?.map { $0 + ["--by-host"] }
        }
        switch (verb, words.count) {
        case ("read", 0): return [["list"]]
        case ("domains", 0): return [["suites"]]
        default: break
        }
        guard let (selector, operands) = domain(in: words) else { return nil }
        switch (verb, operands.count) {
        case ("read", 0):
            // One word may also be a key, of somebody who has not come from there.
            let list = ["list"] + selector
            return selector.first == "-s" ? [["get", selector[1]], list] : [list]
        case ("read", _): return [["get"] + selector + operands]
        case ("read-type", 0) where selector.first == "-s": return [["type", selector[1]]]
        case ("read-type", 1): return [["type"] + selector + operands]
        case ("write", 1) where selector.first == "-s": return [["set", selector[1]] + operands]
        case ("write", 2...): return [["set"] + selector + operands]
        case ("export", 1): return [["dump"] + selector + (operands == ["-"] ? [] : ["-o"] + operands)]
        default: return nil
        }
    }

    /// The options that select what the first words name as a domain, and the words after it.
    private static func domain(in words: [String]) -> (selector: [String], operands: [String])? {
        guard let domain = words.first else { return nil }
        let operands = Array(words.dropFirst())
        switch domain {
        case "-g", "-globalDomain", "NSGlobalDomain", "Apple Global Domain": return (["-g"], operands)
        case "-app", "-s", "--suite": return operands.first.map { (["-s", $0], Array(operands.dropFirst())) }
        case _ where domain.utf8.contains(UInt8(ascii: "/")): return (["-f", domain], operands)
        case _ where domain.looksLikeOption: return nil
        default: return (["-s", domain], operands)
        }
    }
}
