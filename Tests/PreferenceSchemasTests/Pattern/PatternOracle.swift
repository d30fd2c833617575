import Foundation
import TestSupport

/// A program that matches regular expressions, and shares no code with this package.
enum PatternOracle: String {
    /// Node.js, whose expressions with the `u` flag follow ECMA-262.
    case javaScript = "node"
    /// Python's `re`, which gives the simpler parts of the grammar the same meaning.
    case python = "python3"

    var isInstalled: Bool { InstalledProgram.areInstalled(rawValue) }

    /// The answer to a pattern and its texts.
    enum Answer: Equatable {
        /// Whether the pattern matches each text.
        case matches([Bool])
        case syntaxError
        /// A backtracking matcher can need hours for a short pattern with nested repetitions.
        case tooSlow
    }

    /// Returns the answers to patterns with their texts, all by one process.
    func answers(to cases: [(pattern: String, texts: [String])]) throws -> [Answer] {
        let questions: [[Any]] = cases.map { [$0.pattern, $0.texts] }
        let outcome = try Subprocess(
            InstalledProgram.path(of: rawValue) ?? rawValue,
            [self == .python ? "-c" : "-e", script],
            environment: [:],
            input: Array(JSONSerialization.data(withJSONObject: questions))
        ).run()
        guard outcome.ending == .exited(0) else { throw Failure(outcome: outcome) }
        return outcome.text.split(separator: "\n").map { line in
            switch line {
            case "!": .syntaxError
            case "?": .tooSlow
            default: .matches(line.dropFirst().map { $0 == "1" })
            }
        }
    }

    struct Failure: Error {
        let outcome: SubprocessOutcome
    }

    private var script: String {
        switch self {
        case .javaScript:
            // Node.js 20 also begins a match inside a surrogate pair. ECMA-262 (RegExpBuiltinExec) advances from one
            // code point to the next, so the script tries each position separately.
            """
            const vm = require("vm")
            function isMatch(expression, text) {
                for (let index = 0; index <= text.length; index += text.codePointAt(index) > 0xFFFF ? 2 : 1) {
                    expression.lastIndex = index
                    if (expression.test(text)) return true
                }
                return false
            }
            for (const [pattern, texts] of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
                let expression
                try {
                    expression = new RegExp(pattern, "uy")
                } catch {
                    console.log("!")
                    continue
                }
                const context = { isMatch, expression, texts }
                try {
                    const script = "texts.map(text => isMatch(expression, text) ? '1' : '0').join('')"
                    console.log("=" + vm.runInNewContext(script, context, { timeout: 5000 }))
                } catch {
                    console.log("?")
                }
            }
            """
        case .python:
            """
            import json, re, signal, sys
            def stop(number, frame):
                raise TimeoutError
            signal.signal(signal.SIGVTALRM, stop)
            for pattern, texts in json.load(sys.stdin.buffer):
                try:
                    expression = re.compile(pattern, re.ASCII)
                except re.error:
                    print("!")
                    continue
                signal.setitimer(signal.ITIMER_VIRTUAL, 5)
                try:
                    print("=" + "".join("1" if expression.search(text) else "0" for text in texts))
                except TimeoutError:
                    print("?")
            """
        }
    }
}
