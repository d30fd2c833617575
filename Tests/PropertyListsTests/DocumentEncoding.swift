@testable import PropertyLists

/// The encodings of documents in tests, by names that Python knows too.
enum DocumentEncoding: String, CaseIterable {
    case utf8 = "utf-8"
    case utf16BigEndian = "utf-16-be"
    case utf16LittleEndian = "utf-16-le"
    case utf32BigEndian = "utf-32-be"
    case utf32LittleEndian = "utf-32-le"

    static let wide = allCases.filter { $0 != .utf8 }

    /// The name in an XML declaration: `UTF-16LE`.
    var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16BigEndian: "UTF-16BE"
        case .utf16LittleEndian: "UTF-16LE"
        case .utf32BigEndian: "UTF-32BE"
        case .utf32LittleEndian: "UTF-32LE"
        }
    }

    /// The name that says no byte order: `UTF-16`.
    var family: String { String(name.prefix { $0 != "B" && $0 != "L" }) }

    func encode(_ text: String) -> [UInt8] {
        switch self {
        case .utf8: Array(text.utf8)
        case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .utf16LittleEndian: text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .utf32BigEndian: text.unicodeScalars.flatMap { scalar in bytes(of: scalar) }
        case .utf32LittleEndian: text.unicodeScalars.flatMap { scalar in bytes(of: scalar).reversed() }
        }
    }

    /// The place behind a text that a document in this encoding starts with.
    func place(after text: String) -> SourcePosition {
        SourcePosition(offset: text.utf8.count, in: Array(text.utf8)).moved { _ in encode(text).count }
    }

    private func bytes(of scalar: Unicode.Scalar) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(scalar.value >> $0 & 0xFF) }
    }
}
