extension XMLScanner {
    /// The value that a scalar spells.
    ///
    /// - Throws: `invalidValue` where the text spells none of its kind, `integerOutOfRange`, and what is wrong with
    ///   the text itself.
    func value(of scalar: XMLScalar) throws(PropertyListError) -> PropertyList {
        switch scalar {
        case .string(let text): .string(try string(of: text))
        case .integer(let text): .integer(try integer(of: text))
        case .real(let text): .real(try read(text, as: .real, Double.init(propertyListXML:)))
        case .date(let text): .date(try read(text, as: .date, PropertyListDate.init(propertyListXML:)))
        case .data(let text): .data(try read(text, as: .data, Base64.decode))
        case .boolean(let boolean): .boolean(boolean)
        }
    }

    private func integer(of text: XMLText) throws(PropertyListError) -> PropertyListInteger {
        let integer = try read(text, as: .integer, IntegerText.init)
        guard let value = integer.value else {
            throw error(.integerOutOfRange(shownText(text)))
        }
        return value
    }

    /// What a reading makes of a text's bytes, without the white space around them.
    private func read<Value>(
        _ text: XMLText,
        as kind: PropertyListKind,
        _ reading: (ByteView) -> Value?
    ) throws(PropertyListError) -> Value {
        let value =
            if text.hasMarkup {
                try string(of: text).utf8Span.span.withByteView { reading($0.trimmingWhiteSpace) }
            } else {
                reading(bytes[text.range].trimmingWhiteSpace)
            }
        guard let value else {
            throw error(.invalidValue(kind, text: shownText(text)))
        }
        return value
    }

    /// The start of a text, as a message shows it.
    private func shownText(_ text: XMLText) -> String {
        bytes[text.range].shown(atMost: 60)
    }
}

extension ByteView {
    /// The bytes without the XML white space before and after them.
    fileprivate var trimmingWhiteSpace: ByteView {
        var start = 0
        var end = count
        while start < end, self[start].isWhiteSpace {
            start += 1
        }
        while start < end, self[end - 1].isWhiteSpace {
            end -= 1
        }
        return self[start..<end]
    }
}
