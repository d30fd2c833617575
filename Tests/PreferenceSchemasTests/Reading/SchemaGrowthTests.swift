import Foundation
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceSchemas

@Suite("Deep and large schemas", .mayWait)
struct SchemaGrowthTests {
    /// Runs a closure on a thread with a small stack, as a thread of a pool can have.
    private func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) throws -> Value {
        let (result, isDone) = (Mailbox<Value>(), DispatchSemaphore(value: 0))
        let thread = Thread {
            result.value.withLock { $0 = body() }
            isDone.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        isDone.wait()
        let value = result.value.withLock(\.self)
        return try #require(value)
    }

    private final class Mailbox<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// Functions that return a document of a given depth.
    static let deepDocuments: [@Sendable (Int) -> String] = [
        { String(repeating: #"{"items":"#, count: $0) + "true" + String(repeating: "}", count: $0) },
        { String(repeating: #"{"properties":{"a":"#, count: $0) + "true" + String(repeating: "}}", count: $0) },
        { String(repeating: #"{"additionalProperties":"#, count: $0) + "true" + String(repeating: "}", count: $0) },
        { String(repeating: #"{"$defs":{"a":"#, count: $0) + "true" + String(repeating: "}}", count: $0) },
        { String(repeating: #"{"patternProperties":{"a":"#, count: $0) + "true" + String(repeating: "}}", count: $0) },
        { String(repeating: #"{"anyOf":["#, count: $0) + "true" + String(repeating: "]}", count: $0) },
        { String(repeating: #"{"not":"#, count: $0) + "true" + String(repeating: "}", count: $0) },
        { String(repeating: #"{"then":true,"if":"#, count: $0) + "true" + String(repeating: "}", count: $0) },
        { #"{"foo":"# + String(repeating: "[", count: $0) + String(repeating: "]", count: $0) + "}" },
        { #"{"default":"# + String(repeating: "[", count: $0) + String(repeating: "]", count: $0) + "}" },
        { #"{"enum":"# + String(repeating: "[", count: $0) + String(repeating: "]", count: $0) + "}" },
        { #"{"foo":"# + String(repeating: #"{"a":"#, count: $0) + "1" + String(repeating: "}", count: $0) + "}" },
        { String(repeating: "[", count: $0) },
        { String(repeating: #"{"items":"#, count: $0) },
    ]

    @Test("a document that is too deep is an error on any stack", arguments: deepDocuments)
    func depth(document: @Sendable (Int) -> String) throws {
        for depth in [10, 19, 38, 40, 41, 600, 100_000] {
            let bytes = Array(document(depth).utf8)
            let isRead = try onSmallStack {
                let whole = try? PreferenceSchema(parsing: bytes)
                let part = try? PreferenceSchema(parsing: bytes, keys: ["a"])
                _ = try? whole?.json()
                return [whole != nil, part != nil, whole == whole]
            }
            #expect(depth <= 40 || !isRead[0])
            #expect(isRead[1] || !isRead[0])
        }
    }

    @Test("a deep value is checked against a schema that applies at every level")
    func deepValue() throws {
        let document =
            ##"{"additionalProperties":{"$ref":"#/$defs/a"},"$defs":{"a":{"items":{"$ref":"#/$defs/a"},"type":"array"}}}"##
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        var value = PropertyList.integer(1)
        for _ in 0..<500 {
            value = .array([value])
        }
        let suite: PropertyListDictionary = ["k": value]
        let depths = try onSmallStack { schema.violations(in: suite).map(\.pointer.count) }
        #expect(depths == [501])
        #expect(schema.storedForm(of: .dictionary(suite), by: schema.root) == .dictionary(suite))
    }

    @Test(
        "reading and checking take time in proportion to the keys, references, violations and warnings",
        .timeLimit(.minutes(10))
    )
    func size() throws {
        let count = 20_000
        var document = #"{"properties":{"#
        document += (0..<count).map { ##""k\##($0)":{"$ref":"#/$defs/d\##($0)","maximum":5,"examples":1}"## }.joined(
            separator: ",\n"
        )
        document += #"},"$defs":{"#
        document += (0..<count).map { #""d\#($0)":{"type":"integer","formerly":["j\#($0)"]}"# }.joined(separator: ",\n")
        document += "}}"
        let bytes = Array(document.utf8)
        let schema = try PreferenceSchema(parsing: bytes)
        #expect(schema.keys.count == count)
        #expect(schema.warnings.count == count)
        #expect(schema.warnings.last?.position?.line == count)
        var suite = PropertyListDictionary()
        for number in 0..<count {
            suite["k\(number)"] = 7
        }
        let violations = schema.violations(in: suite)
        #expect(violations.count == count)
        #expect(violations.last?.position?.line == count)
        #expect(schema.defaultValue(of: "k19999") == nil)
        let part = try PreferenceSchema(parsing: bytes, keys: ["k19999"])
        #expect(part.rule(for: "k19999")?.formerNames == ["j19999"])
    }

    @Test(
        "missing, wrong and unknown keys take time in proportion to their number, also in a change",
        .timeLimit(.minutes(10))
    )
    func violations() throws {
        let keys = (0..<20_000).map { "k\($0)" }
        let names = keys.map { #""\#($0)""# }.joined(separator: ",")
        let types = keys.map { #""\#($0)":{"type":"integer"}"# }.joined(separator: ",\n")
        let document = #"{"additionalProperties":false,"required":[\#(names)],"properties":{\#(types)}}"#
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        let wrong = PropertyListDictionary(uniqueEntries: keys.map { .init(key: $0, value: "x") })
        let unknown = PropertyListDictionary(uniqueEntries: keys.map { .init(key: "other \($0)", value: 1) })
        #expect(schema.violations(in: wrong).count == keys.count)
        #expect(schema.violations(in: unknown).count == 2 * keys.count)
        #expect(schema.suiteViolations([:]).count == keys.count)
        for contents in [wrong, unknown] {
            #expect(schema.newViolations(in: contents, since: [:], of: contents.keys).count == keys.count)
            #expect(schema.newViolations(in: contents, since: contents, of: contents.keys).isEmpty)
        }
    }

    @Test("a violation of an array's elements is found among those before the change, wherever it was")
    func formerViolations() throws {
        let schema = try PreferenceSchema(parsing: Array(#"{"properties":{"a":{"items":{"type":"integer"}}}}"#.utf8))
        let elements = (0..<20_000).map { PropertyList.string("\($0)") }
        let moved = PropertyListDictionary(dictionaryLiteral: ("a", .array(elements.reversed() + ["new"])))
        let new = schema.newViolations(in: moved, since: ["a": .array(elements)], of: ["a"])
        #expect(new.map(\.pointer) == [["a", "20000"]])
    }
}
