import PropertyLists
import Testing

@Suite("Coding of what has no order")
struct CodingOrderTests {
    /// Codable and hashable, but with no form of its own.
    private struct Point: Codable, Hashable {
        var x: Int
        var label = "a"
    }

    @Test("a set of any elements is sorted, so that equal sets have equal forms")
    func sets() throws {
        let points = Set((0..<50).map { Point(x: $0) })
        let form = try PropertyListValueEncoder().encode(["points": points])
        #expect(form == ["points": .array((0..<50).map { ["label": "a", "x": .integer(.init(Int64($0)))] })])
        #expect(try PropertyListValueDecoder().decode([String: Set<Point>].self, from: form) == ["points": points])
    }

    @Test("the entries of a dictionary that is coded as an array are sorted by key, each value behind its key")
    func dictionaries() throws {
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<50).map { (Point(x: $0), -$0) })
        let form = try PropertyListValueEncoder().encode(dictionary)
        let expected = (0..<50).flatMap { index -> [PropertyList] in
            [["label": "a", "x": .integer(.init(Int64(index)))], .integer(.init(Int64(-index)))]
        }
        #expect(form == .array(expected))
        #expect(try PropertyListValueDecoder().decode([Point: Int].self, from: form) == dictionary)
    }

    @Test("an array stays as it is")
    func arrays() throws {
        let points = [Point(x: 2), Point(x: 1)]
        #expect(try PropertyListValueEncoder().encode(points) == [["label": "a", "x": 2], ["label": "a", "x": 1]])
    }
}
