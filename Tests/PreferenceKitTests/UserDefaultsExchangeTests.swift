import Foundation
import PreferenceKit
import TestSupport
import Testing

@Suite("Exchange with a program that uses UserDefaults", .mayWait)
struct UserDefaultsExchangeTests {
    private let suite: SuiteInDirectory
    private let program: RealUserDefaults

    init() throws {
        suite = try SuiteInDirectory()
        program = try RealUserDefaults()
    }

    private func subprocess(_ arguments: [String]) -> Subprocess {
        program.subprocess(
            arguments,
            environment: ["HOME": suite.directory.path, "XDG_CONFIG_HOME": suite.directory.path]
        )
    }

    /// Runs the program, expects it to succeed, and returns its output without line breaks at the ends.
    private func run(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let outcome = try subprocess(arguments).run()
        #expect(outcome.ending == .exited(0), "\(arguments): \(outcome)", sourceLocation: sourceLocation)
        return outcome.text.trimmingCharacters(in: .newlines)
    }

    /// Writes a value, and expects the program to read it as a type and a text.
    private func expect<Value: PreferenceValue & Sendable>(
        _ value: Value,
        isRead type: String,
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try suite.preferences().set(value, for: PreferenceKey<Value?>("k"))
        #expect(try run("read", "app", "k") == "\(type)\t\(text)", sourceLocation: sourceLocation)
    }

    /// Lets the program write a text as a value of a type, and expects a key to read the value.
    private func expect<Value: PreferenceValue & Sendable & Equatable>(
        _ value: Value,
        isReadFrom type: String,
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        _ = try run("set", "app", type, "k", text)
        let key = PreferenceKey<Value?>("k")
        #expect(try suite.preferences().value(for: key) == value, sourceLocation: sourceLocation)
    }

    @Test("the program reads each type as it was written here")
    func writing() throws {
        try expect(true, isRead: "bool", "true")
        try expect(1, isRead: "integer", "1")
        try expect(Int.min, isRead: "integer", "{\"$integer\":\"-9223372036854775808\"}")
        try expect(UInt64.max, isRead: "integer", "{\"$integer\":\"18446744073709551615\"}")
        try expect(2.0, isRead: "float", "2.0")
        try expect(Float(0.25), isRead: "float", "0.25")
        try expect(-Double.infinity, isRead: "float", "{\"$real\":\"-inf\"}")
        try expect("👋🏽 \"é\"", isRead: "string", "\"👋🏽 \\\"é\\\"\"")
        try expect(Data([0, 255]), isRead: "data", "{\"$data\":\"AP8=\"}")
        try expect(Data(), isRead: "data", "{\"$data\":\"\"}")
        try expect(
            Date(timeIntervalSince1970: 1_700_000_000.9),
            isRead: "date",
            "{\"$date\":\"2023-11-14T22:13:20Z\"}"
        )
        try expect(Date(timeIntervalSince1970: -0.5), isRead: "date", "{\"$date\":\"1969-12-31T23:59:59Z\"}")
        try expect([[true], [false, true]], isRead: "array", "[[true],[false,true]]")
        try expect(["b": [1], "a": []], isRead: "dictionary", "{\"a\":[],\"b\":[1]}")
        let url = try #require(URL(string: "https://example.com/p?q=1#top"))
        try expect(url, isRead: "string", "\"https://example.com/p?q=1#top\"")
        try expect(
            UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9)),
            isRead: "string",
            """
            "00000000-0000-0000-0000-000000000009"
            """
        )
        try expect(Decimal(sign: .minus, exponent: -2, significand: 999), isRead: "string", "\"-9.99\"")
    }

    @Test("each type is read here as the program wrote it")
    func reading() throws {
        try expect(true, isReadFrom: "bool", "true")
        try expect(-7, isReadFrom: "int", "-7")
        try expect(UInt64.max, isReadFrom: "uint", "18446744073709551615")
        try expect(0.1, isReadFrom: "double", "0.1")
        try expect(2, isReadFrom: "double", "2")
        try expect(Float(0.1), isReadFrom: "float", "0.1")
        try expect("", isReadFrom: "string", "")
        try expect(Data([1, 2]), isReadFrom: "data", "AQI=")
        try expect(Date(timeIntervalSince1970: 1_700_000_000), isReadFrom: "date", "1700000000.75")
        try expect(Date(timeIntervalSince1970: -1), isReadFrom: "date", "-0.25")
        try expect(["a": [1.5]], isReadFrom: "json", "{\"a\":[1.5]}")
        try expect(["x", "y"], isReadFrom: "json", "[\"x\",\"y\"]")
        try expect(URL(fileURLWithPath: "/tmp/a b"), isReadFrom: "url", "file:///tmp/a%20b")
    }

    @Test("a key that the program removes reads as its default")
    func removal() throws {
        let key = PreferenceKey<Int>("k", default: 7)
        try suite.preferences().set(1, for: key)
        _ = try run("remove", "app", "k")
        #expect(try suite.preferences().value(for: key) == 7)
    }

    @Test("no key is lost if both programs write at the same time")
    func together() throws {
        let count = 20
        let other = try subprocess(["load", "app", "\(count)", "5"]).start()
        let preferences = try suite.preferences()
        for number in 1...count {
            try preferences.set(number, for: PreferenceKey<Int>("ours\(number)", default: 0))
        }
        #expect(try other.finish().ending == .exited(0))
        guard case .dictionary(let contents) = try suite.contents() else {
            Issue.record("the file holds no dictionary")
            return
        }
        for number in 1...count {
            #expect(contents["ours\(number)"] == number.propertyList)
            #expect(contents["theirs\(number)"] == number.propertyList)
        }
    }
}
