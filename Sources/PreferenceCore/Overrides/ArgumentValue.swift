package import PropertyLists

// Values that are given as text: an argument of the process, or an environment variable.

extension PreferenceKey {
    /// Decodes the value of an argument, or of an environment variable.
    ///
    /// A migration does not apply, since it is for values that an older version of the program stored.
    ///
    /// - Parameters:
    ///   - form: the text, or the array or dictionary that `UserDefaults` parsed from it.
    ///   - place: the argument or the variable, for the error.
    /// - Throws: `wrongType` if the key's type accepts no reading of the text.
    package func value(ofArgument form: PropertyList, at place: String) throws(PreferenceError) -> Value {
        let decode = bridge.unmigrated ?? bridge.decode
        let others = form.otherReadings
        for reading in [form] + others {
            if let value = try? decode(reading) {
                return value
            }
        }
        // Many words are valid base64, so the error must not name that reading.
        let closest = others.first { $0.kind != .data } ?? form
        do {
            return try decode(closest)
        } catch {
            throw wrongType(of: closest, at: place, error)
        }
    }
}

extension PropertyList {
    /// What a text can mean apart from itself, the likeliest first; for a container, what its texts can mean.
    fileprivate var otherReadings: [PropertyList] {
        guard case .string(let text) = self else { return [readingTexts] }
        let word = text.trimmed
        var readings = Self.readings(of: word)
        if let document = try? PropertyList(parsing: text.utf8Span.span), document.kind != .string {
            readings += [document, document.readingTexts]
        }
        if let bytes = [UInt8](base64: word) {
            readings.append(.data(bytes))
        }
        return readings
    }

    /// This value with each text in it that spells a number, a boolean or a date read as such.
    private var readingTexts: PropertyList {
        guard case .string(let text) = self else { return mapParts { $1.readingTexts } }
        return Self.readings(of: text).first ?? self
    }

    /// Returns the numbers, booleans and dates that a word spells.
    private static func readings(of word: String) -> [PropertyList] {
        let integer = PropertyListInteger(word).map(PropertyList.integer)
        let real = Double(decimal: word).flatMap { $0.isFinite ? PropertyList.real($0) : nil }
        // Foundation reads these letters too.
        let letters = ["y": true, "t": true, "n": false, "f": false]
        let boolean = (Bool(word: word) ?? letters[word.lowercased()]).map(PropertyList.boolean)
        let date = PropertyListDate(rfc3339: word).map(PropertyList.date)
        return [integer ?? real, boolean, date].compactMap(\.self)
    }
}

extension String {
    /// The text without whitespace at its ends.
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
