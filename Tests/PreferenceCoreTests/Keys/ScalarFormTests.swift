import PreferenceCore
import PropertyLists
import Testing

/// A stored form and the value that it decodes to; the value is nil if decoding fails.
struct FormCase<Value: PreferenceValue & Sendable>: Sendable, CustomTestStringConvertible {
    let form: PropertyList
    let value: Value?

    init(_ form: PropertyList, _ value: Value?) {
        self.form = form
        self.value = value
    }

    var testDescription: String { "\(form)" }

    /// Decodes the stored form and compares the result with the expected value.
    ///
    /// It compares stored forms, because those distinguish not-a-numbers and zeros by their bits.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(Value(propertyList: form)?.propertyList == value?.propertyList, sourceLocation: sourceLocation)
    }
}

/// One stored form of each kind.
///
/// The real is not a whole number, so an integer type cannot read it.
let formOfEachKind: [PropertyList] = [
    "1", 1, 1.5, true, .date(PropertyListDate(secondsSinceReferenceDate: 1)), .data([1]), [1], ["1": 1], .uid(1),
]

@Suite("Stored forms of scalar values")
struct ScalarFormTests {
    private func kinds<Value: PreferenceValue>(readBy type: Value.Type) -> Set<PropertyListKind> {
        Set(formOfEachKind.filter { Value(propertyList: $0) != nil }.map(\.kind))
    }

    @Test("a type reads only its own kind, except that an integer and a real convert if nothing is lost")
    func kinds() {
        #expect(Set(formOfEachKind.map(\.kind)) == Set(PropertyListKind.allCases))
        #expect(kinds(readBy: Bool.self) == [.boolean])
        #expect(kinds(readBy: String.self) == [.string])
        #expect(kinds(readBy: PropertyListDate.self) == [.date])
        #expect(kinds(readBy: Double.self) == [.real, .integer])
        #expect(kinds(readBy: Float.self) == [.real, .integer])
        #expect(kinds(readBy: Int.self) == [.integer])
        #expect(kinds(readBy: Int8.self) == [.integer])
        #expect(kinds(readBy: UInt64.self) == [.integer])
        #expect(kinds(readBy: UInt8.self) == [.integer])
        #expect(kinds(readBy: [UInt8].self) == [.data])
        #expect(kinds(readBy: [Int].self) == [.array])
        #expect(kinds(readBy: [String: Int].self) == [.dictionary])
        #expect(kinds(readBy: PropertyListDictionary.self) == [.dictionary])
        #expect(kinds(readBy: PropertyList.self) == Set(PropertyListKind.allCases))
    }

    @Test(
        "Bool reads a boolean, and never a number",
        arguments: [
            FormCase(true, true), FormCase(false, false), FormCase(1, nil), FormCase(0, nil), FormCase("true", nil),
            FormCase("YES", nil), FormCase(1.0, nil),
        ] as [FormCase<Bool>]
    )
    func bool(row: FormCase<Bool>) {
        row.check()
    }

    @Test(
        "Int reads an integer, or a real that is a whole number",
        arguments: [
            FormCase(0, 0), FormCase(1, 1), FormCase(-1, -1), FormCase(.integer(.min), .min),
            FormCase(.integer(PropertyListInteger(Int64.max)), .max), FormCase(.integer(.max), nil), FormCase(3.0, 3),
            FormCase(-3.0, -3), FormCase(-0.0, 0), FormCase(1e15, 1_000_000_000_000_000), FormCase(-0x1p63, .min),
            FormCase(0x1p63, nil), FormCase(0.5, nil), FormCase(1.0000000000000002, nil),
            FormCase(.real(.leastNonzeroMagnitude), nil),
            FormCase(1e300, nil), FormCase(.real(.nan), nil), FormCase(.real(.infinity), nil),
            FormCase(.real(-.infinity), nil), FormCase(true, nil), FormCase("1", nil), FormCase(.uid(1), nil),
        ] as [FormCase<Int>]
    )
    func int(row: FormCase<Int>) {
        row.check()
    }

    @Test("an integer type reads only values in its range")
    func widths() throws {
        func check<Value: PreferenceValue & FixedWidthInteger>(_ type: Value.Type) {
            let least = PropertyListInteger(exactly: Value.min)
            let greatest = PropertyListInteger(exactly: Value.max)
            #expect(Value.min.propertyList == least.map(PropertyList.integer))
            #expect(Value.max.propertyList == greatest.map(PropertyList.integer))
            #expect(Value(propertyList: Value.min.propertyList) == .min)
            #expect(Value(propertyList: Value.max.propertyList) == .max)
            for beyond in [Int128(Value.min) - 1, Int128(Value.max) + 1] {
                if let integer = PropertyListInteger(exactly: beyond) {
                    #expect(Value(propertyList: .integer(integer)) == nil, "\(type): \(beyond)")
                }
                let real = Double(beyond)
                // A real near a limit of a 64-bit type rounds to that limit or to a value beyond it.
                #expect(Value(propertyList: .real(real)) == Value(exactly: real), "\(type): \(real)")
            }
        }
        check(Int.self)
        check(Int8.self)
        check(Int16.self)
        check(Int32.self)
        check(Int64.self)
        check(UInt.self)
        check(UInt8.self)
        check(UInt16.self)
        check(UInt32.self)
        check(UInt64.self)
    }

    @Test(
        "Double reads a real, or an integer that it represents exactly",
        arguments: [
            FormCase(0.0, 0), FormCase(-0.0, -0.0), FormCase(0.1, 0.1),
            FormCase(.real(.leastNonzeroMagnitude), .leastNonzeroMagnitude),
            FormCase(.real(.leastNormalMagnitude.nextDown), .leastNormalMagnitude.nextDown),
            FormCase(.real(.nan), .nan),
            FormCase(.real(-.nan), -.nan), FormCase(.real(.infinity), .infinity),
            FormCase(.real(-.infinity), -.infinity),
            FormCase(.real(.greatestFiniteMagnitude), .greatestFiniteMagnitude), FormCase(0, 0), FormCase(-2, -2),
            FormCase(9_007_199_254_740_992, 0x1p53), FormCase(9_007_199_254_740_993, nil),
            FormCase(.integer(.min), -0x1p63), FormCase(.integer(PropertyListInteger(UInt64(1) << 63)), 0x1p63),
            FormCase(.integer(.max), nil), FormCase("1.5", nil), FormCase(true, nil),
        ] as [FormCase<Double>]
    )
    func double(row: FormCase<Double>) {
        row.check()
    }

    @Test(
        "Float reads a real, which it rounds, or an integer that it represents exactly",
        arguments: [
            FormCase(0.5, 0.5), FormCase(0.1, 0.1), FormCase(3.4028234663852886e38, .greatestFiniteMagnitude),
            FormCase(1e39, nil), FormCase(-1e300, nil), FormCase(.real(.infinity), .infinity),
            FormCase(.real(-.infinity), -.infinity), FormCase(.real(.nan), .nan), FormCase(1e-300, 0),
            FormCase(1e-45, .leastNonzeroMagnitude), FormCase(16_777_216, 16_777_216), FormCase(16_777_217, nil),
            FormCase(.integer(.max), nil), FormCase(false, nil), FormCase("0.5", nil),
        ] as [FormCase<Float>]
    )
    func float(row: FormCase<Float>) {
        row.check()
    }

    @Test("a Float is stored as the Double of the same value")
    func floatForm() {
        #expect(Float(0.1).propertyList == .real(0.10000000149011612))
        #expect(Float(propertyList: Float.pi.propertyList) == .pi)
    }

    @Test(
        "a String is stored byte for byte",
        arguments: ["", " ", "a\nb\r\n\t", "\u{200B}\u{FEFF}", "e\u{301}", "\u{E9}", "<&>\"'", "\0", "👩‍👩‍👧", "true"]
    )
    func string(text: String) {
        #expect(text.propertyList == .string(text))
        #expect(String(propertyList: .string(text)).map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test("a date and a property list are stored unchanged")
    func untouched() {
        let date = PropertyListDate(secondsSinceReferenceDate: 0.25)
        #expect(date.propertyList == .date(date))
        #expect(PropertyListDate(propertyList: .date(date)) == date)
        for form in formOfEachKind {
            #expect(PropertyList(propertyList: form) == form)
            #expect(form.propertyList == form)
        }
    }
}
