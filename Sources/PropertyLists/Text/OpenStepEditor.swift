/// An editor that replaces values in the dictionaries of OpenStep text, and keeps every byte outside of them.
///
/// It neither adds nor removes entries: nothing says which comments belong to them.
struct OpenStepEditor {
    private var cursor: ByteCursor
    /// The bytes before this offset are in the output, or were replaced.
    private var offset = 0
    private var output: [UInt8] = []

    /// Returns a document in UTF-8 with other values in its root dictionary.
    ///
    /// - Parameters:
    ///   - bytes: a document that parses without an error.
    ///   - old: the root dictionary of that document.
    ///   - new: the root dictionary of the result.
    /// - Returns: nil if the keys or their order differ, or a value that is to be replaced contains a comment.
    /// - Throws: `unsupportedKind`, `dateOutOfRange` and `tooDeep` for a value.
    static func document(
        _ bytes: ByteView,
        changing old: PropertyListDictionary,
        to new: PropertyListDictionary
    ) throws(PropertyListError) -> [UInt8]? {
        var editor = OpenStepEditor(cursor: ByteCursor(bytes))
        _ = editor.cursor.skip("\u{FEFF}")
        editor.cursor.skipOpenStepSpace()
        // A `.strings` file has no braces.
        _ = editor.cursor.skip(UInt8(ascii: "{"))
        guard try editor.change(old, to: new, depth: 1) else { return nil }
        editor.copy(upTo: bytes.count)
        let isSame = try editor.output.span.withByteView { text throws(PropertyListError) in
            try OpenStepReader.read(text).value == .dictionary(new)
        }
        return isSame ? editor.output : nil
    }

    private init(cursor: ByteCursor) {
        self.cursor = cursor
    }

    /// Changes the entries of a dictionary that has just begun, and returns whether that was possible.
    private mutating func change(
        _ old: PropertyListDictionary,
        to new: PropertyListDictionary,
        depth: Int
    ) throws(PropertyListError) -> Bool {
        guard old.count == new.count, zip(old, new).allSatisfy({ $0.key.hasSameBytes(as: $1.key) }) else {
            return false
        }
        for (entry, changed) in zip(old, new) {
            cursor.skipOpenStepSpace()
            guard cursor.skipOpenStepString() else { return false }
            cursor.skipOpenStepSpace()
            if cursor.skip(UInt8(ascii: "=")) {
                cursor.skipOpenStepSpace()
                guard try change(entry.value, to: changed.value, depth: depth) else { return false }
                cursor.skipOpenStepSpace()
            } else if entry.value != changed.value {
                // A key without a value is its own value.
                return false
            }
            _ = cursor.skip(UInt8(ascii: ";"))
        }
        cursor.skipOpenStepSpace()
        return true
    }

    private mutating func change(
        _ old: PropertyList,
        to new: PropertyList,
        depth: Int
    ) throws(PropertyListError) -> Bool {
        if old != new, case .dictionary(let old) = old, case .dictionary(let new) = new {
            guard cursor.skip(UInt8(ascii: "{")) else { return false }
            return try change(old, to: new, depth: depth + 1) && cursor.skip(UInt8(ascii: "}"))
        }
        let start = cursor.offset
        let hasComment = skipValue()
        if old == new { return true }
        guard !hasComment else { return false }
        copy(upTo: start)
        output += try OpenStepWriter.value(new, depth: depth)
        offset = cursor.offset
        return true
    }

    /// Skips a value, and returns whether it contains a comment.
    private mutating func skipValue() -> Bool {
        var hasComment = false
        var depth = 0
        repeat {
            hasComment = cursor.skipOpenStepSpace() != nil || hasComment
            switch cursor.peek {
            case UInt8(ascii: "{"), UInt8(ascii: "("):
                depth += 1
                _ = cursor.next()
            case UInt8(ascii: "}"), UInt8(ascii: ")"):
                depth -= 1
                _ = cursor.next()
            case UInt8(ascii: "<"):
                hasComment = skipData() || hasComment
            case _ where cursor.skipOpenStepString():
                break
            default:
                // A separator, or the end.
                guard cursor.next() != nil else { return hasComment }
            }
        } while depth > 0
        return hasComment
    }

    /// Skips data or a typed value of GNUstep, and returns whether it contains a comment.
    private mutating func skipData() -> Bool {
        if cursor.skip("<[") {
            cursor.move(
                to: cursor.bytes.firstOffset(of: "]>", from: cursor.offset).map { $0 + 2 } ?? cursor.bytes.count
            )
            return false
        }
        var hasComment = false
        while !cursor.skip(UInt8(ascii: ">")), cursor.next() != nil {
            hasComment = cursor.skipOpenStepSpace() != nil || hasComment
        }
        return hasComment
    }

    private mutating func copy(upTo end: Int) {
        cursor.bytes[offset..<end].append(to: &output)
        offset = end
    }
}
