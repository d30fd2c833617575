// Does the jobs of prefs with Foundation: with UserDefaults, and with PropertyListSerialization.
//
//     foundation-peer get SUITE KEY
//     foundation-peer set SUITE KEY VALUE
//     foundation-peer seed SUITE LINES        with lines KEY=VALUE
//     foundation-peer convert FILE OUTPUT     from XML to binary

import Foundation

func change(_ suite: String, _ body: (UserDefaults) throws -> Void) rethrows {
    guard let defaults = UserDefaults(suiteName: suite) else { exit(1) }
    try body(defaults)
    guard defaults.synchronize() else { exit(1) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("get", 3):
    guard let value = UserDefaults(suiteName: arguments[1])?.string(forKey: arguments[2]) else { exit(1) }
    print(value)
case ("set", 4):
    change(arguments[1]) { $0.set(arguments[3], forKey: arguments[2]) }
case ("seed", 3):
    let lines = try String(contentsOfFile: arguments[2], encoding: .utf8).split(separator: "\n")
    change(arguments[1]) { defaults in
        for line in lines {
            let words = line.split(separator: "=", maxSplits: 1)
            defaults.set(String(words[1]), forKey: String(words[0]))
        }
    }
case ("convert", 3):
    let document = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
    let root = try PropertyListSerialization.propertyList(from: document, format: nil)
    try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
        .write(to: URL(fileURLWithPath: arguments[2]), options: .atomic)
default:
    exit(2)
}
