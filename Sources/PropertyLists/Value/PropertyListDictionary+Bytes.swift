extension PropertyListDictionary {
    /// A document that holds this dictionary instead of the one that it holds.
    ///
    /// In XML every byte that was not asked to change stays: comments, the order of keys, indentation. So does every
    /// object of a binary document, but where it has to be written anew: its keys are in another order, say. In the
    /// other formats the document always is, and refused where comments would go with the old bytes. A text keeps its
    /// encoding, UTF-8 or another, and its byte order mark.
    ///
    /// - Parameters:
    ///   - document: a document in the format that has been read.
    ///   - old: the root dictionary that it holds.
    ///   - format: the format of both documents.
    /// - Throws: `PropertyListError` where the format cannot hold a value, or containers nest too deep;
    ///   `commentsWouldBeLost`, with the place of the first.
    public func serialized(
        changing document: Span<UInt8>,
        holding old: PropertyListDictionary,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> [UInt8] {
        try document.withByteView { bytes throws(PropertyListError) in
            switch format {
            case .binary:
                if let edited = try BinaryEditor.document(bytes, changing: old, to: self) {
                    return edited
                }
                fallthrough
            case .json:
                return try PropertyList.dictionary(self).serialized(as: format)
            case .xml, .openStep:
                return try bytes.withUTF8Text { text, encoding throws(PropertyListError) in
                    let changed =
                        format == .xml
                        ? try xml(changing: text, holding: old, encodedIn: encoding) : try openStep(changing: text)
                    return encoding?.encode(changed) ?? changed
                }
            }
        }
    }

    /// The document of ``serialized(changing:holding:as:)``, which shares what stays with the one that is there.
    package func spliced(
        changing document: [UInt8],
        holding old: PropertyListDictionary,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> SplicedDocument {
        let splice = try document.span.withByteView { bytes throws(PropertyListError) -> Splice? in
            guard format == .xml, WideEncoding(detecting: bytes) == nil, !bytes.declaresASCII else { return nil }
            return try XMLEditor.splice(bytes, changing: old, to: self)
        }
        if let splice {
            return SplicedDocument(of: document, splice)
        }
        return SplicedDocument(try serialized(changing: document.span, holding: old, as: format))
    }

    /// An XML document, in UTF-8: edited, or written anew where the keys stand in another order.
    private func xml(
        changing text: ByteView,
        holding old: PropertyListDictionary,
        encodedIn encoding: WideEncoding?
    ) throws(PropertyListError) -> [UInt8] {
        if let splice = try XMLEditor.splice(text, changing: old, to: self) {
            let edited = splice.applied(to: text)
            return text.declaresASCII ? edited.withCharacterReferences : edited
        }
        let mark = text.byteOrderMark
        let name = encoding.map { mark.isEmpty ? $0.nameWithByteOrder : $0.name } ?? "UTF-8"
        do throws(PropertyListProblem) {
            return mark + (try XMLWriter.document(.dictionary(self), encoding: name))
        } catch {
            throw PropertyListError(error)
        }
    }

    /// OpenStep text, in UTF-8, that is written anew.
    private func openStep(changing text: ByteView) throws(PropertyListError) -> [UInt8] {
        if let comment = try OpenStepReader.firstComment(in: text) {
            throw PropertyListError(.commentsWouldBeLost, at: comment)
        }
        return text.byteOrderMark + (try PropertyList.dictionary(self).serialized(as: .openStep))
    }
}

extension ByteView {
    /// The byte order mark that a text in UTF-8 starts with; empty where it has none.
    fileprivate var byteOrderMark: [UInt8] {
        holds("\u{FEFF}", at: 0) ? Array("\u{FEFF}".utf8) : []
    }
}
