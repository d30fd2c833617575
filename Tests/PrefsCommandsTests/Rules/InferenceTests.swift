import CommandGrammar
import TestSupport
import PropertyLists
import Testing

@testable import PrefsCommands

@Suite("Untyped values")
struct InferenceTests {
    @Test(
        "a text is the value that it spells, or a string if that value would print differently",
        arguments: [
            ("true", true), ("false", false), ("0", 0), ("1", 1), ("-1", -1), ("42", 42),
            ("9223372036854775807", .integer(PropertyListInteger(Int64.max))),
            ("9223372036854775808", .integer(PropertyListInteger(UInt64(1) << 63))),
            ("18446744073709551615", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("0.0", 0.0), ("-0.0", -0.0), ("1.0", 1.0), ("-2.5", -2.5), ("0.1", 0.1), ("123456789.125", 123456789.125),
            ("0.30000000000000004", 0.30000000000000004), ("9007199254740993.0", "9007199254740993.0"),
            ("0.0001", 0.0001), ("0.00001", "0.00001"), ("1000000000000000.0", 1e15),
            ("10000000000000000.0", "10000000000000000.0"), ("100000000000000000.0", "100000000000000000.0"),
            ("18446744073709551616", "18446744073709551616"), ("-9223372036854775809", "-9223372036854775809"),
            ("1.10", "1.10"), ("007", "007"), ("1e5", "1e5"), ("1e+300", "1e+300"), ("-0", "-0"), ("TRUE", "TRUE"),
            ("nan", "nan"), ("inf", "inf"), ("", ""), ("+1", "+1"), ("1.", "1."), (".5", ".5"), ("-.5", "-.5"),
            ("-", "-"), (".", "."), ("-.", "-."), ("1.2.3", "1.2.3"), ("00.5", "00.5"), ("--1", "--1"), ("0x1", "0x1"),
            ("1 ", "1 "), (" 1", " 1"), ("1\n", "1\n"), ("１", "１"), ("١.٥", "١.٥"), ("yes", "yes"), ("on", "on"),
            ("null", "null"), ("[]", "[]"), ("{}", "{}"), ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"),
            ("True", "True"), ("YES", "YES"), ("-inf", "-inf"), ("1_000", "1_000"), ("٣", "٣"), ("true ", "true "),
            ("true\u{301}", "true\u{301}"), ("1\u{301}", "1\u{301}"), ("1\0", "1\0"),
        ] as [(String, PropertyList)]
    )
    func inference(text: String, value: PropertyList) {
        #expect(PropertyList(inferring: text) == value)
    }

    @Test("an inferred value prints as the same text")
    func printing() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed of the random words: \(seed)")
        var generator = SeededGenerator(seed: seed)
        let pieces = ["0", "1", "9", "-", ".", "e", "+", "true", "false", "18446744073709551615", " ", "\u{301}", "5"]
        var kinds: Set<PropertyListKind> = []
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...6, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let value = PropertyList(inferring: text)
            kinds.insert(value.kind)
            #expect(try Array(value.text.utf8) == Array(text.utf8), "seed \(seed): \(text.debugDescription)")
            #expect(value == expected(text), "seed \(seed): \(text.debugDescription)")
        }
        #expect(kinds == [.string, .integer, .real, .boolean], "seed \(seed)")
    }

    @Test("the text of a number is inferred as that number")
    func numbers() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed of the random numbers: \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let bits =
                UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...63, using: &generator)
            for integer in [PropertyListInteger(bits), PropertyListInteger(Int64(bitPattern: bits))] {
                #expect(PropertyList(inferring: integer.description) == .integer(integer), "seed \(seed)")
            }
            let real = Double(Int64(bitPattern: bits) >> 20) / 1024
            if !real.shortestText.contains("e") {
                #expect(PropertyList(inferring: real.shortestText) == .real(real), "seed \(seed)")
            }
        }
    }

    /// Returns the value that the specification requires, by a literal implementation of its rule.
    private func expected(_ text: String) -> PropertyList {
        if text == "true" || text == "false" { return .boolean(text == "true") }
        if text.utf8.elementsEqual("0".utf8) || text.wholeMatches(#/-?[1-9][0-9]*/#) {
            return PropertyListInteger(text).map(PropertyList.integer) ?? .string(text)
        }
        if text.wholeMatches(#/-?(0|[1-9][0-9]*)\.[0-9]+/#), let real = Double(text), real.shortestText == text {
            return .real(real)
        }
        return .string(text)
    }
}

extension String {
    /// Returns whether the pattern matches the whole text, compared by Unicode scalars.
    fileprivate func wholeMatches(_ pattern: some RegexComponent) -> Bool {
        wholeMatch(of: pattern.regex.matchingSemantics(.unicodeScalar)) != nil
    }
}
