extension ElsewhereLine {
    /// What a line of plutil(1) is here.
    static func plutil(_ verb: String, _ words: [String]) -> [[String]]? {
        switch (verb, words.count) {
        case ("-p", 1): [["list", "-f", words[0]]]
        case ("-lint", 1): [["check", words[0]]]
        case ("-convert", 2): convert(words[1], to: words[0], as: words[1])
        case ("-convert", 4) where words[1] == "-o": convert(words[3], to: words[0], as: words[2])
        case ("-convert", 4) where words[2] == "-o": convert(words[1], to: words[0], as: words[3])
        case ("-extract", 3), ("extract", 3): extract(words[0], as: words[1], from: words[2])
        case ("-type", 2): [["type"] + place(words[0]) + ["-f", words[1]]]
        case ("-remove", 2): [["reset"] + place(words[0]) + ["-f", words[1]]]
        case ("-replace", 4), ("-insert", 4):
            valueOption(words[1]).map { [["set"] + place(words[0]) + [$0, words[2], "-f", words[3]]] }
        default: nil
        }
    }

    private static func convert(_ file: String, to format: String, as output: String) -> [[String]]? {
        let formats = ["xml1": "xml", "binary1": "binary", "json": "json", "openstep": "openstep"]
        guard let format = formats[format] else { return nil }
        return [["convert", file, "--format", format] + (output == "-" ? [] : ["-o", output])]
    }

    private static func extract(_ keyPath: String, as format: String, from file: String) -> [[String]] {
        [["get"] + place(keyPath) + (format == "json" ? ["--json"] : []) + ["-f", file]]
    }

    /// The key at which a key path begins, and the pointer that is the rest of it.
    private static func place(_ keyPath: String) -> [String] {
        let parts = keyPath.split(separator: ".", omittingEmptySubsequences: false)
        let pointer = parts.dropFirst().map { "/\($0)" }.joined()
        return [String(parts[0])] + (pointer.isEmpty ? [] : ["--at", pointer])
    }

    private static func valueOption(_ type: String) -> String? {
        switch type {
        case "-bool", "-integer", "-float", "-string", "-date": type
        case "-data": "--data"
        case "-json": "--json"
        case "-xml": "--plist"
        default: nil
        }
    }
}
