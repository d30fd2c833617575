import Dispatch
import Foundation
import PreferenceKit

// The tasks that a test runs in this program, while other processes do the same.

/// A task that uses a suite's preferences.
///
/// A problem ends the program.
typealias Work = @Sendable (_ preferences: Preferences, _ arguments: [String]) throws -> Void

let works: [String: Work] = [
    "set": { preferences, arguments in
        guard arguments.count == 2, let value = Int(arguments[1]) else { exit(2) }
        try preferences.set(value, for: PreferenceKey<Int?>(validating: arguments[0]))
    },
    "remove": { preferences, arguments in
        for name in arguments {
            try preferences.remove(PreferenceKey<Int?>(validating: name))
        }
    },
    "increment": { preferences, arguments in
        try inThreads(arguments) { _, _ in preferences[.launchCount] += 1 }
    },
    // When system calls are counted, the pauses give the thread that watches the files time to follow each change.
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

/// Runs a closure in several threads, several times in each.
///
/// The arguments are the number of threads and the number of turns.
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
