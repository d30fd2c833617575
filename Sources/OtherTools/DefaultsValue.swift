import CommandGrammar
package import PropertyLists

/// The value of a line of `defaults write`.
package struct DefaultsValue {
    package let value: PropertyList
    /// Whether the elements or entries are added to those of the old value.
    package let isAddition: Bool

    /// Parses the words after a key.
    ///
    /// - Throws: the words that are no value, or that follow it.
    package init(_ words: [String]) throws {
        let container = words.first.flatMap(DefaultsContainer.init)
        var words = words.dropFirst(container == nil ? 0 : 1)
        isAddition = container?.isAddition ?? false
        if let container {
            value = container.isDictionary ? .dictionary(try Self.entries(&words)) : .array(try Self.elements(&words))
        } else {
            guard let value = try PropertyList(nextOf: &words) else { throw DefaultsError.usage }
            self.value = value
        }
        if let word = words.first {
            throw DefaultsError.word("Unexpected argument ", word, "; leaving defaults unchanged.")
        }
    }

    /// Returns the value to store in place of an old one.
    ///
    /// - Throws: a message of defaults(1) if the old value cannot be added to.
    package func replacing(_ old: PropertyList?, ofKey key: String) throws -> PropertyList {
        guard isAddition, let old else { return value }
        if let sum = old.adding(value) { return sum }
        let type = value.kind == .array ? "an array" : "a dictionary"
        throw DefaultsError.message(
            "Value for key \(key) is not \(type); cannot append.  Leaving defaults unchanged."
        )
    }

    private static func elements(_ words: inout ArraySlice<String>) throws -> [PropertyList] {
        var elements: [PropertyList] = []
        while let element = try PropertyList(nextOf: &words) {
            elements.append(element)
        }
        return elements
    }

    private static func entries(_ words: inout ArraySlice<String>) throws -> PropertyListDictionary {
        var entries = PropertyListDictionary()
        while let key = try PropertyList(nextOf: &words) {
            guard case .string(let key) = key else { throw DefaultsError.message("Dictionary keys must be strings") }
            guard let value = try PropertyList(nextOf: &words) else {
                throw DefaultsError.word("Key ", key, " lacks a corresponding value")
            }
            entries[key] = value
        }
        return entries
    }
}

extension PropertyList {
    /// Parses the next word, or the word after a type; returns nil at the end.
    fileprivate init?(nextOf words: inout ArraySlice<String>) throws {
        let next: TypedWord?
        do {
            next = try words.popTypedWord()
        } catch {
            throw DefaultsError.usage
        }
        guard let next else { return nil }
        if let type = next.type.flatMap(PropertyListKind.init(defaultsWord:)) {
            self = try Self.value(of: next.text, as: type)
        } else if DefaultsContainer(rawValue: next.text) == nil {
            self = try PropertyList(untypedDefaultsWord: next.text)
        } else {
            throw DefaultsError.message("Cannot nest composite types (arrays and dictionaries); exiting")
        }
    }

    /// Parses the property list that a word spells; a word without brackets and quotation marks is a string.
    ///
    /// As in the real one, such a string has the escapes of OpenStep text, `\n` and `\U00e9`. Another word is OpenStep
    /// text, or XML, which needs no header.
    package init(untypedDefaultsWord word: String) throws {
        let isString = !word.contains { "\"()[]{}<>".contains($0) }
        if isString, !word.utf8.contains(UInt8(ascii: "\\")) {
            self = .string(word)
        } else if let value = try? PropertyList(parsing: (isString ? "\"\(word)\"" : word).utf8Span.span, as: .openStep)
        {
            self = value
        } else if !isString, let value = try? PropertyList(parsing: word.utf8Span.span, as: .xml) {
            self = value
        } else {
            throw DefaultsError.unparsable(word)
        }
    }

    /// Returns the value of a text after a type.
    ///
    /// The real one takes the number at the beginning of a text, or 0, and reads an odd number of digits as data. Here,
    /// such a text is refused.
    private static func value(of text: String, as type: PropertyListKind) throws -> PropertyList {
        let value: PropertyList? =
            switch type {
            case .boolean: ["true": true, "yes": true, "false": false, "no": false][text.lowercased()]
            case .data: text.contains(where: \.isWhitespace) ? nil : try? PropertyList(text: text, as: .hexadecimal)
            default: try? PropertyList(text: text, as: .kind(type))
            }
        guard let value else { throw DefaultsError.invalid(text, type: type) }
        return value
    }
}
