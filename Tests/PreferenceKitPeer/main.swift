// A program on PreferenceKit, since a process has one configuration folder, which Foundation looks up as it starts.
//
//     BEHAVIOUR     checks one of those below; says which expectations do not hold, and exits with 1

import Foundation

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

guard CommandLine.arguments.count == 2, let behaviour = behaviours[CommandLine.arguments[1]] else { exit(2) }
do {
    try behaviour()
} catch {
    fail("\(error)")
}
exit(hasFailed ? 1 : 0)
