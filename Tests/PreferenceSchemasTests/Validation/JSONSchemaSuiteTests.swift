import Foundation
import PropertyLists
import Testing

@testable import PreferenceSchemas

/// The JSON Schema Test Suite, which is read where it is: outside the repository.
///
/// Each schema is the rule of the key `v`, so its references to the document begin there. A value with null is no
/// property list, and is left out.
@Suite("The official suite of JSON Schema, draft 2020-12")
struct JSONSchemaSuiteTests {
    private static let directory = URL(filePath: #filePath)
        .appending(path: "../../../../../shared/suites/json-schema-2020-12").standardized

    static let files = ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
        .filter { $0.hasSuffix(".json") }.sorted()

    /// The groups that are judged otherwise here, by the beginnings of their descriptions.
    private static let departures = [
        // Data has a type of its own, and so has a date; the formats that are known are asserted.
        "validation of binary", "date-time format", "uri format", "uuid format",
        // A vocabulary cannot be turned off.
        "schema that uses custom metaschema with with no validation vocabulary",
    ]

    private struct Group {
        let description: String
        let schema: String
        let tests: [(description: String, data: String, isValid: Bool)]
        /// Whether it needs a document elsewhere, or a reference whose target depends on the way to it.
        let isOutside: Bool
    }

    private func groups(_ file: String) throws -> [Group] {
        let data = try Data(contentsOf: Self.directory.appending(path: file))
        let list = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        return try list.map { group in
            let schema = try Self.text(Self.moved(try #require(group["schema"])))
            return Group(
                description: group["description"] as? String ?? "",
                schema: schema,
                tests: try (group["tests"] as? [[String: Any]] ?? []).map {
                    (
                        $0["description"] as? String ?? "", try Self.text($0["data"] as Any),
                        $0["valid"] as? Bool ?? false
                    )
                },
                isOutside: ["refRemote.json", "dynamicRef.json"].contains(file) || schema.contains("$dynamic")
                    || schema.contains(#""$ref":"https://json-schema.org/draft/2020-12/schema""#)
            )
        }
    }

    private static func text(_ value: Any) throws -> String {
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
    }

    /// Returns a schema whose references to the document lead to the key.
    private static func moved(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            // Its references lead to itself.
            guard object["$id"] == nil else { return object }
            var moved = object
            for (key, value) in object where key != "enum" && key != "const" { moved[key] = Self.moved(value) }
            if let reference = object["$ref"] as? String, reference == "#" || reference.hasPrefix("#/") {
                moved["$ref"] = "#/properties/v" + reference.dropFirst()
            }
            return moved
        case let array as [Any]: return array.map(moved)
        default: return value
        }
    }

    @Test(
        "each verdict is the suite's, and only what leads out of the document is refused",
        .enabled(if: !files.isEmpty, "there is no ../shared/suites beside the repository"),
        arguments: files
    )
    func file(_ file: String) throws {
        for group in try groups(file) {
            guard !Self.departures.contains(where: group.description.hasPrefix) else { continue }
            let schema: PreferenceSchema
            do {
                schema = try PreferenceSchema(parsing: Array(#"{"properties": {"v": \#(group.schema)}}"#.utf8))
            } catch {
                #expect(group.isOutside, "\(group.description): \(error)")
                continue
            }
            for test in group.tests {
                guard let value = try? PropertyList(parsingJSON: Array(test.data.utf8).span) else { continue }
                let isValid = schema.violations(in: ["v": value]).isEmpty
                #expect(isValid == test.isValid, "\(group.description): \(test.description)")
            }
        }
    }
}
