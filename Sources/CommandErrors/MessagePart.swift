package import CommandGrammar
package import PreferenceSchemas
import PreferenceStore
package import PropertyLists

/// A part of the message of an error: text, or a value, which may be secret.
///
/// Where the message is printed, the rules of the suites decide what of the value is shown.
package enum MessagePart: ExpressibleByStringInterpolation, Sendable {
    case text(String)
    /// A word of the line that is meant to be a value; without a pointer, of any key.
    case word(String, at: ValuePointer?)
    /// What is wrong with a word or a text that is meant to be a value.
    case refused(ValueError, at: ValuePointer)
    /// A value, in quotation marks.
    case value(PropertyList, at: ValuePointer)
    /// A value in typed JSON.
    case json(PropertyList, at: ValuePointer)
    case violation(SchemaViolation)
    /// What is malformed in a document, which may be a part of a value.
    case problem(PropertyListProblem)

    package init(stringLiteral text: String) {
        self = .text(text)
    }
}

// MARK: The words that several messages have

extension [ValuePointer] {
    package var listed: String { map(\.quoted).firstFew }
}

extension [String] {
    /// All of the names.
    package var quotedList: String { map(\.quoted).joined(separator: ", ") }
}

extension String {
    /// The name of a document by its path; `-` is standard input.
    package var documentName: String { self == "-" ? "standard input" : self }
}
