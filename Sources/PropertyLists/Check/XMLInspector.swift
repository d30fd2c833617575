/// An inspector that finds the hazards in an XML document, with their lines and columns, and the offset of each value.
struct XMLInspector: ~Copyable {
    private struct Container {
        let isDictionary: Bool
        let start: Int
        var keys: [(text: String, offset: Int)] = []
        var count = 0
        /// Whether the latest value is an integer.
        var endsWithInteger = false

        /// The path component of the latest element.
        var token: String {
            isDictionary ? keys.last?.text ?? "" : String(count - 1)
        }
    }

    private var scanner: XMLScanner
    private var builder = PropertyListBuilder()
    private var containers: [Container] = []
    private var found: [(hazard: PropertyListHazard, offset: Int, path: [String])] = []
    /// The offset of each value, a container before its elements.
    private(set) var offsets: [Int] = []

    /// - Parameter text: a document in UTF-8, or converted to UTF-8 from another encoding.
    init(_ text: ByteView) throws(PropertyListError) {
        scanner = try XMLScanner(text)
    }

    mutating func inspect() throws(PropertyListError) -> PropertyList {
        while let event = try scanner.next() {
            switch event {
            case .key(let text):
                let key = try scanner.content.string(of: text)
                builder.append(key: key)
                containers[containers.count - 1].keys.append((key, scanner.eventOffset))
                inspectMarkup(of: text)
                try inspectCharacters(of: text)
            case .scalar(let element, let text):
                beginElement(isInteger: element == .integer)
                let value = try scanner.content.value(of: element, text)
                builder.append(value)
                try inspect(element, text, value)
            case .begin(let container):
                beginElement(isInteger: false)
                builder.begin(isDictionary: container == .dictionary)
                containers.append(Container(isDictionary: container == .dictionary, start: scanner.eventOffset))
            case .endContainer:
                inspect(containers.removeLast())
                var value = builder.end()
                if !containers.isEmpty, let identifier = value.uidInXML {
                    value = .uid(identifier)
                    // The integer is part of the UID.
                    offsets.removeLast()
                }
                builder.append(value)
            }
        }
        guard let root = builder.root else { throw scanner.error(.empty) }
        return root
    }

    /// Returns the hazards in the inspected document; `encoding` is its original encoding, nil for UTF-8.
    mutating func findings(encodedIn encoding: WideEncoding?) -> [PropertyListFinding] {
        let text = scanner.bytes
        if let encoding, !text.hasBytes("\u{FEFF}", at: 0) {
            found.insert((.encodingWithoutMark(encoding.name), 0, []), at: 0)
        }
        if let offset = scanner.documentTypeSubset {
            found.append((.documentTypeSubset, offset, []))
        }
        var counter = SourcePositionCounter(text)
        return found.sorted { $0.offset < $1.offset }.map { hazard, offset, path in
            PropertyListFinding(hazard: hazard, position: counter.position(at: offset), path: path)
        }
    }

    private mutating func beginElement(isInteger: Bool) {
        offsets.append(scanner.eventOffset)
        guard !containers.isEmpty else { return }
        containers[containers.count - 1].count += 1
        containers[containers.count - 1].endsWithInteger = isInteger
    }

    private mutating func inspect(_ container: Container) {
        let isReference =
            container.count == 1 && container.endsWithInteger
            && container.keys.map(\.text) == [PropertyListDictionary.keyOfUIDInXML]
        if isReference {
            // The integer is part of the reference, so its size is not a hazard.
            if let latest = found.last, latest.hazard == .unsignedInteger, latest.offset > container.start {
                found.removeLast()
            }
            add(.reference, at: container.start)
        }
        for (key, other) in container.keys.map(\.text).equivalents {
            let offset = container.keys.last { $0.text.hasSameBytes(as: key) }?.offset ?? 0
            found.append((.equivalentKey(other), offset, path + [key]))
        }
    }

    // MARK: Scalars

    private mutating func inspect(
        _ element: XMLElement,
        _ text: XMLText,
        _ value: PropertyList
    ) throws(PropertyListError) {
        let bytes = scanner.bytes[text.range]
        let hasReference = !inspectMarkup(of: text) && text.hasMarkup
        switch element {
        case .string:
            try inspectCharacters(of: text)
        case .integer:
            inspectNumber(.integer, bytes, allowsSpaceBefore: true, hasReference)
            if bytes.hasSpaceAfterSign {
                add(.spaceAfterSign)
            }
        case .real:
            inspectReal(try scanner.content.string(of: text))
        case .date:
            inspectNumber(.date, bytes, allowsSpaceBefore: false, hasReference)
        case .data where hasReference:
            add(bytes.firstOffset(of: "<![CDATA[", from: 0) == nil ? .referenceInData : .markup(.data))
        case .data where isEmptyTag(before: text):
            add(.emptyData)
        case .true where !bytes.isEmpty, .false where !bytes.isEmpty:
            add(.contentOfBoolean)
        default:
            break
        }
        if element == .integer || element == .real, let hazard = value.hazard {
            add(hazard)
        }
    }

    /// Returns whether an element is an empty-element tag, such as `<data/>`, which ends where its text would start.
    private func isEmptyTag(before text: XMLText) -> Bool {
        text.range.isEmpty && scanner.bytes.hasBytes("/>", at: text.range.lowerBound - 2)
    }

    private mutating func inspectNumber(
        _ kind: PropertyListKind,
        _ bytes: ByteView,
        allowsSpaceBefore: Bool,
        _ hasReference: Bool
    ) {
        if hasReference {
            add(.markup(kind))
        }
        let hasSpaceBefore = bytes.count > 0 && bytes[0].isWhitespace
        let hasSpaceAfter = bytes.count > 0 && bytes[bytes.count - 1].isWhitespace
        if hasSpaceAfter || hasSpaceBefore && !allowsSpaceBefore {
            add(.whitespace(kind))
        }
    }

    private mutating func inspectReal(_ text: String) {
        // CoreFoundation skips whitespace before a number, but not before `nan` or a spelling of infinity.
        let isWord = text.utf8.contains { $0 == UInt8(ascii: "n") || $0 == UInt8(ascii: "N") }
        let hasSpaceBefore = text.utf8.first?.isWhitespace ?? false
        if text.utf8.last?.isWhitespace ?? false || hasSpaceBefore && isWord {
            add(.whitespace(.real))
        }
        if text.first == "-" || text.first == "+", text.dropFirst().lowercased() == "nan" {
            add(.signedNotANumber)
        }
    }

    // MARK: Text

    /// Reports a comment or a processing instruction: any markup with `<` except a CDATA section; returns whether one
    /// exists.
    @discardableResult
    private mutating func inspectMarkup(of text: XMLText) -> Bool {
        guard text.hasMarkup else { return false }
        let bytes = scanner.bytes[..<text.range.upperBound]
        var offset = text.range.lowerBound
        while let start = bytes.firstOffset(of: UInt8(ascii: "<"), from: offset) {
            guard bytes.hasBytes("<![CDATA[", at: start) else {
                add(.comment, at: start)
                return true
            }
            offset = (bytes.firstOffset(of: "]]>", from: start) ?? bytes.count - 3) + 3
        }
        return false
    }

    /// Reports the first character that XML 1.0 does not allow (production 2).
    private mutating func inspectCharacters(of text: XMLText) throws(PropertyListError) {
        let bytes = scanner.bytes[text.range]
        if let position = (0..<bytes.count).first(where: { bytes[$0].isControlInXML }) {
            return add(.controlCharacter(UInt32(bytes[position])), at: text.range.lowerBound + position)
        }
        guard text.hasMarkup || !bytes.isASCII else { return }
        let scalars = try scanner.content.string(of: text).unicodeScalars
        if let scalar = scalars.first(where: { !$0.isAllowedInXML }) {
            add(.controlCharacter(scalar.value))
        }
    }

    // MARK: Findings

    private var path: [String] {
        containers.map(\.token)
    }

    /// Adds a hazard at an offset, or at the latest event if the offset is nil.
    private mutating func add(_ hazard: PropertyListHazard, at offset: Int? = nil) {
        found.append((hazard, offset ?? scanner.eventOffset, path))
    }
}

extension ByteView {
    /// Whether whitespace follows the sign of a number.
    fileprivate var hasSpaceAfterSign: Bool {
        var cursor = ByteCursor(self)
        cursor.skip(while: \.isWhitespace)
        return (cursor.skip("-") || cursor.skip("+")) && cursor.peek?.isWhitespace ?? false
    }
}

extension UInt8 {
    /// Whether this is a control character other than tab, line feed and carriage return.
    fileprivate var isControlInXML: Bool {
        self < 0x20 && self != 0x09 && self != 0x0A && self != 0x0D
    }
}

extension Unicode.Scalar {
    fileprivate var isAllowedInXML: Bool {
        value < 0x20 ? !UInt8(value).isControlInXML : value != 0xFFFE && value != 0xFFFF
    }
}
