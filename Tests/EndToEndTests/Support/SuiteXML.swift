/// Suites as text in the layout of `UserDefaults`, so that tests of reading do not depend on writing.
enum SuiteXML {
    /// A suite without keys.
    static let empty = header + "<dict/>\n</plist>\n"

    /// Returns a suite with the entries in the given order.
    ///
    /// Each value is an XML element without indentation.
    static func document(_ entries: KeyValuePairs<String, String>) -> String {
        let elements = entries.map { key, value in
            // The line breaks of a string are content. Those of any other element are layout.
            let element = value.hasPrefix("<string>") ? value : value.replacing("\n", with: "\n\t")
            return "\t<key>\(key)</key>\n\t\(element)\n"
        }
        return header + "<dict>\n" + elements.joined() + "</dict>\n</plist>\n"
    }

    /// The suite `t` at the start of each case of the command's contract.
    static let contract = document([
        "a/b": "<string>s</string>",
        "blob": "<data>\nAQI=\n</data>",
        "flag": "<true/>",
        "general.launchCount": "<integer>3</integer>",
        "name": "<string>Ada</string>",
        "ratio": "<real>1.5</real>",
        "when": "<date>1970-01-01T00:00:00Z</date>",
        "win": """
        <dict>
        \t<key>f</key>
        \t<array>
        \t\t<integer>1</integer>
        \t\t<integer>2</integer>
        \t\t<dict>
        \t\t\t<key>w</key>
        \t\t\t<integer>9</integer>
        \t\t</dict>
        \t</array>
        </dict>
        """,
    ])

    private static let header = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """
}
