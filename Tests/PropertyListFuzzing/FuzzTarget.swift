import PropertyLists
import TestSupport

/// A promise of the codecs that is true for any bytes.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Reading returns a value, or an error with a position in the document; detection agrees with the format that it
    /// names.
    case read
    /// A value that was read reads back the same from any format that can represent it.
    case roundTrip = "round-trip"
    /// One value of a document, or the entries of some keys, are those of the whole tree, and so are the errors.
    case locate
    /// A changed document contains the changed dictionary; an XML document without a change has the same bytes.
    case edit
    /// A type that accepts whatever a decoder finds is encoded as the value from which it was decoded.
    case code

    /// Checks the promise.
    ///
    /// - Throws: a description of the broken promise.
    public func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        let document = FuzzedDocument(bytes)
        switch self {
        case .read: try document.checkReading()
        case .roundTrip: try document.checkRoundTrips()
        case .locate: try document.checkLocating()
        case .edit: try document.checkEditing()
        case .code: try document.checkCoding()
        }
    }
}

/// Bytes that may be a document in any format, or in several.
struct FuzzedDocument {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Random choices that depend only on the bytes, so that a finding can be repeated from them.
    var generator: SeededGenerator {
        // FNV-1a.
        SeededGenerator(seed: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }

    /// Reads the document in a format; nil detects it.
    func read(as format: PropertyListFormat?) -> Result<PropertyList, PropertyListError> {
        Result { () throws(PropertyListError) in try PropertyList(parsing: bytes.span, as: format) }
    }

    /// The value of the document in each format that can read it.
    var values: [(format: PropertyListFormat, value: PropertyList)] {
        PropertyListFormat.allCases.compactMap { format in
            guard case .success(let value) = read(as: format) else { return nil }
            return (format, value)
        }
    }

    // MARK: Checks

    func checkReading() throws(FuzzFinding) {
        for format in PropertyListFormat.allCases {
            try checkPlace(in: read(as: format), "as \(format)")
        }
        let detected = read(as: nil)
        try checkPlace(in: detected, "as no named format")
        if let format = PropertyListFormat(detecting: bytes.span), detected != read(as: format) {
            throw FuzzFinding("detected as \(format), but read as \(detected)")
        }
    }

    func checkRoundTrips() throws(FuzzFinding) {
        for (source, value) in values {
            for format in PropertyListFormat.allCases {
                try checkRoundTrip(of: value, from: source, as: format)
            }
        }
    }

    private func checkRoundTrip(
        of value: PropertyList,
        from source: PropertyListFormat,
        as format: PropertyListFormat
    ) throws(FuzzFinding) {
        guard let written = try document(of: value, as: format) else { return }
        let read = FuzzedDocument(written).read(as: format)
        guard case .success(let readValue) = read else {
            throw FuzzFinding("from \(source), written as \(format), it cannot be read: \(read)")
        }
        // XML and OpenStep text round fractions of dates. A value that was read from them has no fractions, and reads
        // back the same.
        let isExact = source == format || format == .binary || format == .json
        if isExact, readValue != value {
            throw FuzzFinding("from \(source), written as \(format), it reads back as \(readValue), not \(value)")
        }
        if try document(of: readValue, as: format) != written {
            throw FuzzFinding("from \(source), written as \(format) twice, it differs: \(readValue)")
        }
    }

    /// Returns the value as a document, or nil if the format cannot represent it.
    private func document(of value: PropertyList, as format: PropertyListFormat) throws(FuzzFinding) -> [UInt8]? {
        do throws(PropertyListError) {
            return try value.serialized(as: format)
        } catch {
            switch error.problem {
            case .dateOutOfRange, .unsupportedKind, .dictionaryReadsAsUID, .tooDeep: return nil
            default: throw FuzzFinding("it cannot be written as \(format): \(error)")
            }
        }
    }

    /// Checks that an error has a position in the document, and a description.
    private func checkPlace(
        in outcome: Result<PropertyList, PropertyListError>,
        _ how: String
    ) throws(FuzzFinding) {
        guard case .failure(let error) = outcome else { return }
        guard let position = error.position, 0...bytes.count ~= position.offset, !error.description.isEmpty else {
            throw FuzzFinding("read \(how), its error has no place in it: \(error)")
        }
    }
}

/// A promise that some bytes broke.
public struct FuzzFinding: Error, CustomStringConvertible {
    /// The expected result, and the actual one.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
