import CommandErrors
import CommandGrammar
import PreferenceStore
import PropertyLists
import ValueDifferences

/// A property list that the command line names, and its path.
struct NamedDocument {
    /// The path, or `-` for standard input.
    let path: String
    let value: PropertyList
    let format: PropertyListFormat
    let bytes: [UInt8]
    /// The pointer to the suite in a document of several suites; empty if the document is one suite.
    var pointer: [String] = []

    /// Returns the suite at a pointer in a document of several suites.
    func part(at pointer: [String]) -> NamedDocument {
        var part = self
        part.pointer = pointer
        return part
    }

    /// Whether the suite has a value at a pointer.
    func contains(_ pointer: [String]) -> Bool { value[pointer: self.pointer + pointer] != nil }

    /// Returns the positions of the values at pointers into the suite; nil for each that is unknown.
    func positions(of pointers: [[String]]) -> [SourcePosition?] {
        let inspection = try? PropertyListInspection(of: bytes.span, as: format, isSuite: false)
        let positions = try? inspection?.positions(of: pointers.map { pointer + $0 }, in: bytes.span)
        return positions ?? Array(repeating: nil, count: pointers.count)
    }

    /// The document, or the suite at the pointer, as a dictionary, which a suite must be.
    var dictionary: PropertyListDictionary {
        get throws {
            if case .dictionary(let dictionary) = value[pointer: pointer] { return dictionary }
            throw PreferenceStoreError.rootNotDictionary(path: path.documentName, value.kind)
        }
    }

    /// The contents of a suite to compare or apply, without the name of the schema at the top of a JSON document.
    ///
    /// A document of comments alone is as empty as one without any text: somebody has commented out all of it, or its
    /// generator has failed. An empty dictionary is a seed.
    var seed: PropertyListDictionary {
        get throws {
            guard format != .openStep || !bytes.span.isBlankText else {
                throw PreferenceStoreError.corrupt(
                    path: path.documentName,
                    PropertyListError(.empty, at: SourcePosition.positions(at: [0], in: bytes.span)[0])
                )
            }
            var contents = try dictionary
            if namesSchema { contents[DocumentForm.schemaName] = nil }
            return contents
        }
    }

    /// Whether a name at the top of the document, as editors read it, is that of its schema.
    var namesSchema: Bool {
        guard format == .json, pointer.isEmpty else { return false }
        return value[pointer: [DocumentForm.schemaName]]?.kind == .string
    }
}

/// Reads the documents that the command line names; standard input and pipes, which can be read only once, are kept.
final class DocumentReader {
    private let messages: Messages
    private var streams: [String: [UInt8]] = [:]

    init(_ messages: Messages) {
        self.messages = messages
    }

    /// Returns all bytes of a pipe, or of standard input for `-`.
    func bytes(ofStreamAt path: String) throws -> [UInt8] {
        if let bytes = streams[path] { return bytes }
        let bytes =
            try path == "-"
            ? rethrowing(messages.environment.readInput(), as: CommandError.standardInput)
            : rethrowing(PlainFile.read(path), as: { .stream(path: path, $0) })
        streams[path] = bytes
        return bytes
    }

    /// Reads all bytes of the file at a path, or of standard input for `-`, as ``bytes(ofStreamAt:)`` does.
    ///
    /// - Parameter error: Returns the error of a file that cannot be read.
    func bytes(ofFileAt path: String, as error: (SystemError) -> CommandError) throws -> [UInt8] {
        try path == "-" ? bytes(ofStreamAt: path) : rethrowing(PlainFile.read(path), as: error)
    }

    /// Reads the document at a path, or on standard input for `-`.
    ///
    /// - Parameter readsStreams: Whether a pipe or a device is read to its end.
    func read(_ path: String, readsStreams: Bool = true) throws -> NamedDocument {
        if path == "-" { return try stream(at: path) }
        return try messages.during("reading", path) { try document(ofFileAt: path, readsStreams) }
    }

    private func document(
        ofFileAt path: String,
        _ readsStreams: Bool
    ) throws(PreferenceStoreError) -> NamedDocument {
        do throws(PreferenceStoreError) {
            let (value, format, bytes) = try PlainFile.readPropertyList(path, readsStreams: readsStreams)
            // OpenStep text is much like JSON with mistakes.
            if format == .openStep, path.hasSuffix(".json"), let error = bytes.errorOfJSON {
                throw .corrupt(path: path, error)
            }
            return NamedDocument(path: path, value: value, format: format, bytes: bytes)
        } catch {
            guard case .corrupt = error, let error = (try? PlainFile.readIfExists(path))?.errorOfJSON else {
                throw error
            }
            throw PreferenceStoreError.corrupt(path: path, error)
        }
    }

    /// Reads the document in a pipe, or on standard input for `-`.
    ///
    /// - Parameter keys: The keys of the root dictionary to read; nil for all keys.
    func stream(at path: String, keys: KeySelection? = nil) throws -> NamedDocument {
        let (value, format) = try parse(path) { try PropertyList.parse($0.span, keys: keys) }
        return NamedDocument(path: path, value: value, format: format, bytes: try bytes(ofStreamAt: path))
    }

    /// Returns the keys of the dictionary in a pipe or on standard input, in its order.
    func keys(ofStreamAt path: String) throws -> [String] {
        let keys = try parse(path) { try PropertyList.parseKeys($0.span)?.keys }
        return if let keys { keys } else { try stream(at: path).dictionary.keys }
    }

    private func parse<Value>(_ path: String, _ parse: ([UInt8]) throws -> Value) throws -> Value {
        let bytes = try bytes(ofStreamAt: path)
        do {
            return try messages.during("reading", path.documentName) { try parse(bytes) }
        } catch let error as PropertyListError {
            throw PreferenceStoreError.corrupt(path: path.documentName, bytes.errorOfJSON ?? error)
        }
    }
}

/// Runs a closure that reads files; the error of a malformed one quotes no text, which can be a part of a value.
func withoutQuoting<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch PreferenceStoreError.corrupt(let path, let error) where error.problem.quotesValues {
        let text = "\(path.documentName)\(error.position.suffix): \(MessagePart.hiddenProblem)"
        throw CommandError(.unreadableFile, Message(text))
    }
}

extension Options {
    /// Checks that at most one file, among those that a line reads and `--file`, is standard input.
    func checkStandardInput(_ read: [String]) throws {
        let paths = read + [selection.path].compactMap(\.self)
        guard paths.count(where: { $0 == "-" }) < 2 else { throw CommandError.standardInputTwice }
    }

    /// Checks that no option selects a suite, since the command line names files instead.
    ///
    /// - Parameter allowed: The options that have another meaning beside files.
    func checkNoSelection(but allowed: [String] = []) throws {
        if let option = selection.selectors.first(where: { !allowed.contains($0.name) }) {
            throw CommandError.selectorBesideFiles(option: option.spelling)
        }
    }
}

extension CommandError {
    fileprivate static func stream(path: String, _ error: SystemError) -> CommandError {
        CommandError(.unreadableFile, "cannot read \(path): \(error)")
    }

    static func standardInput(_ error: SystemError) -> CommandError {
        CommandError(.unreadableFile, "cannot read standard input: \(error)")
    }

    fileprivate static var standardInputTwice: CommandError {
        CommandError(usage: "standard input ('-') is given twice")
    }

    /// Returns the error of an option that selects a suite, although files are named.
    fileprivate static func selectorBesideFiles(option: String) -> CommandError {
        CommandError(usage: "option '\(option)' cannot be combined with files")
    }

    /// Returns each error with the position of its value in the document that a closure returns for the error's
    /// pointer.
    ///
    /// A document is read once, however many errors it has.
    func located(in document: ([String]) -> NamedDocument?) -> CommandError {
        var errors = reasons
        let refused = errors.enumerated().compactMap { index, error in
            error.refusedPointer.flatMap { pointer in
                document(pointer).flatMap {
                    $0.contains(pointer) ? (index: index, pointer: pointer, document: $0) : nil
                }
            }
        }
        for refused in Dictionary(grouping: refused, by: \.document.path).values {
            let document = refused[0].document
            for (error, position) in zip(refused, document.positions(of: refused.map(\.pointer))) {
                errors[error.index] = errors[error.index].located(at: position, inDocument: document.path)
            }
        }
        return CommandError(errors) ?? self
    }

    /// Returns the error with the position of the value at a pointer into a suite in its document.
    func located(at pointer: [String], in document: NamedDocument) -> CommandError {
        guard document.contains(pointer) else { return self }
        return located(at: document.positions(of: [pointer])[0], inDocument: document.path)
    }
}

extension [UInt8] {
    /// The error of malformed JSON, such as `{a: 1}`, whose beginning is that of OpenStep text; nil for any other text.
    ///
    /// A dictionary of OpenStep text that is not empty has `=` or `;`.
    var errorOfJSON: PropertyListError? {
        let signs = Set("=;".utf8)
        guard first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{"), !contains(where: signs.contains)
        else { return nil }
        do throws(PropertyListError) {
            _ = try PropertyList(parsing: span, as: .json)
            return nil
        } catch {
            return error
        }
    }
}
