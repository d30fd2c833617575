import TestSupport

@testable import PropertyLists

/// Foundation's `PropertyListSerialization`, in a process of its own.
enum FoundationPropertyLists {
    /// What Foundation makes of a document.
    struct Answer {
        /// The value that it reads, as `PropertyList.canonicalText` spells it; nil where it throws, or crashes.
        var text: String?
        /// That value as it writes it.
        var xml: [UInt8]?
        var binary: [UInt8]?
        /// Whether its process died of the document.
        var isCrash = false
    }

    /// What Foundation makes of each document.
    ///
    /// One process reads them all; where it dies, another goes on. It is killed when it takes more than two minutes.
    static func answers(to documents: [[UInt8]]) throws -> [Answer] {
        let program = try build.get()
        var answers: [Answer] = []
        while answers.count < documents.count {
            let outcome = try Subprocess(
                program.path,
                environment: ["HOME": "/", "SWIFT_BACKTRACE": "enable=no"],
                input: Array(documents[answers.count...].map { "\($0.base64)\n" }.joined().utf8)
            ).run()
            answers += outcome.text.split(separator: "\n").map(answer)
            switch outcome.ending {
            case .exited(0) where answers.count == documents.count: break
            case .signalled: answers.append(Answer(isCrash: true))
            case .exited: throw Failure(outcome: outcome)
            }
        }
        return answers
    }

    struct Failure: Error {
        let outcome: SubprocessOutcome
    }

    private static func answer(_ line: Substring) -> Answer {
        let fields = line.split(separator: "\t").map(String.init)
        guard fields.count == 3 else { return Answer() }
        return Answer(text: fields[0], xml: [UInt8](base64: fields[1]), binary: [UInt8](base64: fields[2]))
    }

    private static let build = Result {
        try FoundationProgram(building: "PropertyListsTests/Peers/PropertyListPeer.swift")
    }
}
