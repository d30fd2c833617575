/// Why a text is no suite name.
public enum SuiteNameProblem: Hashable, Sendable {
    /// It has no characters.
    case empty
    /// It is `.` or `..`, a folder.
    case folder
    /// It holds a `/`: a path is no name.
    case separator
    /// It holds this control character, NUL included.
    case controlCharacter(Unicode.Scalar)
    /// It is no UTF-8, where a name comes as bytes.
    case notUTF8
    /// It has more bytes than this limit.
    case tooLong(limit: Int)

    /// What is wrong with a name; nil where nothing is.
    init?(of name: String) {
        if name.isEmpty {
            self = .empty
        } else if name == "." || name == ".." {
            self = .folder
        } else if name.utf8.contains(UInt8(ascii: "/")) {
            self = .separator
        } else if let control = name.unicodeScalars.first(where: { $0.properties.generalCategory == .control }) {
            self = .controlCharacter(control)
        } else if name.utf8.count > SuiteName.maximumLength {
            self = .tooLong(limit: SuiteName.maximumLength)
        } else {
            return nil
        }
    }
}

extension SuiteNameProblem: CustomStringConvertible {
    /// What is wrong, as the end of a sentence.
    public var description: String {
        switch self {
        case .empty: "it is empty"
        case .folder: "it is a folder"
        case .separator: "it holds a '/'"
        case .controlCharacter(let scalar): "it holds the control character \(scalar.escaped(asASCII: true))"
        case .notUTF8: "it is no UTF-8"
        case .tooLong(let limit): "it is longer than \(limit) bytes"
        }
    }
}
