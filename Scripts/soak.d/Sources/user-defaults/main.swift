// A program on UserDefaults, as apps are, that writes a suite while prefs does.
//
//     user-defaults write SUITE PREFIX SIZE PAUSE SECONDS     writes keys that begin with PREFIX, until it has run so long
//     user-defaults print FILE                                prints the entries of a property list: key, TAB, value
//
// SIZE is small or large, PAUSE the milliseconds between two writes. `write` prints "> KEY NUMBER" before each, and
// "< KEY NUMBER" once synchronize() has said that it is done.

import Foundation
import SoakValues

func report(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

func write(_ suite: String, prefix: String, isLarge: Bool, pause: Double, seconds: Double) {
    guard let defaults = UserDefaults(suiteName: suite) else { exit(1) }
    var numbers: [String: Int] = [:]
    let end = Date(timeIntervalSinceNow: seconds)
    var write = 0
    while Date() < end {
        // Every third write is one of the same key, all others of a new one.
        let key = prefix + (write % 3 == 0 ? (isLarge ? SoakValue.largeKeySuffix : "same") : "new\(write)")
        let number = numbers[key, default: 0] + 1
        numbers[key] = number
        report("> \(key) \(number)")
        defaults.set(SoakValue.text(of: key, number: number), forKey: key)
        if defaults.synchronize() {
            report("< \(key) \(number)")
        }
        Thread.sleep(forTimeInterval: pause / 1_000)
        write += 1
    }
}

func printEntries(ofFile path: String) throws {
    let document = try Data(contentsOf: URL(fileURLWithPath: path))
    let root = try unsafe PropertyListSerialization.propertyList(from: document, format: nil)
    guard let entries = root as? [String: Any] else { exit(1) }
    report(entries.map { "\($0.key)\t\($0.value)" }.joined(separator: "\n"))
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("write", 6):
    guard let pause = Double(arguments[5]), let seconds = Double(arguments[6]) else { exit(2) }
    write(arguments[2], prefix: arguments[3], isLarge: arguments[4] == "large", pause: pause, seconds: seconds)
case ("print", 2):
    try printEntries(ofFile: arguments[2])
default:
    exit(2)
}
