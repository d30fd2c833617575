import Foundation
import TestSupport
import Testing

@testable import PropertyLists

/// The rules that this package shares with Foundation.
///
/// Foundation encodes null as the string `$null`. These tests contain neither. Its only types with a form of their
/// own are dates and data.
@Suite("Comparison with Foundation's PropertyListEncoder")
struct CodingFoundationTests {
    @Test("values of many shapes have the same form")
    func shapes() throws {
        try expectSame(Shapes.Empty())
        try expectSame([Shapes.Point(y: 2, x: 1)])
        try expectSame(["a": Shapes.Theme.dark])
        try expectSame([3: Shapes.Level.low])
        try expectSame([Shapes.Theme.light: 1.5])
        try expectSame([Shapes.Event.idle, .typed("é"), .moved(to: Shapes.Point(y: 0, x: 0), speed: nil)])
        try expectSame([Shapes.Wrapper([Shapes.Wrapper(true)])])
        try expectSame([Int.min, Int.max, 0])
        try expectSame([Float.pi, .infinity, -0.0])
        try expectSame([1.5...2.5])
        try expectSame(Set(["a"]))
        try expectSame([Moment(seconds: 0.25)])
        try expectSame([Contents([0, 255])])
    }

    @Test("random trees have the same form, and each decoder reads the other's form")
    func randomTrees() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<300 {
            try expectSame(Tree(using: &generator, depth: 0))
        }
    }

    private func expectSame(
        _ value: some Codable & Equatable,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let theirs = try PropertyList(binary: Array(encoder.encode(value)))
        let ours = try encode(value)
        #expect(ours == theirs, sourceLocation: sourceLocation)
        try expect(value, from: ours, sourceLocation: sourceLocation)
    }

    private func expect<Value: Codable & Equatable>(
        _ value: Value,
        from form: PropertyList,
        sourceLocation: SourceLocation
    ) throws {
        let document = try Data(form.serialized(as: .binary))
        #expect(try PropertyListDecoder().decode(Value.self, from: document) == value, sourceLocation: sourceLocation)
        #expect(try decode(Value.self, from: form) == value, sourceLocation: sourceLocation)
    }
}

/// A value with properties of many types, including more trees.
private struct Tree: Codable, Equatable {
    var name: String
    var count: Int16
    var size: Int64
    var ratio: Double
    var flags: [Bool]
    var theme: Shapes.Theme?
    var event: Shapes.Event
    var created: Moment
    var contents: Contents
    var children: [Tree]
    var byName: [String: Tree]
    var byNumber: [Int: Shapes.Level]

    init(using generator: inout SeededGenerator, depth: Int) {
        let names = ["", "a", "b", "key with spaces", "<&>", "日本", "👩‍👩‍👧", "CF$UID", "super"]
        let children = depth < 3 ? Int.random(in: 0...2, using: &generator) : 0
        name = names.randomElement(using: &generator) ?? ""
        count = .random(in: .min ... .max, using: &generator)
        size = .random(in: .min ... .max, using: &generator) >> Int64.random(in: 0...63, using: &generator)
        ratio = Double.random(in: -1e9...1e9, using: &generator)
        flags = (0..<children).map { _ in Bool.random(using: &generator) }
        theme = [.light, .dark, nil].randomElement(using: &generator) ?? nil
        event =
            [.idle, .typed(name), .moved(to: Shapes.Point(y: 1, x: children), speed: ratio)]
            .randomElement(using: &generator) ?? .idle
        created = Moment(seconds: Double.random(in: -1e9...1e9, using: &generator))
        contents = Contents((0..<children).map(UInt8.init))
        self.children = (0..<children).map { _ in Tree(using: &generator, depth: depth + 1) }
        byName = [:]
        byNumber = [:]
        for _ in 0..<children {
            byName[names.randomElement(using: &generator) ?? ""] = Tree(using: &generator, depth: depth + 1)
            byNumber[Int.random(in: -100...100, using: &generator)] = .high
        }
    }
}

/// A date in both encoders.
///
/// Here it has its own form. In Foundation, it is a `Date`.
private struct Moment: Codable, Equatable, PropertyListConvertible {
    let date: Date

    init(seconds: Double) {
        date = Date(timeIntervalSinceReferenceDate: seconds)
    }

    init?(propertyList: PropertyList) {
        guard let date = PropertyListDate(propertyList: propertyList) else { return nil }
        self.init(seconds: date.secondsSinceReferenceDate)
    }

    var propertyList: PropertyList {
        .date(PropertyListDate(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    }

    init(from decoder: any Decoder) throws {
        date = try decoder.singleValueContainer().decode(Date.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date)
    }
}

/// Data in both encoders, in the same way as `Moment`.
private struct Contents: Codable, Equatable, PropertyListConvertible {
    let data: Data

    init(_ bytes: [UInt8]) {
        data = Data(bytes)
    }

    init?(propertyList: PropertyList) {
        guard let bytes = [UInt8](propertyList: propertyList) else { return nil }
        self.init(bytes)
    }

    var propertyList: PropertyList { .data(Array(data)) }

    init(from decoder: any Decoder) throws {
        data = try decoder.singleValueContainer().decode(Data.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(data)
    }
}
