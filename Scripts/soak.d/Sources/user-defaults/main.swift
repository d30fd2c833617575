// A program on UserDefaults, as apps are, that writes a suite while prefs does.
//
//     user-defaults write SUITE PREFIX SIZE PAUSE SECONDS     writes keys that begin with PREFIX, until it has run so long
//     user-defaults print FILE                                prints the entries of a property list: key, TAB, value
//
// SIZE is small, large or few, PAUSE the milliseconds between two writes. `write` prints "> KEY NUMBER" before each, and
// "< KEY NUMBER" once synchronize() has said that it is done. SIGTERM ends it before its next write.

import Foundation
import SoakValues

func report(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// The part of a key's name that follows the prefix.
func keySuffix(ofWrite write: Int, size: String) -> String {
    switch size {
    case "few": "few\(write % 10)"
    // Every third write is one of the same key, all others of a new one.
    case "large" where write % 3 == 0: SoakValue.largeKeySuffix
    case _ where write % 3 == 0: "same"
    default: "new\(write)"
    }
}

func write(_ suite: String, prefix: String, size: String, pause: Int, seconds: Double) {
    guard let defaults = UserDefaults(suiteName: suite) else { exit(1) }
    signal(SIGTERM, SIG_IGN)
    let isTold = DispatchSemaphore(value: 0)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler { isTold.signal() }
    source.resume()
    var numbers: [String: Int] = [:]
    let end = Date(timeIntervalSinceNow: seconds)
    var write = 0
    while Date() < end {
        let key = prefix + keySuffix(ofWrite: write, size: size)
        let number = numbers[key, default: 0] + 1
        numbers[key] = number
        // What it knows of the suite is read here; a write that follows reads anew what it will write.
        _ = defaults.object(forKey: key)
        report("> \(key) \(number)")
        defaults.set(SoakValue.text(of: key, number: number), forKey: key)
        if defaults.synchronize() {
            report("< \(key) \(number)")
        }
        write += 1
        guard isTold.wait(timeout: .now() + .milliseconds(pause)) == .timedOut else { break }
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
    guard let pause = Int(arguments[5]), let seconds = Double(arguments[6]) else { exit(2) }
    write(arguments[2], prefix: arguments[3], size: arguments[4], pause: pause, seconds: seconds)
case ("print", 2):
    try printEntries(ofFile: arguments[2])
default:
    exit(2)
}
