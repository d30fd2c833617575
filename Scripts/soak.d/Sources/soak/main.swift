// Writes, reads and kills prefs on the suites of a folder of its own, and proves that nothing acknowledged is missing.
//
//     soak SECONDS SEED WRITERS ROUNDS INCREMENTS KILLS SETS AROUND PERIODS SIZES PHASE...
//
// Scripts/soak says what they mean. Without arguments, it prints the phases. PREFS_BINARY names the prefs to test.

import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard !arguments.isEmpty else {
    print(Phase.allCases.map(\.rawValue).joined(separator: "\n"))
    exit(0)
}
guard let options = SoakOptions(arguments) else { exit(2) }
let programs = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
let soak = try Soak(options, programs: programs.path)
// The folder stays, for what went wrong to be looked at: the process ends without letting it go.
exit(soak.run() ? 0 : 1)
