// A program on PreferenceKit, since a process has one configuration directory, which Foundation looks up as it starts.
//
//     BEHAVIOUR                         checks one of those below; says which expectations do not hold, and exits with 1
//     set SUITE KEY INTEGER             sets a key
//     remove SUITE KEY...               removes keys
//     increment SUITE THREADS TURNS     adds 1 to a key so often in each of so many threads
//     change SUITE KIND TURNS           makes so many changes, 200 ms apart: increment, set or transaction
//     append SUITE THREADS TURNS        appends as many different strings to a key
//     schema ARGUMENT...                writes the schema of keys whose defaults have no order
//     transfer SUITE THREADS TURNS      adds 1 to one key and takes 1 from another, in transactions

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
        // On a busy machine, dozens that wait for each other take their time.
        Preferences.lockTimeout = .seconds(400)
        // A write that fails is a failure of the program, though the subscript goes on.
        Preferences.onProblem = { problem in
            FileHandle.standardError.write(Data("\(problem)\n".utf8))
            exit(3)
        }
        try work(Preferences(suite: try SuiteName(arguments[1])), Array(arguments.dropFirst(2)))
    } else if arguments.count == 1, let behaviour = behaviours[arguments[0]] {
        try behaviour()
    } else {
        exit(2)
    }
} catch {
    fail("\(error)")
}
exit(hasFailed ? 1 : 0)
