import Foundation
import TestSupport

/// Python's `jsonschema`, a validator for draft 2020-12 that shares no code with this package.
enum PythonJSONSchema {
    /// The formats that it can check, or nil if Python or the package is not installed.
    static let formats: [String]? = {
        let script = """
            # With the module that versions from 4.18 need: earlier ones are wrong about unevaluatedProperties.
            import referencing
            from jsonschema import Draft202012Validator
            print(*Draft202012Validator.FORMAT_CHECKER.checkers)
            """
        guard let outcome = try? run(script), outcome.ending == .exited(0) else { return nil }
        return outcome.text.split(separator: "\n").last?.split(separator: " ").map(String.init)
    }()

    static var exists: Bool { formats != nil }

    /// Returns the verdicts of the validator on suites.
    ///
    /// - Parameter cases: JSON objects on one line each, with a `suite` and the `schemas` to check it against.
    /// - Returns: for each case and schema, whether the suite satisfies it, or nil if the schema is invalid.
    static func verdicts(on cases: [String]) throws -> [[Bool?]] {
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator as Validator

            # Most of the time goes into checking the schemas, which several suites share.
            validators = {}

            def validator(schema):
                text = json.dumps(schema)
                if text not in validators:
                    try:
                        Validator.check_schema(schema)
                        validators[text] = Validator(schema, format_checker=Validator.FORMAT_CHECKER)
                    except Exception:
                        validators[text] = None
                return validators[text]

            def verdict(schema, suite):
                found = validator(schema)
                return None if found is None else found.is_valid(suite)

            for line in sys.stdin:
                case = json.loads(line)
                verdicts = [verdict(schema, case["suite"]) for schema in case["schemas"]]
                print(*[{True: "+", False: "-", None: "?"}[verdict] for verdict in verdicts], sep="")
            """
        let outcome = try run(script, input: cases.map { $0 + "\n" }.joined())
        guard outcome.ending == .exited(0) else { throw Failure(outcome: outcome) }
        return outcome.text.split(separator: "\n").map { line in
            line.map { $0 == "?" ? nil : $0 == "+" }
        }
    }

    private static func run(_ script: String, input: String = "") throws -> SubprocessOutcome {
        try Subprocess(
            "/usr/bin/env",
            ["python3", "-W", "ignore", "-c", script],
            environment: ProcessInfo.processInfo.environment.merging(["PYTHONUTF8": "1"]) { $1 },
            input: Array(input.utf8)
        ).run()
    }

    struct Failure: Error {
        let outcome: SubprocessOutcome
    }
}
