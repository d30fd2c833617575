public import PropertyLists

/// A keyword of a schema that is not heeded.
public struct SchemaWarning: Equatable, Sendable {
    /// The keyword, or what it is set to.
    public let keyword: String
    /// Where it stands.
    public let position: SourcePosition?
    /// What is said of it.
    let problem: Problem

    enum Problem: Equatable {
        /// The keyword is outside the subset.
        case unknown
        /// The keyword has this value, which is outside the subset.
        case unknownValue(String)
    }
}

extension SchemaWarning: CustomStringConvertible {
    public var description: String {
        switch problem {
        case .unknown: "the keyword \(keyword.quoted) is not heeded, nothing is checked by it"
        case .unknownValue(let value):
            "\(keyword.quoted) is not heeded where it is \(value.quoted), nothing is checked by it"
        }
    }
}
