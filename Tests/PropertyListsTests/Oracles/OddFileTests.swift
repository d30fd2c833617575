import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Odd files", .mayWait)
struct OddFileTests {
    @Test("each odd file is read as the file beside it says", arguments: try OddFile.paths())
    func ours(path: String) throws {
        let file = try OddFile(path)
        let bytes = file.bytes
        let outcome = Result { () throws(PropertyListError) in try PropertyList(parsing: bytes.span) }
        #expect(outcome.mapError { OddFile.ExpectedError(message: $0.description) } == file.expected)
    }

    @Test(
        "plistlib reads the same value, except in known cases",
        .enabled(if: PythonPlistlib.python != nil, "needs python3 in PATH"),
        arguments: [("XML", .xml), ("Binary", .binary)] as [(String, PythonPlistlib.Input)]
    )
    func plistlib(subdirectory: String, input: PythonPlistlib.Input) throws {
        let files = try OddFile.paths(in: subdirectory).map(OddFile.init)
        let rewritten = try PythonPlistlib.rewritten(files.map(\.bytes), as: input)
        try #require(rewritten.count == files.count)
        for (file, document) in zip(files, rewritten) {
            let value = document.flatMap { document in try? PropertyList(binary: document) }
            let outcome: OddFile.Outcome = document == nil ? .error : .anotherValue
            expect(file, readBy: "plistlib", gives: value.map { .value($0.canonicalText) } ?? outcome)
        }
    }

    @Test("Foundation reads the same value, except in known cases", arguments: ["XML", "Binary", "OpenStep"])
    func foundation(subdirectory: String) throws {
        let files = try OddFile.paths(in: subdirectory).map(OddFile.init).filter { $0.others["Foundation"] != .hang }
        for (file, answer) in zip(files, try FoundationPropertyLists.answers(to: files.map(\.bytes))) {
            expect(file, readBy: "Foundation", gives: answer.outcome)
        }
    }

    /// Expects our outcome, or the exception that the `.others` file lists.
    ///
    /// An exception that equals our outcome is an error.
    private func expect(_ file: OddFile, readBy program: String, gives outcome: OddFile.Outcome) {
        let exception = file.others[program]
        #expect(outcome == exception ?? file.outcome, "\(program) on \(file.name)")
        #expect(exception != file.outcome, "\(program) on \(file.name) is no exception")
    }
}

extension FoundationPropertyLists.Answer {
    fileprivate var outcome: OddFile.Outcome {
        if isCrash { return .crash }
        guard let text else { return .error }
        // If we can read Foundation's copy, its value is one that we support.
        let isSupported = binary.map { binary in (try? PropertyList(binary: binary)) != nil } ?? false
        return isSupported ? .value(text) : .anotherValue
    }
}

/// A document from the directory `OddFiles`, with its expected outcomes.
///
/// `OddFiles/README.md` describes the files.
struct OddFile {
    /// The outcome of reading a document.
    enum Outcome: Equatable {
        /// The value, in the form of its `PropertyList.canonicalText`.
        case value(String)
        case error
        /// A value that our reader refuses, or that is not a property list.
        case anotherValue
        case crash
        /// The document takes so much work that the program does not read it.
        case hang
    }

    /// A file that breaks the rules of the directory.
    struct Malformed: Error {
        let reason: String
    }

    /// The path in the directory without an extension, such as `XML/comments`.
    let name: String
    let bytes: [UInt8]
    /// The value or the error message that our reader must return.
    let expected: Result<PropertyList, ExpectedError>
    /// The outcomes in the programs that differ from ours, by program name.
    let others: [String: Outcome]

    struct ExpectedError: Error, Equatable {
        let message: String
    }

    /// Our outcome, in the form that is compared with other programs.
    var outcome: Outcome {
        switch expected {
        case .success(let value): .value(value.canonicalText)
        case .failure: .error
        }
    }

    // MARK: The directory

    static let directory = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "OddFiles")

    /// Returns the paths of the documents in a subdirectory such as `XML`, or of all documents if it is nil.
    static func paths(in subdirectory: String? = nil) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.path)
            .filter { $0.contains("/") && !$0.hasSuffix(".expected") && !$0.hasSuffix(".others") }
            .filter { path in subdirectory.map { path.hasPrefix($0 + "/") } ?? true }
            .sorted()
    }

    /// Reads the document at a path in the directory, and the files beside it.
    init(_ path: String) throws {
        name = String(path.prefix { $0 != "." })
        let document = try Array(Data(contentsOf: Self.directory.appending(path: path)))
        bytes = path.hasSuffix(".hex") ? try Self.bytes(hexadecimal: document) : document
        expected = try Self.expected(Self.text(of: name + ".expected"))
        let others = Self.directory.appending(path: name + ".others")
        let hasOthers = FileManager.default.fileExists(atPath: others.path)
        self.others = hasOthers ? try Self.others(Self.text(of: name + ".others")) : [:]
    }

    private static func text(of path: String) throws -> String {
        try String(decoding: Data(contentsOf: directory.appending(path: path)), as: UTF8.self)
    }

    // MARK: Spellings

    /// Returns the bytes of pairs of hexadecimal digits.
    ///
    /// Whitespace is ignored, and `#` starts a comment.
    private static func bytes(hexadecimal text: [UInt8]) throws -> [UInt8] {
        let digits = text.split(separator: UInt8(ascii: "\n")).flatMap { $0.prefix { $0 != UInt8(ascii: "#") } }
            .filter { !$0.isWhitespace }
        guard digits.count.isMultiple(of: 2) else { throw Malformed(reason: "a byte of one digit") }
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            guard let high = digits[index].hexadecimalDigit, let low = digits[index + 1].hexadecimalDigit else {
                throw Malformed(reason: "no hexadecimal digit")
            }
            return high << 4 | low
        }
    }

    private static func expected(_ text: String) throws -> Result<PropertyList, ExpectedError> {
        if text.hasPrefix("error: ") {
            return .failure(ExpectedError(message: text.dropFirst("error: ".count).trimmingCharacters(in: .newlines)))
        }
        return .success(try PropertyList(json: text))
    }

    /// Returns the outcomes in lines such as `plistlib: error`.
    ///
    /// Each line needs a reason in a line that starts with `#` before it.
    private static func others(_ text: String) throws -> [String: Outcome] {
        var others: [String: Outcome] = [:]
        var hasReason = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#") {
                hasReason = true
                continue
            }
            guard hasReason, let colon = line.firstIndex(of: ":") else { throw Malformed(reason: "no reason: \(line)") }
            others[String(line[..<colon])] =
                switch line[colon...].dropFirst(2) {
                case "error": .error
                case "another value": .anotherValue
                case "crash": .crash
                case "hang": .hang
                case let json: .value(try PropertyList(json: String(json)).canonicalText)
                }
            hasReason = false
        }
        return others
    }
}
