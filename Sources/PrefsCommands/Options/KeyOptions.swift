import PropertyLists

/// The keys, and the part of a key's value, that the line selects.
struct KeyOptions {
    /// Whether the operands are patterns of keys.
    var areGlobs = false
    /// Whether the verb works on all keys.
    var areAll = false
    /// The part of a key's value.
    fileprivate(set) var pointer = JSONPointer.whole
    /// Whether a write creates missing dictionaries on the way to the part.
    fileprivate(set) var createsParents = false
}

extension OptionGroup {
    static let pointer = OptionGroup("Position in the value", .pointer)

    static let pointerWithParents = OptionGroup("Position in the value", .pointer, .parents)
}

extension Option {
    fileprivate static let pointer = Option(
        .pointer,
        ["--at"],
        "Use the part of KEY's value at a JSON Pointer, as in /frame/0/width",
        takes: [.word(.pointer)]
    ) { options, occurrence in
        let text = occurrence.argument
        guard let pointer = JSONPointer(text) else { throw UsageError.invalidPointer(text) }
        options.keys.pointer = pointer
    }

    fileprivate static let parents = Option(
        .parents,
        ["--parents"],
        "Create missing dictionaries on the way, and an array before '-'"
    ) { $0.keys.createsParents = true }
}

extension Operand {
    /// Patterns of keys, as many as the user wants.
    static func glob(_ summary: String) -> Operand {
        Operand(.glob, summary, .zeroOrMore)
    }
}
