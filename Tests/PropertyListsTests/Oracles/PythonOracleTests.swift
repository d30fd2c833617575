import Glibc
import TestSupport
import Testing

@testable import PropertyLists

@Suite(
    "Comparison with Python's plistlib",
    .mayWait,
    .enabled(if: PythonPlistlib.python != nil, "needs python3 in PATH")
)
struct PythonOracleTests {
    @Test("plistlib reads the same values from our binary documents, and this package reads them from its copies")
    func binary() throws {
        let values = randomValues(count: 400)
        let documents = try values.map { value in try BinaryWriter.document(value) }
        let rewritten = try PythonPlistlib.rewritten(documents, as: .binary)
        try expectSame(rewritten, values)
    }

    @Test("Python's json and plistlib read the same values from our typed JSON")
    func json() throws {
        let values = randomValues(count: 400)
        let texts = try values.map { value in Array(try value.json(.typed).utf8) }
        let rewritten = try PythonPlistlib.rewritten(texts, as: .json)
        try expectSame(rewritten, values)
    }

    private func randomValues(count: Int) -> [PropertyList] {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList(isPortable: true)
        return (0..<count).map { _ in .dictionary(random.dictionary(using: &generator)) }
    }

    private func expectSame(_ documents: [[UInt8]?], _ values: [PropertyList]) throws {
        try #require(documents.count == values.count)
        for (document, value) in zip(documents, values) {
            #expect(try PropertyList(binary: #require(document)) == value)
        }
    }
}

/// Python's `plistlib`, which reads and writes binary and XML property lists.
///
/// It shares no code with this package.
enum PythonPlistlib {
    /// The path of `python3`, or nil if no directory in `PATH` contains it.
    static let python: String? = {
        let directories = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        return directories.split(separator: ":").map { "\($0)/python3" }.first { unsafe access($0, X_OK) == 0 }
    }()

    enum Input: String {
        case binary
        case xml
        /// JSON in the typed style.
        case json
    }

    /// Returns each document as `plistlib` writes it after reading, or nil if Python refuses it.
    ///
    /// One process reads all documents. It is killed if it takes more than a minute.
    static func rewritten(
        _ documents: [[UInt8]],
        as input: Input,
        writing output: PropertyListFormat = .binary
    ) throws -> [[UInt8]?] {
        try run([script, input.rawValue, output.rawValue], on: documents)
    }

    /// Returns UTF-8 texts in another encoding, given by its Python name.
    static func encoded(_ texts: [String], as codec: String) throws -> [[UInt8]?] {
        let script = """
            import base64, sys
            for line in sys.stdin:
                print(base64.b64encode(base64.b64decode(line).decode().encode(sys.argv[1])).decode())
            """
        return try run([script, codec], on: texts.map { Array($0.utf8) })
    }

    /// Returns whether Expat, a strict XML parser, accepts each document.
    static func areWellFormed(_ documents: [[UInt8]]) throws -> [Bool] {
        let script = """
            import base64, sys, xml.parsers.expat
            for line in sys.stdin:
                try:
                    xml.parsers.expat.ParserCreate().Parse(base64.b64decode(line), True)
                    print("AA==")
                except xml.parsers.expat.ExpatError:
                    print("!")
            """
        return try run([script], on: documents).map { $0 != nil }
    }

    private static func run(_ arguments: [String], on documents: [[UInt8]]) throws -> [[UInt8]?] {
        guard let python else { return [] }
        var environment: [String: String] = [:]
        for name in ["PATH", "HOME"] {
            environment[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
        }
        let outcome = try Subprocess(
            python,
            ["-c"] + arguments,
            environment: environment,
            input: Array(documents.map { "\($0.base64)\n" }.joined().utf8),
            limit: 60
        ).run()
        guard outcome.ending == .exited(0) else { throw Failure(outcome: outcome) }
        return outcome.text.split(separator: "\n").map { [UInt8](base64: String($0)) }
    }

    struct Failure: Error {
        let outcome: SubprocessOutcome
    }

    private static let script = """
        import base64, datetime, json, plistlib, sys

        def value(x):
            if isinstance(x, list):
                return [value(element) for element in x]
            if not isinstance(x, dict):
                return x
            if len(x) == 1:
                (key, content), = x.items()
                if key == "$date":
                    return datetime.datetime.fromisoformat(content.removesuffix("Z"))
                if key == "$data":
                    return base64.b64decode(content, validate=True)
                if key == "$uid":
                    return plistlib.UID(content)
                if key == "$integer":
                    return int(content)
                if key == "$dict":
                    x = content
            return {key: value(content) for key, content in x.items()}

        output = plistlib.FMT_XML if sys.argv[2] == "xml" else plistlib.FMT_BINARY
        for line in sys.stdin:
            document = base64.b64decode(line)
            try:
                if sys.argv[1] == "json":
                    tree = value(json.loads(document))
                else:
                    tree = plistlib.loads(document, fmt=plistlib.FMT_XML if sys.argv[1] == "xml" else None)
                written = plistlib.dumps(tree, fmt=output, sort_keys=False)
                print(base64.b64encode(written).decode())
            except Exception:
                print("!")
        """
}
