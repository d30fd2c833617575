import PropertyLists
import TestSupport
import Testing

@testable import PrefsCommands

@Suite("Completion of pointers")
struct PointerCompletionTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        try process.write([
            "win": ["frame": [1, ["w": 9, "a/b": true, "t~l": "x\ty"]], "title": "Ada", "": 1.5], "list": [[], "x"],
            "text": "x",
        ])
    }

    /// Returns the kind of the completion, and its candidates as `WORD: SUMMARY`.
    private func completion(_ words: [String]) -> (kind: String, candidates: [String]) {
        let fields = process.run(["__complete", "zsh"] + words).outputs.joined()
            .split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        let pairs = fields.dropFirst().dropLast()
        let candidates = stride(from: pairs.startIndex, to: pairs.endIndex, by: 2).map {
            "\(pairs[$0]): \(pairs[$0 + 1])"
        }
        return (fields.first ?? "", candidates)
    }

    @Test(
        "a pointer is completed by the parts of the container that it leads to",
        arguments: [
            (
                ["get", "win", "--at", ""], "stems",
                [
                    #"/frame: array [1,{"w":9,"a/b":true,"t~l":"x\\ty…"#, "/title: string Ada", "/: float 1.5",
                ]
            ),
            (
                ["get", "win", "--at", "/fra"], "stems",
                [
                    #"/frame: array [1,{"w":9,"a/b":true,"t~l":"x\\ty…"#, "/title: string Ada", "/: float 1.5",
                ]
            ),
            (
                ["set", "win", "--at", "/frame/"], "stems",
                ["/frame/0: integer 1", #"/frame/1: dictionary {"w":9,"a/b":true,"t~l":"x\\…"#]
            ),
            (
                ["reset", "win", "--at", "/frame/1/"], "words",
                ["/frame/1/w: integer 9", "/frame/1/a~1b: bool true", #"/frame/1/t~0l: string x\ty"#]
            ),
            (["type", "--at", "/"], "words", []), (["increment", "list", "--at", "/0/"], "words", []),
            (["get", "list", "--at=/"], "stems", ["--at=/0: array []", "--at=/1: string x"]),
            (["get", "win", "--at", "/title/"], "words", []), (["get", "win", "--at", "/nope/"], "words", []),
            (["get", "text", "--at", "/"], "words", []), (["get", "nope", "--at", "/"], "words", []),
            (["get", "win", "--at", "/a~2/"], "words", []), (["get", "win", "-s", "other", "--at", "/"], "words", []),
            (["get", "list", "text", "--at", "/"], "stems", ["/0: array []", "/1: string x"]),
        ] as [([String], String, [String])]
    )
    func parts(words: [String], kind: String, candidates: [String]) {
        let completion = completion(words)
        #expect(completion.candidates == candidates)
        #expect(completion.kind == kind)
    }

    @Test("the summary of a part is shortened, and a completed pointer leads to its value")
    func summaries() throws {
        try process.write(["k": ["long": .string(String(repeating: "wide ", count: 20)), "é\u{1B}": 1]])
        let candidates = completion(["get", "k", "--at", "/"]).candidates
        #expect(candidates.map { $0.split(separator: ":")[0] } == ["/long", "/é\u{1B}"])
        #expect(candidates.allSatisfy { $0.split(separator: ": ")[1].count <= 40 })
        #expect(candidates[0].hasSuffix("…"))
        #expect(process.run("get", "k", "--at", "/é\u{1B}") == .prints("1\n"))
    }
}
