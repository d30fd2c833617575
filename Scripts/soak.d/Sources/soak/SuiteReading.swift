import PropertyLists
import TestSupport

/// A way to read a suite.
enum SuiteReading: CaseIterable {
    /// The bytes of the file, as any program may read them.
    case bytes
    case dump
    case get

    /// The entries that are there, and the bytes that say so.
    func entries(of suite: SuiteUnderTest, keys: [String]) throws -> (entries: [String: String], bytes: [UInt8]) {
        switch self {
        case .bytes:
            let bytes = try suite.bytes()
            return (try suiteEntries(in: bytes, as: .xml, from: "the file"), bytes)
        case .dump:
            let outcome = try suite.run("dump", ["--json"])
            guard outcome.ending == .exited(0) else { throw ReadProblem.torn("prefs dump: \(outcome)") }
            return (try suiteEntries(in: outcome.output, as: .json, from: "prefs dump"), outcome.output)
        case .get:
            let outcome = try suite.run("get", ["--default", "-"] + keys)
            var lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
            // Nothing stands after the last newline.
            guard outcome.ending == .exited(0), lines.popLast() == "", lines.count == keys.count else {
                throw ReadProblem.torn("prefs get \(keys.joined(separator: " ")): \(outcome)")
            }
            let values = zip(keys, lines).filter { $0.1 != "-" }
            return (Dictionary(uniqueKeysWithValues: values.map { ($0, String($1)) }), outcome.output)
        }
    }
}

/// The entries of a whole document, as text.
func suiteEntries(
    in bytes: [UInt8],
    as format: PropertyListFormat,
    from source: String
) throws(ReadProblem) -> [String: String] {
    let root: PropertyList
    do {
        root = try PropertyList(parsing: bytes.span, as: format)
    } catch {
        throw .torn("\(source) is no whole document: \(error) (\(bytes.count) bytes)")
    }
    guard case .dictionary(let dictionary) = root else { throw .torn("\(source) holds no dictionary") }
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
