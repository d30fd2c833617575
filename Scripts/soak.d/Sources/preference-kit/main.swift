// A program on PreferenceKit, as apps are, that observes a key and writes nothing of its own.
//
//     preference-kit SUITE KEY     prints "ready" when it observes the key, and runs until it is killed

import Dispatch
import Foundation
import PreferenceKit

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2 else { exit(2) }
let preferences = Preferences(suite: try SuiteName(arguments[1]))
let observation = preferences.observe(try PreferenceKey<String?>(validating: arguments[2])) { _, _ in }
FileHandle.standardOutput.write(Data("ready\n".utf8))
dispatchMain()
