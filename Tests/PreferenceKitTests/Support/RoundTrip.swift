import PropertyLists
import PreferenceKit
import Testing

/// Expects to read equal values back from a suite's file, with the preferences that wrote them and with others.
func expectRoundTrip<Value: PreferenceValue & Sendable & Equatable>(
    _ values: [Value],
    _ format: PropertyListFormat,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let suite = try SuiteInDirectory(format)
    let writer = try suite.preferences()
    for (position, value) in values.enumerated() {
        let key = PreferenceKey<Value?>("k\(position)")
        try writer.set(value, for: key)
        #expect(try writer.value(for: key) == value, sourceLocation: sourceLocation)
        #expect(try suite.preferences().value(for: key) == value, sourceLocation: sourceLocation)
    }
    let list = PreferenceKey<[Value]?>("list")
    try writer.set(values, for: list)
    #expect(try suite.preferences().value(for: list) == values, sourceLocation: sourceLocation)
}

/// Expects a type to reject each of these stored forms.
func expectRefused<Value: PreferenceValue>(
    _ forms: [PropertyList],
    as type: Value.Type,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for form in forms {
        #expect(Value(propertyList: form) == nil, "\(form)", sourceLocation: sourceLocation)
    }
}
