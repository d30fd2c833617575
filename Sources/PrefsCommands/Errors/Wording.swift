import PreferenceStore
import PropertyLists

// The words that several messages have.

extension [ValuePointer] {
    var listed: String { map(\.quoted).firstFew }
}

extension [String] {
    /// All of the names.
    var quotedList: String { map(\.quoted).joined(separator: ", ") }

    /// The pointer as messages quote it: the key, and a JSON Pointer into its value.
    var quotedPointer: String {
        isEmpty ? "the document" : ValuePointer(tokens: self).quoted
    }
}

extension String {
    /// The name of a document by its path; `-` is standard input.
    var documentName: String { self == "-" ? "standard input" : self }
}
