import Glibc
import PropertyLists
import TestSupport

/// Python's `plistlib`, which reads and writes binary property lists without a line in common with this package.
enum PythonPlistlib {
    /// The path of `python3`; nil where no folder of `PATH` has one.
    static let python: String? = {
        let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        return folders.split(separator: ":").map { "\($0)/python3" }.first { unsafe access($0, X_OK) == 0 }
    }()

    enum Input: String {
        case binary
        /// JSON of the typed style.
        case json
    }

    /// Each document as `plistlib` writes it in binary, once Python has read it.
    ///
    /// One process reads them all, and is killed when it takes more than a minute.
    static func rewritten(_ documents: [[UInt8]], as input: Input) throws -> [[UInt8]] {
        guard let python else { return [] }
        var environment: [String: String] = [:]
        for name in ["PATH", "HOME"] {
            environment[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
        }
        let outcome = try Subprocess(
            python,
            ["-c", script, input.rawValue],
            environment: environment,
            input: Array(documents.map { "\($0.base64)\n" }.joined().utf8),
            limit: 60
        ).run()
        guard outcome.ending == .exited(0) else { throw Failure(outcome: outcome) }
        return outcome.text.split(separator: "\n").compactMap { [UInt8](base64: String($0)) }
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
                if key == "$dict":
                    x = content
            return {key: value(content) for key, content in x.items()}

        for line in sys.stdin:
            document = base64.b64decode(line)
            if sys.argv[1] == "binary":
                tree = plistlib.loads(document)
            else:
                tree = value(json.loads(document))
            written = plistlib.dumps(tree, fmt=plistlib.FMT_BINARY, sort_keys=False)
            print(base64.b64encode(written).decode())
        """
}
