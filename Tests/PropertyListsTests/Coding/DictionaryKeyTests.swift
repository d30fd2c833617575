import Foundation
import PropertyLists
import Testing

@Suite("Dictionaries whose keys are values")
struct DictionaryKeyTests {
    private enum Side: String, Codable {
        case left, right
    }

    private enum Level: Int, Codable {
        case low = 1
        case high = 10
    }

    /// A key that is encoded as a string or as an integer.
    private enum TextOrNumber: Codable, Hashable {
        case text(String)
        case number(Int)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                self = .number(try container.decode(Int.self))
            } catch {
                self = .text(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }

    private struct Settings: Codable, Equatable {
        var widths: [Side: Double]
        var names: [Level: [UUID: String]]
    }

    private func check<Value: Codable & Equatable>(_ value: Value, _ form: PropertyList) throws {
        #expect(try PropertyListValueEncoder().encode(value) == form)
        #expect(try PropertyListValueDecoder().decode(Value.self, from: form) == value)
    }

    @Test("keys that are encoded as strings, or as integers that are raw values, are the keys of a dictionary")
    func forms() throws {
        let identifier = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        try check([Side.right: 1, .left: 2], ["left": 2, "right": 1])
        try check([Level.low: "a", .high: "b"], ["1": "a", "10": "b"])
        try check([identifier: [Side.left: true]], ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F": ["left": true]])
        try check([Side: Int](), [:])
        try check(
            Settings(widths: [.left: 0.5], names: [.high: [identifier: "x"]]),
            ["widths": ["left": 0.5], "names": ["10": ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F": "x"]]]
        )
    }

    @Test("other keys alternate with their values in an array, sorted by key")
    func alternating() throws {
        try check([[2]: "b", [1]: "a"], [[1], "a", [2], "b"])
        try check([TextOrNumber.text("1"): true], ["1": true])
        // As names, the two keys would be equal.
        try check([TextOrNumber.text("1"): true, .number(1): false], ["1", true, 1, false])
        try check([TextOrNumber.number(1): true], [1, true])
    }

    @Test("an array of alternating keys and values, as Codable encodes it, is read")
    func oldForms() throws {
        let decoder = PropertyListValueDecoder()
        #expect(try decoder.decode([Side: Int].self, from: ["right", 1, "left", 2]) == [.left: 2, .right: 1])
        #expect(try decoder.decode([Level: Int].self, from: [10, 2]) == [.high: 2])
        #expect(try decoder.decode([Side: Int].self, from: []) == [:])
    }

    @Test("a key that the type does not accept, or that equals another, makes the dictionary invalid")
    func invalid() {
        let lower = "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
        func path(_ type: (some Decodable).Type, _ form: PropertyList) -> [String]? {
            do {
                _ = try PropertyListValueDecoder().decode(type, from: form)
                return nil
            } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context) {
                return context.codingPath.map(\.stringValue)
            } catch {
                return []
            }
        }
        #expect(path([Side: Int].self, ["top": 1]) == ["top"])
        #expect(path([Side: Int].self, ["left": "1"]) == ["left"])
        #expect(path([Level: Int].self, ["01": 1]) == ["01"])
        #expect(path([Level: Int].self, ["2": 1]) == ["2"])
        #expect(path([UUID: Int].self, .dictionary([lower: 1, lower.uppercased(): 2])) == [lower.uppercased()])
        #expect(path([String: [Side: Int]].self, ["a": ["top": 1]]) == ["a", "top"])
    }
}
