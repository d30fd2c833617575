// A program that uses PreferenceKit. A process has one configuration directory, which Foundation looks up when the
// process starts. Tests therefore run this program with a directory of their own.
//
//     BEHAVIOUR [ARGUMENT...]           runs one of the checks below, prints failures, and exits with 1 if there are
//     any set SUITE KEY INTEGER             sets a key remove SUITE KEY...               removes keys increment SUITE
//     THREADS TURNS     adds 1 to a key, TURNS times in each of THREADS threads change SUITE KIND TURNS           makes
//     TURNS changes, 200 ms apart: increment, set or transaction append SUITE THREADS TURNS        appends different
//     strings to a key, TURNS times in each of THREADS threads schema ARGUMENT...                writes the schema of
//     keys, some with unordered defaults transfer SUITE THREADS TURNS      adds 1 to one key and subtracts 1 from
//     another, in transactions

import Foundation
import PreferenceKit

let behaviours: [String: () throws -> Void] = [
    "access": access,
    "suite": suite,
    "strictness": strictness,
    "numbers": numbers,
    "kinds": kinds,
    "kindsFromFile": kindsFromFile,
    "foundationValues": foundationValues,
    "register": register,
    "rename": rename,
    "unwritable": unwritable,
    "arguments": launchArguments,
    "overrides": standardOverrides,
]

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "schema" {
    PreferenceSchema.main(
        keys: [.launchCount, .username, .libraries, .anything, .opened, .page, .letters, .sizes, .places],
        arguments: Array(arguments.dropFirst())
    )
}
do {
    if let work = arguments.first.flatMap({ works[$0] }), arguments.count > 2 {
        // On a busy machine, dozens of threads can wait for each other for a long time.
        Preferences.lockTimeout = .seconds(400)
        // A failed write ends the program, because the subscript does not throw.
        Preferences.onProblem = { problem in
            FileHandle.standardError.write(Data("\(problem)\n".utf8))
            exit(3)
        }
        try work(Preferences(suite: try SuiteName(arguments[1])), Array(arguments.dropFirst(2)))
    } else if let behaviour = arguments.first.flatMap({ behaviours[$0] }) {
        try behaviour()
    } else {
        exit(2)
    }
} catch {
    fail("\(error)")
}
exit(hasFailed ? 1 : 0)
