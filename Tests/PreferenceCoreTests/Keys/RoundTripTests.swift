import PreferenceCore
import PropertyLists
import TestSupport
import Testing

@Suite("Values in a file of each format", .serialized)
struct RoundTripTests {
    private let suites: SuiteDirectory

    init() throws {
        suites = try SuiteDirectory()
    }

    /// Writes each value to its own key, and expects another instance to read it bit for bit.
    ///
    /// The file must keep its format and conform to the keys' schema.
    private func expectRoundTrip<Value: PreferenceValue & Sendable>(
        _ values: [Value],
        default defaultValue: Value,
        _ format: PropertyListFormat,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try suites.write([:], as: format)
        let keys = values.indices.map { PreferenceKey<Value>("k\($0)", default: defaultValue) }
        try suites.preferences().transaction { transaction in
            for (key, value) in zip(keys, values) {
                transaction[key] = value
            }
        }
        var snapshot = try suites.preferences().snapshot()
        for (key, value) in zip(keys, values) {
            let read = try snapshot.value(for: key)
            #expect(read.propertyList == value.propertyList, sourceLocation: sourceLocation)
            #expect(try snapshot.entry(for: key) != nil, sourceLocation: sourceLocation)
        }
        try expectConformance(of: suites.contents(), to: keys, sourceLocation: sourceLocation)
        #expect(try PropertyListFormat.allCases.contains(format) && detectedFormat() == format)
    }

    private func detectedFormat() throws -> PropertyListFormat? {
        let bytes = try suites.bytes()
        return PropertyListFormat.allCases.first { format in
            (try? PropertyList(parsing: bytes.span, as: format)) != nil
        }
    }

    @Test("numbers at the limits of their range are read as they were written", arguments: PropertyListFormat.allCases)
    func numbers(format: PropertyListFormat) throws {
        try expectRoundTrip([.min, -1, 0, 1, .max], default: 7, format) as Void
        try expectRoundTrip([0, 1 << 63, .max] as [UInt64], default: 7, format)
        try expectRoundTrip([.min, .max] as [Int8], default: 7, format)
        try expectRoundTrip([true, false], default: true, format)
    }

    @Test(
        "reals, infinities, not-a-number, both zeros and subnormals are read as they were written",
        arguments: PropertyListFormat.allCases
    )
    func reals(format: PropertyListFormat) throws {
        try expectRoundTrip(
            [
                0, -0.0, 0.1, 1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
                .leastNormalMagnitude.nextDown, .leastNormalMagnitude, .greatestFiniteMagnitude, .pi, 0x1p53,
            ],
            default: 7.0,
            format
        )
        try expectRoundTrip(
            [0.1, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, .nan] as [Float],
            default: 7,
            format
        )
    }

    @Test(
        "empty, zero-width and multi-line strings, and strings like markup, are read as they were written",
        arguments: PropertyListFormat.allCases
    )
    func strings(format: PropertyListFormat) throws {
        try expectRoundTrip(
            [
                "", " ", "\u{200B}", "\u{FEFF}", "a\nb", "a\r\nb\rc", "\t", "\n", "e\u{301}", "\u{E9}", "<a>&amp;]]>",
                "👩‍👩‍👧", "\u{85}\u{2028}", "$date", "nan", "\"\\",
            ],
            default: "default",
            format
        )
    }

    @Test("empty and nested collections are read as they were written", arguments: PropertyListFormat.allCases)
    func collections(format: PropertyListFormat) throws {
        try expectRoundTrip([[], [""], ["a", "b"]], default: ["default"], format)
        try expectRoundTrip([[:], ["": []], ["a": [1, 2]]], default: ["default": [1]], format)
        try expectRoundTrip([[], [0], Array(0...255)] as [[UInt8]], default: [9], format)
        try expectRoundTrip([[[]], [[1], []]] as [[[Int]]], default: [], format)
    }

    @Test(
        "dates in whole seconds and untyped values are read as they were written",
        arguments: PropertyListFormat.allCases
    )
    func untyped(format: PropertyListFormat) throws {
        // The last date is the last second of the year 9999, the latest that OpenStep text can represent.
        let dates = [0.0, -978_307_200, 1, -1, 252_423_993_599].map(PropertyListDate.init(secondsSinceReferenceDate:))
        try expectRoundTrip(dates, default: PropertyListDate(secondsSinceReferenceDate: 5), format)
        let forms = formOfEachKind.filter { format != .openStep || $0.kind != .uid }
        try expectRoundTrip(forms, default: "default", format)
    }

    @Test("an empty value is stored, and differs from the default")
    func empty() throws {
        let preferences = try suites.preferences()
        let text = PreferenceKey<String>("text", default: "x")
        let list = PreferenceKey<[Int]>("list", default: [1])
        let table = PreferenceKey<[String: Int]>("table", default: ["a": 1])
        let bytes = PreferenceKey<[UInt8]>("bytes", default: [1])
        preferences[text] = ""
        preferences[list] = []
        preferences[table] = [:]
        preferences[bytes] = []
        #expect(preferences[text] == "")
        #expect(preferences[list] == [])
        #expect(preferences[table] == [:])
        #expect(preferences[bytes] == [])
        #expect(!preferences.isDefault(text))
        #expect(!preferences.isDefault(list))
        #expect(!preferences.isDefault(table))
        #expect(!preferences.isDefault(bytes))
        #expect(try suites.contents() == ["text": "", "list": [], "table": [:], "bytes": .data([])])
    }

    @Test("a string with a character that XML cannot represent is kept in the other formats")
    func control() throws {
        for format in PropertyListFormat.allCases where format != .xml {
            try expectRoundTrip(["\0", "\u{1}", "\u{1B}[0m"], default: "default", format)
        }
    }
}
