extension PropertyListProblem: CustomStringConvertible {
    /// What is wrong with a document, or with a value for a format, to follow a place and a colon.
    public var description: String {
        switch self {
        case .empty:
            "there is no value"
        case .unknownFormat:
            "this is no property list: neither XML nor binary nor JSON nor OpenStep text"
        case .unexpectedEnd(let construct):
            "the file ends within \(construct)"
        case .unexpected(let found, let expected):
            "\(found) stands where \(expected) is due"
        case .trailingContent:
            "more follows the end of the document"
        case .invalidUTF8:
            "this is not UTF-8"
        case .malformedText(let encoding):
            "this is no character of \(encoding), in which the file starts"
        case .unsupportedEncoding(let encoding):
            "the encoding \(encoding.quoted) is not read: convert the file to UTF-8"
        case .duplicateKey(let key):
            "the key \(key.quoted) stands twice in one dictionary"
        case .tooDeep(let limit):
            "values nest deeper than \(limit) levels"
        case .tooManyValues(let limit):
            "its references stand for more than \(limit) values"
        case .tooManyBytes(let limit):
            "its references stand for more than \(limit) bytes of text and data"
        case .invalidValue(let kind, let text):
            "\(text.quoted) spells no \(kind.rawValue)"
        case .integerOutOfRange(let text):
            "\(text.quoted) is out of range: \(PropertyListInteger.min) to \(PropertyListInteger.max)"
        case .dateOutOfRange(let seconds):
            "the date \(seconds) s after 2001-01-01 is too far away to be written"
        case .unknownElement(let name):
            "property lists have no element <\(name)>"
        case .mismatchedTag(let found, let expected):
            "\(found) stands where \(expected) is due"
        case .dictionaryReadsAsUID(let key):
            "in XML a dictionary of \(key.quoted) and an integer would be read as a keyed archive's reference"
        case .missingValue(let key):
            "the key \(key.quoted) has no value"
        case .unknownEntity(let reference):
            "the reference \(reference.quoted) is unknown: &amp; &lt; &gt; &quot; &apos; and numbers are read"
        case .contradictedEncoding(let declared, let actual):
            "its XML declaration names the encoding \(declared.quoted), but its bytes are \(actual): correct the name"
        case .invalidTrailer(let field):
            "the binary trailer does not fit the file: \(field)"
        case .invalidReference(let reference):
            "object \(reference) is not in the object table"
        case .invalidObject(let marker):
            "the object with the marker 0x\(String(marker, radix: 16)) is malformed or does not fit the file"
        case .overlappingObjects:
            "its objects take the same bytes"
        case .invalidOffset(let offset):
            "the object table names the offset \(offset), where no object is"
        case .invalidUTF16:
            "a string in UTF-16 holds half of a surrogate pair"
        case .notASCII:
            "a string that is marked as ASCII holds other bytes"
        case .cycle:
            "a container holds itself"
        case .keyNotString(let kind):
            "a dictionary's key is of type \(kind.rawValue), not string"
        case .invalidForm(let name):
            "{\"\(name)\": ...} does not hold what it should; for a dictionary with such a key write {\"$dict\": {...}}"
        case .realOutOfRange(let text):
            "\(text.quoted) is beyond the range of a float"
        case .null:
            "null cannot be stored: a property list has no such value"
        case .loneSurrogate:
            "a \\u escape is half of a surrogate pair"
        case .notFinite(let number):
            "JSON has no number for \(number): use --typed"
        case .unsupportedKind(let kind):
            "OpenStep text has no values of type \(kind.rawValue)"
        case .commentsWouldBeLost:
            """
            a change would lose the comments in it: take them out, or change a copy in XML, which \
            'prefs dump --format xml -o PATH' makes without them
            """
        }
    }
}

extension PropertyListError: CustomStringConvertible {
    /// The place, in words, and the problem.
    public var description: String {
        position.map { "\($0): \(problem)" } ?? problem.description
    }
}

extension SourcePosition: CustomStringConvertible {
    /// `line 3, column 5`, or `byte 8` where there are no lines.
    public var description: String {
        guard let line, let column else { return "byte \(offset)" }
        return "line \(line), column \(column)"
    }
}
