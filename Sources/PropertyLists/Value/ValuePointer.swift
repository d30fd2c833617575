/// The location of a value: a key, and the JSON Pointer of `--at` into that key's value.
package struct ValuePointer: Hashable, Sendable {
    package let key: String
    /// The location inside the key's value.
    package let inValue: JSONPointer

    package init(_ key: String, at inValue: JSONPointer = .whole) {
        self.key = key
        self.inValue = inValue
    }

    /// Creates a pointer from the tokens of a pointer into a document, of which the first is the key.
    package init(tokens: [String]) {
        self.init(tokens[0], at: JSONPointer(tokens: Array(tokens.dropFirst())))
    }

    /// The key and the tokens of the pointer.
    package var tokens: [String] { [key] + inValue.tokens }

    /// The pointer in messages, in quotes.
    package var quoted: String {
        inValue == .whole ? key.quoted : "\(key.quoted) at \(inValue.text.quoted)"
    }

    /// Returns the pointer to an entry or element of the value.
    package func part(_ token: String) -> ValuePointer {
        ValuePointer(key, at: inValue.appending(token))
    }

    /// Returns the value in the key's whole value; nil if it does not exist.
    package func value(in whole: PropertyList?) -> PropertyList? {
        whole?[pointer: inValue.tokens]
    }

    /// Returns the key's value without the value at the pointer; nil if nothing remains.
    package func whole(removingFrom whole: PropertyList?) -> PropertyList? {
        inValue == .whole ? nil : whole?.removing(at: inValue.tokens[...]) ?? whole
    }
}

extension [String] {
    /// The pointer as messages quote it: the key, and a JSON Pointer into its value.
    package var quotedPointer: String {
        isEmpty ? "the document" : ValuePointer(tokens: self).quoted
    }
}
