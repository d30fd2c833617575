extension ElsewhereLine {
    /// What a line of gsettings(1) is here.
    static func gsettings(_ verb: String, _ words: [String]) -> [[String]]? {
        switch (verb, words.count) {
        case ("list-schemas", 0), ("list-relocatable-schemas", 0): [["suites"]]
        case ("list-keys", 1): [["keys", "-s", words[0]]]
        case ("list-keys", 0): [["keys"]]
        case ("list-recursively", 1): [["list", "-s", words[0]]]
        case ("list-recursively", 0): [["list"]]
        case ("reset-recursively", 1): [["reset", "--all", "-s", words[0]]]
        case ("range", 2): [["describe", "-s"] + words]
        default: nil
        }
    }
}
