import PropertyLists
import TestSupport

/// A way to read a suite.
enum SuiteReading: CaseIterable {
    /// The bytes of the file, as any program may read them.
    case bytes
    case dump
    case get

    /// What the reader gets to see: a document, or a line for each of the keys.
    func output(of suite: SuiteUnderTest, keys: [String]) throws -> [UInt8] {
        switch self {
        case .bytes: try suite.bytes()
        case .dump: try output(of: "dump", ["--json"], suite)
        case .get: try output(of: "get", ["--default", Self.unset] + keys, suite)
        }
    }

    /// The entries that the reader was shown.
    func entries(in output: [UInt8], keys: [String]) throws(ReadProblem) -> [String: String] {
        switch self {
        case .bytes: return try suiteEntries(in: output, as: .xml)
        case .dump: return try suiteEntries(in: output, as: .json)
        case .get:
            let text = String(decoding: output, as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            // Nothing stands after the last newline.
            guard lines.count == keys.count + 1, lines.last == "" else {
                throw .torn("there are \(lines.count - 1) lines for \(keys.count) keys")
            }
            let values = zip(keys, lines).filter { $0.1 != Self.unset }
            return Dictionary(uniqueKeysWithValues: values.map { ($0, String($1)) })
        }
    }

    /// Stands for the value of a key that is unset.
    private static let unset = "-"

    private func output(of verb: String, _ arguments: [String], _ suite: SuiteUnderTest) throws -> [UInt8] {
        let outcome = try suite.run(verb, arguments)
        guard outcome.ending == .exited(0) else { throw ReadProblem.torn("it ended with \(outcome)") }
        return outcome.output
    }
}

extension SuiteReading: CustomStringConvertible {
    var description: String {
        switch self {
        case .bytes: "the file"
        case .dump: "prefs dump"
        case .get: "prefs get"
        }
    }
}

/// The entries of a whole document, as text.
func suiteEntries(
    in bytes: [UInt8],
    as format: PropertyListFormat
) throws(ReadProblem) -> [String: String] {
    let root: PropertyList
    do {
        root = try PropertyList(parsing: bytes.span, as: format)
    } catch {
        throw .torn("\(bytes.count) bytes are no whole document: \(error)")
    }
    guard case .dictionary(let dictionary) = root else { throw .torn("the document holds no dictionary") }
    var entries: [String: String] = [:]
    for entry in dictionary {
        switch entry.value {
        case .string(let text): entries[entry.key] = text
        case .integer(let number): entries[entry.key] = "\(number)"
        default: throw .torn("the key '\(entry.key)' is neither text nor a number")
        }
    }
    return entries
}
