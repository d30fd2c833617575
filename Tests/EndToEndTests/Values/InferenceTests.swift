import TestSupport
import Testing

/// An untyped argument, and the type of its stored value.
struct InferredWord: Sendable, CustomTestStringConvertible {
    let word: String
    let type: String

    init(_ word: String, _ type: String) {
        self.word = word
        self.type = type
    }

    var testDescription: String { "\(word.debugDescription) is \(type)" }

    /// Arguments of each type.
    ///
    /// The tests of PrefsCommands have a table of all spellings.
    static let all = [
        InferredWord("true", "bool"), InferredWord("-42", "integer"), InferredWord("18446744073709551615", "integer"),
        InferredWord("-0.5", "float"), InferredWord("0.30000000000000004", "float"), InferredWord("", "string"),
        InferredWord("1.10", "string"), InferredWord("007", "string"), InferredWord("TRUE", "string"),
        InferredWord("18446744073709551616", "string"), InferredWord("1970-01-01T00:00:00Z", "string"),
        InferredWord("٣", "string"), InferredWord("1\n", "string"),
    ]
}

/// An untyped argument for a key that is set, and the new value, or nil if the argument is invalid.
struct StoredTypeWord: Sendable, CustomTestStringConvertible {
    let key: String
    let word: String
    let output: String?

    init(_ key: String, _ word: String, _ output: String?) {
        self.key = key
        self.word = word
        self.output = output
    }

    var testDescription: String { "\(key) \(word.debugDescription): \(output ?? "refused")" }

    static let all: [StoredTypeWord] = [
        StoredTypeWord("flag", "off", "false"),
        StoredTypeWord("flag", "NO", "false"),
        StoredTypeWord("flag", "0", "false"),
        StoredTypeWord("flag", "1", "true"),
        StoredTypeWord("flag", "On", "true"),
        StoredTypeWord("flag", "maybe", nil),
        StoredTypeWord("flag", "2", nil),
        StoredTypeWord("flag", "", nil),
        StoredTypeWord("general.launchCount", "7", "7"),
        StoredTypeWord("general.launchCount", "-7", "-7"),
        StoredTypeWord("general.launchCount", "18446744073709551615", "18446744073709551615"),
        StoredTypeWord("general.launchCount", "7.5", nil),
        StoredTypeWord("general.launchCount", "7.0", nil),
        StoredTypeWord("general.launchCount", "true", nil),
        StoredTypeWord("general.launchCount", "seven", nil),
        StoredTypeWord("general.launchCount", "12abc", nil),
        StoredTypeWord("general.launchCount", "", nil),
        StoredTypeWord("general.launchCount", "18446744073709551616", nil),
        StoredTypeWord("name", "7", "7"),
        StoredTypeWord("name", "true", "true"),
        StoredTypeWord("name", "1.5", "1.5"),
        StoredTypeWord("name", "", ""),
        StoredTypeWord("ratio", "2", "2.0"),
        StoredTypeWord("ratio", "-2.25", "-2.25"),
        StoredTypeWord("ratio", "1e3", "1000.0"),
        StoredTypeWord("ratio", "true", nil),
        StoredTypeWord("ratio", "fast", nil),
        StoredTypeWord("ratio", "", nil),
        StoredTypeWord("when", "2020-01-02T03:04:05+02:00", "2020-01-02T01:04:05Z"),
        StoredTypeWord("when", "yesterday", nil),
        StoredTypeWord("when", "0", nil),
        StoredTypeWord("blob", "AwQ=", "AwQ="),
        StoredTypeWord("blob", "", ""),
        StoredTypeWord("blob", "not base64!", nil),
        StoredTypeWord("win", "{\"a\":1}", "{\"a\":1}"),
        StoredTypeWord("win", "{}", "{}"),
        StoredTypeWord("win", "[1]", nil),
        StoredTypeWord("win", "5", nil),
        StoredTypeWord("win", "a", nil),
    ]
}

@Suite("Untyped values")
struct InferenceTests {
    @Test("the text of an untyped argument determines its type for a new key", arguments: InferredWord.all)
    func inference(row: InferredWord) throws {
        let prefs = try PrefsCommand.withContractSuite()
        let errors: ErrorOutput =
            switch row.word {
            case "18446744073709551615": .tooLarge("new")
            case "1.10", "18446744073709551616": .numberAsString("new", "--float")
            case "007": .numberAsString("new", "--int")
            default: .nothing
            }
        try prefs.change("set", "--", "new", row.word, errors: errors)
        #expect(try prefs.type(of: "new") == row.type)
        #expect(try prefs.value(of: "new") == row.word)
    }

    @Test(
        "an untyped argument for a key that is set is parsed strictly as the key's type",
        arguments: StoredTypeWord.all
    )
    func storedType(row: StoredTypeWord) throws {
        let prefs = try PrefsCommand.withContractSuite()
        let type = try prefs.type(of: row.key)
        let outcome = try prefs.run("set", row.key, row.word)
        if let output = row.output {
            let isLarge = output == "18446744073709551615"
            expect(outcome, prints: "", errors: isLarge ? .tooLarge(row.key) : .nothing)
            #expect(try prefs.value(of: row.key) == output)
        } else {
            expect(outcome, prints: "", exit: 3, errors: .message([row.key]))
            #expect(try prefs.directory.text(of: prefs.file(of: "t")) == SuiteXML.contract)
        }
        #expect(try prefs.type(of: row.key) == type)
    }

    @Test("the stored type comes from the file that is written, not from another layer")
    func storedTypeOfOtherLayer() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.write(SuiteXML.document(["new": "<string>x</string>"]), to: ".GlobalPreferences")
        try prefs.change("set", "new", "5")
        #expect(try prefs.type(of: "new") == "integer")
    }

    @Test("the type of a key changes if an option names a type")
    func typeChanges() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("set", "name", "--int", "5")
        #expect(try prefs.type(of: "name") == "integer")
        try prefs.change("set", "name", "--string", "5")
        #expect(try prefs.type(of: "name") == "string")
        try prefs.change("set", "name", "-bool", "NO")
        #expect(try prefs.value(of: "name") == "false")
    }

    @Test("a number that begins with a minus sign needs no option", arguments: ["-1", "-42", "-0.5", "-.5", "-1x"])
    func minus(word: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("set", "new", word, errors: word == "-.5" ? .numberAsString("new", "--float") : .nothing)
        #expect(try prefs.value(of: "new") == word)
    }
}
