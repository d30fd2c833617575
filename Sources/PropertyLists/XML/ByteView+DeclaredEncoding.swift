extension ByteView {
    /// Checks the encoding that an XML declaration names, which may be none, against that of the bytes.
    ///
    /// CoreFoundation goes by a byte order mark alone where there is one, and reads many an encoding besides. Here a name
    /// that the bytes contradict is an error, as XML 1.0 has it in section 4.3.3. ASCII is a part of UTF-8, and read as
    /// that; CoreFoundation would take its other bytes for Latin-1.
    ///
    /// - Parameter encoding: that of the document whose UTF-8 this is; nil for UTF-8.
    func checkDeclaredEncoding(_ encoding: WideEncoding?) throws(PropertyListError) {
        guard let declared = declaredEncoding else { return }
        let name = declared.uppercased()
        let isRight =
            switch encoding {
            case let encoding?: [encoding.name, encoding.nameWithByteOrder].contains(name)
            case nil: namesOfUTF8.contains(name) || (namesOfASCII.contains(name) && isASCII)
            }
        guard !isRight else { return }
        let isOther = namesOfASCII.contains(name) || name.hasPrefix("UTF-16") || name.hasPrefix("UTF-32")
        let problem: PropertyListProblem =
            if encoding != nil || isOther {
                .contradictedEncoding(declared: declared, actual: encoding?.nameWithByteOrder ?? "UTF-8")
            } else {
                .unsupportedEncoding(declared)
            }
        throw PropertyListError(problem, at: SourcePosition(offset: 0, in: self))
    }

    /// Whether an XML declaration limits the document to ASCII: other characters have to be references.
    var declaresASCII: Bool {
        declaredEncoding.map { namesOfASCII.contains($0.uppercased()) } ?? false
    }

    /// The encoding that an XML declaration names, as it is spelled there; nil where none does.
    ///
    /// After production 23 of XML 1.0: `<?xml version="1.0" encoding="UTF-8"?>`, at the very start.
    private var declaredEncoding: String? {
        var cursor = ByteCursor(self)
        _ = cursor.skip("\u{FEFF}")
        guard cursor.skip("<?xml"), cursor.peek?.isWhiteSpace == true,
            let end = firstOffset(of: "?>", from: cursor.offset)
        else { return nil }
        let declaration = self[cursor.offset..<end]
        guard let name = declaration.firstOffset(of: "encoding", from: 0) else { return nil }
        cursor = ByteCursor(declaration, offset: name + 8)
        cursor.skip(while: \.isWhiteSpace)
        guard cursor.skip(UInt8(ascii: "=")) else { return nil }
        cursor.skip(while: \.isWhiteSpace)
        guard let quote = cursor.next(), let close = declaration.firstOffset(of: quote, from: cursor.offset) else {
            return nil
        }
        return declaration[cursor.offset..<close].shown(atMost: 40)
    }
}

private let namesOfUTF8 = ["UTF-8", "UTF8"]
private let namesOfASCII = ["US-ASCII", "ASCII"]

extension [UInt8] {
    /// The UTF-8 of an XML document with references for all but ASCII, which stands in texts alone.
    var withCharacterReferences: [UInt8] {
        var result: [UInt8] = []
        for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
            result.append(contentsOf: (scalar.isASCII ? String(scalar) : "&#\(scalar.value);").utf8)
        }
        return result
    }
}
