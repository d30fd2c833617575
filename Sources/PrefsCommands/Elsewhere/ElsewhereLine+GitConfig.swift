extension ElsewhereLine {
    /// What a line of git-config(1) is here.
    static func gitConfig(_ verb: String, _ words: [String]) -> [[String]]? {
        switch (verb, words.count) {
        case ("--get", 1), ("--get-all", 1): [["get"] + words]
        case ("--get", 2): [["get", words[0], "--default", words[1]]]
        case ("--get-regexp", 1): [["list", "*\(words[0])*"]]
        case ("--list", 0), ("-l", 0): [["list"]]
        case ("--unset", 1), ("--unset-all", 1): [["reset"] + words]
        case ("--add", 2): [["append"] + words]
        case ("--replace-all", 2): [["set"] + words]
        // A section and a name are a key without a verb.
        case (_, 0) where verb.isDotted: [["get", verb]]
        case (_, 1) where verb.isDotted && !words[0].looksLikeOption: [["set", verb] + words]
        default: nil
        }
    }
}

extension String {
    /// Whether the word has a dot within it, and is no option.
    fileprivate var isDotted: Bool {
        !looksLikeOption && utf8.dropFirst().dropLast().contains(UInt8(ascii: "."))
    }
}
