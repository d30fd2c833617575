import PropertyLists
import Testing

@Suite("Coding errors")
struct CodingErrorTests {
    @Test("the error of a value that cannot be decoded contains its path, its type and the expected type")
    func decoding() {
        expect(Int.self, from: "1", "typeMismatch Int at [outermost]: expected an integer, found a string")
        expect(Bool.self, from: 1, "typeMismatch Bool at [outermost]: expected a bool, found an integer")
        expect(Double.self, from: true, "typeMismatch Double at [outermost]: expected a float, found a bool")
        expect(String.self, from: .data([1]), "typeMismatch String at [outermost]: expected a string, found data")
        expect(
            PropertyListDate.self,
            from: .uid(1),
            "typeMismatch PropertyListDate at [outermost]: expected a date, found a uid"
        )
        expect([UInt8].self, from: [1], "typeMismatch Array<UInt8> at [outermost]: expected data, found an array")
        expect(
            [String].self,
            from: [:],
            "typeMismatch Array<String> at [outermost]: expected an array, found a dictionary"
        )
        expect(
            [String: Int].self,
            from: .date(PropertyListDate(secondsSinceReferenceDate: 0)),
            "typeMismatch Dictionary<String, Int> at [outermost]: expected a dictionary, found a date"
        )
        expect(
            Shapes.Point.self,
            from: 1.5,
            "typeMismatch PropertyListDictionary at [outermost]: expected a dictionary, found a float"
        )
        expect(Shapes.Level.self, from: "low", "typeMismatch Int at [outermost]: expected an integer, found a string")
    }

    @Test("a value of the right type that does not fit is an error with its path")
    func unfit() {
        expect(Int8.self, from: 300, "dataCorrupted at [outermost]: 300 does not fit Int8")
        expect(UInt128.self, from: -1, "dataCorrupted at [outermost]: -1 does not fit UInt128")
        expect(Int.self, from: 1.5, "dataCorrupted at [outermost]: 1.5 does not fit Int")
        expect(Float.self, from: 1e300, "dataCorrupted at [outermost]: 1e+300 does not fit Float")
        expect(
            Double.self,
            from: .integer(.max),
            "dataCorrupted at [outermost]: 18446744073709551615 does not fit Double"
        )
        expect(
            Shapes.Temperature.self,
            from: "warm",
            "dataCorrupted at [outermost]: expected Temperature, found a string of another form"
        )
        expect(
            [String: Int].self,
            from: ["\u{E9}": 1, "e\u{301}": 2],
            "dataCorrupted at [outermost]: expected Dictionary<String, Int>, found a dictionary of another form"
        )
        expect(
            Shapes.Level.self,
            from: 7,
            "dataCorrupted at [outermost]: Cannot initialize Level from invalid Int value 7"
        )
    }

    @Test("the path leads to the innermost invalid value")
    func paths() {
        expect(
            [Shapes.Field<[Shapes.Point]>].self,
            from: [["value": []], ["value": [["x": 1, "y": "2"]]]],
            "typeMismatch Int at Index 1/value/Index 0/y: expected an integer, found a string"
        )
        expect(
            Shapes.Field<[String]>.self,
            from: ["value": ["a", 1]],
            "typeMismatch String at value/Index 1: expected a string, found an integer"
        )
        expect(
            [String: [String: Int8]].self,
            from: ["a": ["b": 1, "c": 1_000]],
            "dataCorrupted at a/c: 1000 does not fit Int8"
        )
        expect(
            Shapes.Field<Shapes.Window>.self,
            from: ["value": ["title": "a", "width": 0.5]],
            "dataCorrupted at value/width: 0.5 does not fit Int"
        )
        expect(
            Shapes.Event.self,
            from: ["moved": ["to": ["x": 1]]],
            #"keyNotFound y at moved/to: key 'y' is missing"#
        )
        expect(
            Shapes.Wrapper<Shapes.Wrapper<[Int: Bool]>>.self,
            from: ["a": true],
            "typeMismatch Int at a: Expected Int key but found String key instead."
        )
        expect(
            ClosedRange<Int>.self,
            from: [1],
            "valueNotFound Int at Index 1: expected Int, found the end of an array of 1"
        )
    }

    @Test("a value that cannot be encoded is an error with its path")
    func encoding() {
        let null = "a property list has no null, and only a dictionary can do without a value"
        expect(Int?.none, "at [outermost]: \(null)")
        expect([1, nil], "at Index 1: \(null)")
        expect(["a": [Shapes.Field(value: [Shapes.Wrapper(Int?.none)])]], "at a/Index 0/value/Index 0: \(null)")
        expect(
            Shapes.Field(value: Int128(UInt64.max) + 1),
            "at value: 18446744073709551616 is not from -2^63 to 2^64-1"
        )
        expect([UInt128.max], "at Index 0: 340282366920938463463374607431768211455 is not from -2^63 to 2^64-1")
    }

    @Test("values that nest too deeply are refused before the stack overflows")
    func depth() throws {
        let deepest = Shapes.List(depth: PropertyList.depthLimit)
        let form = try encode(deepest)
        #expect(try decode(Shapes.List.self, from: form) == deepest)
        #expect(try PropertyList(binary: form.serialized(as: .binary)) == form)
        let place = Array(repeating: "Index 0", count: PropertyList.depthLimit).joined(separator: "/")
        let description = "values nest deeper than 512 levels"
        expect(Shapes.List(depth: 1_000), "at \(place): \(description)")
        expect(Shapes.List.self, from: [form], "dataCorrupted at \(place): \(description)")
        expect(EndlessContainers(), "at \(place): \(description)")
        expect(Endless(), "at [outermost]: \(description)")
        expect(Endless.self, from: 1, "dataCorrupted at [outermost]: \(description)")
    }

    private func expect<T: Decodable>(
        _ type: T.Type,
        from form: PropertyList,
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(errorText { _ = try decode(type, from: form) } == text, sourceLocation: sourceLocation)
    }

    private func expect(
        _ value: some Encodable,
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(errorText { _ = try encode(value) } == text, sourceLocation: sourceLocation)
    }

    private func errorText(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch let error as EncodingError {
            return error.text
        } catch let error as DecodingError {
            return error.text
        } catch {
            return "\(error)"
        }
    }
}

/// A value that encodes and decodes itself without end.
private struct Endless: Codable {
    init() {}

    init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Endless.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
    }
}

/// A value in more nested containers than the limit allows.
private struct EndlessContainers: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for _ in 0..<PropertyList.depthLimit {
            container = container.nestedUnkeyedContainer()
        }
    }
}

extension EncodingError {
    fileprivate var text: String {
        switch self {
        case .invalidValue(_, let context): context.text
        @unknown default: "\(self)"
        }
    }
}

extension DecodingError {
    fileprivate var text: String {
        switch self {
        case .typeMismatch(let type, let context): "typeMismatch \(type) \(context.text)"
        case .valueNotFound(let type, let context): "valueNotFound \(type) \(context.text)"
        case .keyNotFound(let key, let context): "keyNotFound \(key.stringValue) \(context.text)"
        case .dataCorrupted(let context): "dataCorrupted \(context.text)"
        @unknown default: "\(self)"
        }
    }
}

extension EncodingError.Context {
    fileprivate var text: String { describe(codingPath, debugDescription) }
}

extension DecodingError.Context {
    fileprivate var text: String { describe(codingPath, debugDescription) }
}

private func describe(_ path: [any CodingKey], _ description: String) -> String {
    let place = path.isEmpty ? "[outermost]" : path.map(\.stringValue).joined(separator: "/")
    return "at \(place): \(description)"
}
