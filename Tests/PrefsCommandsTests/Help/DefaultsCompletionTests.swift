import PropertyLists
import TestSupport
import OtherTools
import Testing

@testable import PrefsCommands

@Suite("Completion after 'prefs defaults', and after nothing")
struct DefaultsCompletionTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        try process.write(["on": true, "size": 3], to: "com.example.app")
        try process.write(["theme": "dark"], to: ".GlobalPreferences")
        try process.write(["here": 1], to: "ByHost/com.example.app.")
    }

    /// Returns the candidates, after the kind of the completion.
    private func completion(_ words: [String]) -> [String] {
        let fields = process.run(["__complete", "zsh"] + words).outputs.joined()
            .split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        return [fields[0]] + stride(from: 1, to: fields.count - 1, by: 2).map { fields[$0] }
    }

    @Test(
        "domains, keys, types and files are completed as the line means them",
        arguments: [
            (["read", ""], ["words", ".GlobalPreferences", "com.example.app"]),
            (["read", "-"], ["words", "-g"]),
            (["read", "com.example.app", ""], ["words", "on", "size"]),
            (["-currentHost", "read", "com.example.app", ""], ["words", "here"]),
            (["delete", "-g", "t"], ["words", "theme"]),
            (["write", "com.example.app", "on", "-bool", ""], ["words", "true", "false"]),
            (["write", "com.example.app", "on", ""], ["words"]),
            (["import", "com.example.app", ""], ["files"]),
            (["find", ""], ["words"]),
            (["-"], ["words", "-currentHost"]),
            (["-currentHost", "-"], ["words"]),
        ] as [([String], [String])]
    )
    func line(words: [String], candidates: [String]) {
        #expect(completion(["defaults"] + words) == candidates)
    }

    @Test("every offered verb is one of defaults(1), and so is every type")
    func offered() throws {
        for verb in completion(["defaults", ""]).dropFirst() {
            let line = [verb] + (["domains", "help"].contains(verb) ? [] : verb == "find" ? ["x"] : ["d", "a", "b"])
            #expect(throws: Never.self, "\(verb)") {
                _ = try DefaultsLine(["import", "export", "delete"].contains(verb) ? Array(line.prefix(3)) : line)
            }
        }
        for type in completion(["defaults", "write", "d", "k", "-"]).dropFirst() {
            #expect(DefaultsContainer(rawValue: type) != nil || PropertyListKind(defaultsWord: type) != nil, "\(type)")
        }
    }

    @Test("an alias is offered after a letter, and nothing where only help is left")
    func nothing() {
        #expect(!completion([""]).contains("unset") && completion(["u"]).contains("unset"))
        #expect(completion(["man", ""]) == ["words"])
        #expect(completion(["man", "-"]).contains("--help"))
    }
}
