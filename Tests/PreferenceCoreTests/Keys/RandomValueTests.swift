import PreferenceCore
import PropertyLists
import TestSupport
import Testing

@Suite("Random values")
struct RandomValueTests {
    /// A `Codable` type with a property of each kind.
    private struct Everything: Codable, Equatable {
        var flag: Bool
        var count: Int
        var ratio: Double
        var text: String
        var bytes: [UInt8]
        var note: String?
        var ranges: [Range<Int>]
        var delays: [String: Duration]
        var levels: Set<Level>
        var byLevel: [Level: [String]]
        var nested: [[String: Set<ClosedRange<Int>>]]
    }

    /// Writes random values to a file of each format, and expects to read an equal value from each.
    ///
    /// The file must conform to the key's schema, and setting the value that was read must not change its bytes.
    private func check<Value: Equatable & Sendable>(
        _ key: PreferenceKey<Value>,
        using generator: inout SeededGenerator,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ make: (inout SeededGenerator) -> Value
    ) throws {
        let suites = try SuiteDirectory()
        for format in PropertyListFormat.allCases {
            for _ in 0..<10 {
                try suites.write([:], as: format)
                let value = make(&generator)
                try suites.preferences().set(value, for: key)
                let read = try suites.preferences().value(for: key)
                #expect(read == value, sourceLocation: sourceLocation)
                try expectConformance(of: suites.contents(), to: [key], sourceLocation: sourceLocation)
                let before = try suites.bytes()
                try suites.preferences().set(read, for: key)
                #expect(try suites.bytes() == before, sourceLocation: sourceLocation)
            }
        }
    }

    @Test("values of nested types are read as they were written")
    func nested() throws {
        var generator = SeededGenerator.printingSeed()
        try check(PreferenceKey<[String: [Set<Int>]]>("k", default: [:]), using: &generator) { generator in
            generator.dictionary { generator in
                (generator.text(), generator.list { Set($0.list { $0.integer() }) })
            }
        }
        try check(PreferenceKey<[Int: [[UInt8]]]>("k", default: [:]), using: &generator) { generator in
            generator.dictionary { ($0.integer(), $0.list { $0.list { UInt8($0.next() & 0xFF) } }) }
        }
        try check(PreferenceKey<Set<[ClosedRange<Double>]>>("k", default: []), using: &generator) { generator in
            Set(generator.list { $0.list { $0.range() } })
        }
        try check(PreferenceKey<[[Character: Duration]]?>("k"), using: &generator) { generator in
            generator.list { $0.dictionary { ($0.character(), $0.duration()) } }
        }
        try check(PreferenceKey<[Bool: Set<[Shape]>]>("k", default: [:]), using: &generator) { generator in
            generator.dictionary { generator in
                (
                    Bool.random(using: &generator),
                    Set(generator.list { $0.list { Shape.allCases.randomElement(using: &$0) ?? .circle } })
                )
            }
        }
    }

    @Test("values of a Codable type are read as they were written")
    func codable() throws {
        var generator = SeededGenerator.printingSeed()
        try check(PreferenceKey<[Everything]>("k", default: []), using: &generator) { generator in
            generator.list { generator in
                Everything(
                    flag: Bool.random(using: &generator),
                    count: generator.integer(),
                    ratio: Double(generator.integer()) / 3,
                    text: generator.text(),
                    bytes: generator.list { UInt8($0.next() & 0xFF) },
                    note: Bool.random(using: &generator) ? generator.text() : nil,
                    ranges: generator.list { generator in
                        let lower = Int.random(in: -9...9, using: &generator)
                        return lower..<Int.random(in: lower...10, using: &generator)
                    },
                    delays: generator.dictionary { ($0.text(), $0.duration()) },
                    levels: Set(generator.list { $0.level() }),
                    byLevel: generator.dictionary { ($0.level(), $0.list { $0.text() }) },
                    nested: generator.list { $0.dictionary { ($0.text(), [1...$0.count()]) } }
                )
            }
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func count() -> Int {
        Int.random(in: 1...6, using: &self)
    }

    fileprivate mutating func list<Element>(_ make: (inout SeededGenerator) -> Element) -> [Element] {
        (0..<count() - 1).map { _ in make(&self) }
    }

    fileprivate mutating func dictionary<Key, Value>(
        _ make: (inout SeededGenerator) -> (Key, Value)
    ) -> [Key: Value] {
        Dictionary(list(make)) { first, _ in first }
    }

    fileprivate mutating func integer() -> Int {
        Int(truncatingIfNeeded: next() >> UInt64.random(in: 0...63, using: &self))
    }

    fileprivate mutating func range() -> ClosedRange<Double> {
        let bounds = [Double(integer()), .random(in: -1...1, using: &self)].sorted()
        return bounds[0]...bounds[1]
    }

    fileprivate mutating func duration() -> Duration {
        Duration(
            secondsComponent: Int64(integer()),
            attosecondsComponent: .random(in: 0..<1_000_000_000_000_000_000, using: &self)
        )
    }

    fileprivate mutating func level() -> Level {
        Bool.random(using: &self) ? .low : .high
    }

    fileprivate mutating func character() -> Character {
        ["a", "Z", " ", "<", "\n", "é", "e\u{301}", "ﬁ", "👩‍👩‍👧", "\u{200B}"].randomElement(using: &self) ?? "a"
    }

    fileprivate mutating func text() -> String {
        String(list { $0.character() })
    }
}
