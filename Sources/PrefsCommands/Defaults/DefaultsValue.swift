import PropertyLists

/// The value of a line of `defaults write`, which can depend on the one that it replaces.
struct DefaultsValue {
    private enum Source {
        case value(PropertyList)
        case elements([PropertyList])
        case entries(PropertyListDictionary)
    }

    private let source: Source

    /// Parses the words after a key.
    ///
    /// - Throws: the words that are no value, or that follow it.
    init(_ words: [String]) throws {
        var words = words[...]
        guard let first = words.popFirst() else { throw DefaultsError.usage }
        switch first {
        case "-array":
            source = .value(.array(try Self.elements(&words)))
        case "-array-add":
            source = .elements(try Self.elements(&words))
        case "-dict":
            source = .value(.dictionary(try Self.entries(&words)))
        case "-dict-add":
            source = .entries(try Self.entries(&words))
        default:
            source = .value(try Self.value(first, &words))
        }
        if let word = words.first {
            throw DefaultsError.word("Unexpected argument ", word, "; leaving defaults unchanged.")
        }
    }

    /// Returns the value to store in place of an old one.
    ///
    /// - Throws: a message if the old value cannot be added to.
    func value(replacing old: PropertyList?, of key: String) throws -> PropertyList {
        switch (source, old) {
        case (.value(let value), _): return value
        case (.elements(let elements), nil): return .array(elements)
        case (.elements(let elements), .array(let old)): return .array(old + elements)
        case (.entries(let entries), nil): return .dictionary(entries)
        case (.entries(let entries), .dictionary(let old)): return .dictionary(old.merging(entries))
        case (.elements, _): throw Self.notContainer(key, "an array")
        case (.entries, _): throw Self.notContainer(key, "a dictionary")
        }
    }

    private static func notContainer(_ key: String, _ type: String) -> DefaultsError {
        .message("Value for key \(key) is not \(type); cannot append.  Leaving defaults unchanged.")
    }

    // MARK: Words

    private static func elements(_ words: inout ArraySlice<String>) throws -> [PropertyList] {
        var elements: [PropertyList] = []
        while let word = words.popFirst() {
            elements.append(try value(word, &words))
        }
        return elements
    }

    private static func entries(_ words: inout ArraySlice<String>) throws -> PropertyListDictionary {
        var entries = PropertyListDictionary()
        while !words.isEmpty {
            guard case .string(let key) = try value(words.removeFirst(), &words) else {
                throw DefaultsError.message("Dictionary keys must be strings")
            }
            guard let word = words.popFirst() else {
                throw DefaultsError.word("Key ", key, " lacks a corresponding value")
            }
            entries[key] = try value(word, &words)
        }
        return entries
    }

    /// Returns the value of a word, or of the word after a type.
    private static func value(
        _ word: String,
        _ words: inout ArraySlice<String>
    ) throws -> PropertyList {
        guard !["-array", "-array-add", "-dict", "-dict-add"].contains(word) else {
            throw DefaultsError.message("Cannot nest composite types (arrays and dictionaries); exiting")
        }
        guard let type = types[word] else { return try untyped(word) }
        guard let text = words.popFirst() else { throw DefaultsError.usage }
        return try type.value(of: text)
    }

    private static let types: [String: DefaultsType] = [
        "-string": .string, "-int": .integer, "-integer": .integer, "-float": .float, "-bool": .boolean,
        "-boolean": .boolean, "-date": .date, "-data": .data,
    ]

    /// Returns the property list that a word spells; a word without brackets and quotation marks is a string.
    ///
    /// As in the real one, such a string has the escapes of OpenStep text, `\n` and `\U00e9`.
    static func untyped(_ word: String) throws -> PropertyList {
        guard !word.contains(where: { "\"()[]{}<>".contains($0) }) else { return try PropertyList(defaultsText: word) }
        guard word.utf8.contains(UInt8(ascii: "\\")) else { return .string(word) }
        guard let value = try? PropertyList(parsing: "\"\(word)\"".utf8Span.span, as: .openStep) else {
            throw DefaultsError.unparsable(word)
        }
        return value
    }
}

extension PropertyList {
    /// Parses a property list in a word: OpenStep text, or XML, which needs no header.
    init(defaultsText word: String) throws {
        for format in [PropertyListFormat.openStep, .xml] {
            guard let value = try? PropertyList(parsing: word.utf8Span.span, as: format) else { continue }
            self = value
            return
        }
        throw DefaultsError.unparsable(word)
    }
}

/// The types of defaults(1) that one word spells, under the names that `read-type` prints.
enum DefaultsType: String {
    case string, data, integer, float, boolean, date

    /// Returns the value of a text.
    ///
    /// The real one takes the number at the beginning of a text, or 0, and reads an odd number of digits as data. Here,
    /// such a text is refused.
    fileprivate func value(of text: String) throws -> PropertyList {
        let value: PropertyList? =
            switch self {
            case .integer: try? PropertyList(text: text, as: .kind(.integer))
            case .float: try? PropertyList(text: text, as: .kind(.real))
            case .boolean: ["true": true, "yes": true, "false": false, "no": false][text.lowercased()]
            case .date: Self.date(text)
            case .data: text.contains(where: \.isWhitespace) ? nil : try? PropertyList(text: text, as: .hexadecimal)
            case .string: .string(text)
            }
        guard let value else { throw DefaultsError.invalid(text, type: self) }
        return value
    }

    /// Returns the date of a text in RFC 3339, or as defaults(1) prints it: `2025-01-31 12:00:00 +0000`.
    private static func date(_ text: String) -> PropertyList? {
        if let value = try? PropertyList(text: text, as: .kind(.date)) { return value }
        let document = "<*D\(text)>"
        guard case .date(let date)? = try? PropertyList(parsing: document.utf8Span.span, as: .openStep) else {
            return nil
        }
        return .date(date)
    }
}
