import CommandErrors
import CommandGrammar
import PropertyLists

/// The keys, and the part of a key's value, that the line selects.
struct KeyOptions {
    /// Patterns of keys, beside the operands.
    fileprivate(set) var globs: [String] = []
    /// Patterns of keys that the verb leaves alone.
    fileprivate(set) var ignoredGlobs: [String] = []
    /// Whether the verb works also on keys that the schema calls volatile.
    fileprivate(set) var includesVolatile = false
    /// Whether the verb leaves out keys that the schema calls volatile, which it would not do by itself.
    fileprivate(set) var excludesVolatile = false
    /// Whether the verb works on all keys.
    var areAll = false
    /// Whether something to remove that does not exist is an error.
    fileprivate(set) var isStrict = false
    /// The part of a key's value.
    fileprivate(set) var pointer = JSONPointer.whole
    /// Whether a write creates missing dictionaries on the way to the part.
    fileprivate(set) var createsParents = false

    /// The patterns of a verb whose operands are patterns too.
    func patterns(and operands: [String]) -> [String] { operands + globs }
}

extension OptionGroup {
    /// The patterns of keys that several verbs take.
    static let patterns = OptionGroup("Keys", .glob("Also the keys that match GLOB"), .ignore, .volatile)

    static let pointer = OptionGroup("Position in the value", .pointer)

    static let pointerWithParents = OptionGroup("Position in the value", .pointer, .parents)
}

extension Option {
    fileprivate static let pointer = Option(
        ["--at"],
        "Use the part of KEY's value at a JSON Pointer, as in /frame/0/width",
        takes: [.word(.pointer)]
    ) { options, occurrence in
        let text = occurrence.argument
        guard let pointer = JSONPointer(text) else { throw CommandError.invalidPointer(text) }
        options.keys.pointer = pointer
    }

    /// Returns the option for patterns of keys, beside the operands that the verb then takes.
    static func glob(
        _ summary: String,
        operands: [Operand]? = nil,
        excludes: @autoclosure @escaping @Sendable () -> [String] = []
    ) -> Option {
        Option(
            ["--glob"],
            summary,
            takes: [.word(.glob)],
            operands: operands,
            excludes: excludes(),
            isRepeatable: true
        ) { $0.keys.globs.append($1.argument) }
    }

    static let ignore = ignore()

    /// Returns the option for patterns of keys that the verb leaves alone.
    static func ignore(needs: [String] = []) -> Option {
        Option(
            ["--ignore"],
            "Leave keys that match GLOB alone",
            takes: [.word(.glob)],
            needs: needs,
            isRepeatable: true
        ) { $0.keys.ignoredGlobs.append($1.argument) }
    }

    static let volatile = volatile()

    static func volatile(needs: [String] = []) -> Option {
        Option(
            ["--volatile"],
            "Include the keys that the schema calls volatile",
            needs: needs
        ) { $0.keys.includesVolatile = true }
    }

    static let noVolatile = Option(
        ["--no-volatile"],
        "Leave out the keys that the schema calls volatile"
    ) { $0.keys.excludesVolatile = true }

    static func strict(summary: String, excludes: @autoclosure @escaping @Sendable () -> [String] = []) -> Option {
        Option(["--strict"], summary, excludes: excludes()) { $0.keys.isStrict = true }
    }

    fileprivate static let parents = Option(
        ["--parents"],
        "Create missing dictionaries and elements on the way"
    ) { $0.keys.createsParents = true }
}

extension Operand {
    /// Patterns of keys, as many as the user wants.
    static func glob(_ summary: String) -> Operand {
        Operand(.glob, summary, .zeroOrMore)
    }
}

extension CommandError {
    fileprivate static func invalidPointer(_ text: String) -> CommandError {
        let isAbsolute = text.utf8.first == UInt8(ascii: "/")
        let hint = isAbsolute ? "write '~' as '~0', and '/' in a name as '~1'" : "begin with '/', as in /frame/0/width"
        return CommandError(usage: "\(text.quoted) is not a JSON Pointer", hint: hint)
    }
}
