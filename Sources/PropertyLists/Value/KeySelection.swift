/// Which keys of a root dictionary a reading is for.
package enum KeySelection: Sendable {
    /// Whether a key is wanted, by its bytes in UTF-8.
    package typealias Condition = @Sendable (Span<UInt8>) -> Bool

    /// These keys.
    case named([String])
    /// Every key that meets a condition, which may be asked more than once for a key of a document.
    case matching(Condition)

    /// The keys that are named; nil where a condition tells them.
    package var names: [String]? {
        if case .named(let names) = self { names } else { nil }
    }
}
