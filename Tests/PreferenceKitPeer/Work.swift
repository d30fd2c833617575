import Dispatch
import Foundation
import PreferenceKit

// What the program does to a suite when a test tells it to, beside others that do the same.

/// Does something with a suite's preferences; a problem ends the program.
typealias Work = @Sendable (_ preferences: Preferences, _ arguments: [String]) throws -> Void

let works: [String: Work] = [
    "set": { preferences, arguments in
        guard arguments.count == 2, let value = Int(arguments[1]) else { exit(2) }
        try preferences.set(value, for: PreferenceKey(validating: arguments[0], default: 0))
    },
    "remove": { preferences, arguments in
        for name in arguments {
            try preferences.remove(PreferenceKey<Int?>(validating: name))
        }
    },
    "increment": { preferences, arguments in
        try inThreads(arguments) { _, _ in preferences[.launchCount] += 1 }
    },
    // The pauses are for what follows a change in the thread that watches the files, when system calls are counted.
    "change": { preferences, arguments in
        guard arguments.count == 2, let turns = Int(arguments[1]) else { exit(2) }
        for turn in 0..<turns {
            switch arguments[0] {
            case "increment": preferences[.launchCount] += 1
            case "set": preferences[.launchCount] = turn
            default: try preferences.transaction { $0[.launchCount] += 1 }
            }
            Thread.sleep(forTimeInterval: 0.2)
        }
    },
    "append": { preferences, arguments in
        let process = ProcessInfo.processInfo.processIdentifier
        try inThreads(arguments) { thread, turn in
            preferences[.libraries].append("\(process) \(thread) \(turn)")
        }
    },
    "transfer": { preferences, arguments in
        try inThreads(arguments) { _, _ in
            do {
                try preferences.transaction { transaction in
                    transaction[.launchCount] += 1
                    transaction[.balance] -= 1
                }
            } catch {
                FileHandle.standardError.write(Data("\(error)\n".utf8))
                exit(3)
            }
        }
    },
]

/// Does something in so many threads at once so often, as the arguments say.
private func inThreads(_ arguments: [String], _ body: @escaping @Sendable (_ thread: Int, _ turn: Int) -> Void) throws {
    guard arguments.count == 2, let threads = Int(arguments[0]), let turns = Int(arguments[1]) else { exit(2) }
    let end = DispatchGroup()
    for thread in 0..<threads {
        DispatchQueue(label: "thread \(thread)").async(group: end) {
            for turn in 0..<turns {
                body(thread, turn)
            }
        }
    }
    end.wait()
}
