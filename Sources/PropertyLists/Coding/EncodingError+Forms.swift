extension EncodingError {
    /// A value that has no form in a property list.
    init(_ value: Any, at path: CodingPath, _ description: String) {
        self = .invalidValue(value, Context(codingPath: path.keys, debugDescription: description))
    }

    /// A null where no key can be left out.
    static func null(_ value: Any, at path: CodingPath) -> EncodingError {
        EncodingError(value, at: path, "a property list has no null, and only a dictionary can do without a value")
    }

    /// A value within too many others.
    static func tooDeep(_ value: Any, at path: CodingPath) -> EncodingError {
        EncodingError(value, at: path, "values nest deeper than \(PropertyList.depthLimit) levels")
    }
}
