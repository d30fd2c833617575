import PreferenceCore
import PropertyLists
import Testing

/// Returns the rule of a key in its exported schema.
func schemaForm(of key: PreferenceKeys) throws -> PropertyList? {
    let document = Array(try PreferenceSchema(keys: [key]).json().utf8)
    let schema = try PropertyList(parsingJSON: document.span)
    return schema[pointer: ["properties", key.name]]
}

/// Expects the contents to conform to the schema of the keys, and to the same schema after it is exported and read.
func expectConformance(
    of contents: PropertyList,
    to keys: [PreferenceKeys],
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let contents = try #require(PropertyListDictionary(propertyList: contents), sourceLocation: sourceLocation)
    let schema = try PreferenceSchema(keys: keys)
    #expect(schema.violations(in: contents) == [], sourceLocation: sourceLocation)
    let exported = try PreferenceSchema(parsing: Array(schema.json().utf8))
    #expect(exported.violations(in: contents) == [], sourceLocation: sourceLocation)
    #expect(try exported.json() == schema.json(), sourceLocation: sourceLocation)
}
