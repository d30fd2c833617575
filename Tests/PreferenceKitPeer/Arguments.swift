import Dispatch
import Foundation
import PreferenceKit
import Synchronization

// Checks of the arguments and the environment of a process, which its test chooses.

extension PreferenceKeys {
    static let verbose = PreferenceKey<Bool>("verbose", default: false)
    static let numbers = PreferenceKey<[Int]>("numbers", default: [])
    static let names = PreferenceKey<[String]>("names", default: [])
    static let window = PreferenceKey<Window?>("window")
}

struct Window: Codable, Equatable {
    var title: String
    var width: Int
}

@MainActor
func launchArguments() throws {
    let defaults = UserDefaults.standard
    defaults.set(3, forKey: "LaunchCount")
    expect(defaults[.launchCount] == 5)
    expect(defaults[.username] == "7")
    expect(defaults[.verbose])
    expect(defaults[.ratio] == 2.5)
    expect(defaults[.opened] == Date(timeIntervalSinceReferenceDate: 0))
    expect(defaults[.numbers] == [1, 2])
    expect(defaults[.names] == ["1", "2"])
    expect(defaults[.window] == Window(title: "a", width: 80))
    expect(UserDefaults(suiteName: "group.y")?[.launchCount] == 5)
    expect(defaults[PreferenceKey<Int>("new", default: 0).formerly("former")] == 6)
    let rejected = PreferenceError.wrongType(
        key: "balance",
        expected: "Int",
        found: .string,
        path: "argument -balance"
    )
    let result = Result { () throws(PreferenceError) in try defaults.value(for: .balance) }
    expect(result == .failure(rejected))
    // Both read the arguments of a process in the same way.
    let preferences = Preferences(.inMemory(), overriding: .arguments)
    for key in [.launchCount, PreferenceKey<Int>("x", default: 0), PreferenceKey<Int>("y", default: 0)] {
        expect(preferences[key] == defaults[key])
    }
    expect(preferences[.numbers] == [1, 2])
    expect(preferences[.names] == ["1", "2"])
    expect(preferences.origin(of: .launchCount) == .argument("-LaunchCount"))
}

@MainActor
func standardOverrides() throws {
    Preferences.overrideStandard(by: .dictionary(["LaunchCount": 1]))
    Preferences.overrideStandard(by: .arguments, .environment(prefix: "PEER_"))
    expect(Preferences[.launchCount] == 5)
    expect(Preferences[.username] == "ada")
    expect(Preferences[PreferenceKey<Int>("LaunchCount", default: 0, suite: "group.x")] == 5)
    let end = DispatchGroup()
    let count = Mutex(0)
    DispatchQueue.global().async(group: end) {
        count.withLock { $0 = Preferences[.launchCount] }
    }
    end.wait()
    expect(count.withLock { $0 } == 5)
}
