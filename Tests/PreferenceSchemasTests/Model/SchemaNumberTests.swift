import PropertyLists
import Testing

@testable import PreferenceSchemas

@Suite("Numbers in schemas")
struct SchemaNumberTests {
    /// Numbers in ascending order; the numbers of one row are equal.
    static let ascending: [[SchemaNumber]] = [
        [.real(-.infinity)], [.real(-1e300)], [.integer(.min), .real(-0x1p63)],
        [.integer(PropertyListInteger(Int64.min + 1))], [.real(-1.5)], [.integer(-1), .real(-1)], [.real(-0.5)],
        [.integer(0), .real(0), .real(-0.0)], [.real(.leastNonzeroMagnitude)], [.integer(1), .real(1)],
        [.real(1.5)], [.integer(PropertyListInteger(UInt64(1) << 53)), .real(0x1p53)],
        [.integer(PropertyListInteger(UInt64(1) << 53 + 1))], [.real(0x1p53 + 2)],
        [.integer(PropertyListInteger(Int64.max))], [.real(0x1p63), .integer(PropertyListInteger(UInt64(1) << 63))],
        [.integer(.max)], [.real(0x1p64)], [.real(.greatestFiniteMagnitude)], [.real(.infinity)],
    ]

    @Test("an integer and a real compare exactly, in either order")
    func order() {
        for (place, row) in Self.ascending.enumerated() {
            for (otherPlace, otherRow) in Self.ascending.enumerated() {
                for left in row {
                    for right in otherRow {
                        #expect((left < right) == (place < otherPlace), "\(left) \(right)")
                        #expect((left == right) == (place == otherPlace), "\(left) \(right)")
                        #expect((left <= right) == (place <= otherPlace), "\(left) \(right)")
                        #expect((left >= right) == (place >= otherPlace), "\(left) \(right)")
                    }
                }
            }
        }
    }

    @Test("not-a-number is outside every limit, and equals nothing")
    func notANumber() throws {
        for row in Self.ascending {
            for number in row {
                let nan = SchemaNumber.real(.nan)
                #expect(!(nan < number) && !(number < nan) && !(nan <= number) && !(nan >= number) && nan != number)
            }
        }
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            let schema = try PreferenceSchema(parsing: Array(#"{"properties":{"k":{"\#(keyword)":1}}}"#.utf8))
            #expect(schema.violations(in: ["k": .real(.nan)]).map(\.keyword?.rawValue) == [keyword])
        }
    }

    @Test("infinities and not-a-number are numbers, but not integers")
    func infinity() throws {
        let schema = try PreferenceSchema(parsing: Array(#"{"additionalProperties":{"type":"integer"}}"#.utf8))
        #expect(
            schema.violations(in: ["a": .real(.infinity), "b": .real(.nan), "c": .real(0x1p70)]).map { "\($0)" }
                == [
                    #"{"$real":"inf"} is of type float, not integer"#,
                    #"{"$real":"nan"} is of type float, not integer"#,
                ]
        )
        let limited = try PreferenceSchema(parsing: Array(#"{"properties":{"k":{"maximum":1e308}}}"#.utf8))
        #expect(
            limited.violations(in: ["k": .real(.infinity)]).map { "\($0)" } == [
                #"{"$real":"inf"} exceeds the maximum of 1e+308"#
            ]
        )
    }

    @Test("a limit is exact to the last digit")
    func limits() throws {
        let document = #"{"properties":{"k":{"minimum":9007199254740993,"maximum":18446744073709551615}}}"#
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        #expect(schema.violations(in: ["k": .real(0x1p53)]).count == 1)
        #expect(schema.violations(in: ["k": .integer(PropertyListInteger(UInt64(1) << 53 + 1))]).isEmpty)
        #expect(schema.violations(in: ["k": .integer(.max)]).isEmpty)
        #expect(schema.violations(in: ["k": .real(0x1p64)]).count == 1)
    }
}
