public import Testing

/// An argument of a test that would be printed on many lines, or on a very long one; its beginning is printed instead.
public struct Sample<Value: Sendable>: Sendable, CustomTestStringConvertible {
    public let value: Value

    public init(_ value: Value) {
        self.value = value
    }

    public var testDescription: String {
        let text = String(String(describing: value).prefix(80)).debugDescription
        return text.count > 60 ? "\(text.prefix(60))..." : text
    }
}
