/// A hazard in a document, and where it is.
package struct PropertyListFinding: Hashable, Sendable {
    /// What is there.
    package let hazard: PropertyListHazard
    /// The place in the document; nil in OpenStep text, of whose values none is kept.
    package let position: SourcePosition?
    /// The way to the value, as in ``PropertyList/subscript(path:)``; empty for the document as a whole.
    package let path: [String]
}

extension PropertyList {
    /// What is in a document that other programs do not read as it stands, in the order of the document.
    ///
    /// - Parameters:
    ///   - bytes: a document that has been read.
    ///   - format: its format.
    ///   - isSuite: whether `UserDefaults` would read the file as a suite: then the format counts as well.
    /// - Throws: what is wrong with the document, and where.
    package static func findings(
        in bytes: Span<UInt8>,
        as format: PropertyListFormat,
        isSuite: Bool
    ) throws(PropertyListError) -> [PropertyListFinding] {
        try bytes.withByteView { bytes throws(PropertyListError) in
            switch format {
            case .binary:
                return try BinaryInspector.findings(in: bytes)
            case .xml:
                return try bytes.withUTF8Text { text, encoding throws(PropertyListError) in
                    try XMLInspector.findings(in: text, encodedIn: encoding)
                }
            case .json:
                let start = PropertyListFinding(
                    hazard: .format(.json),
                    position: SourcePosition(offset: 0, in: bytes),
                    path: []
                )
                let findings = ValueInspector.findings(in: try JSONReader.read(bytes))
                let positions = try PropertyList.positions(of: findings.map(\.path), inJSON: bytes)
                return (isSuite ? [start] : [])
                    + zip(findings, positions).map { finding, position in
                        PropertyListFinding(hazard: finding.hazard, position: position, path: finding.path)
                    }
            case .openStep:
                return try bytes.withUTF8Text { text, _ throws(PropertyListError) in
                    let first = isSuite ? try OpenStepReader.firstExtension(in: text) : nil
                    let extensions = first.map { PropertyListFinding(hazard: .gnustepValue, position: $0, path: []) }
                    return [extensions].compactMap(\.self) + ValueInspector.findings(in: try OpenStepReader.read(text))
                }
            }
        }
    }
}
