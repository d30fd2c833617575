import TestSupport
import Testing

/// A program in another process that changes the suite `app` of a directory.
enum OtherProgram: String, CaseIterable, CustomTestStringConvertible {
    case peer = "a program on PreferenceKit"
    case command = "prefs"
    case userDefaults = "a program on UserDefaults"

    var testDescription: String { rawValue }

    func set(_ key: String, to value: Int, in directory: TemporaryDirectory) throws -> SubprocessOutcome {
        switch self {
        case .peer:
            try Peer.subprocess(["set", "app", key, "\(value)"], in: directory).run()
        case .command:
            try command(["set", "--suite", "app", key, "\(value)"], in: directory)
        case .userDefaults:
            try userDefaults(["set", "app", "int", key, "\(value)"], in: directory)
        }
    }

    func remove(_ key: String, in directory: TemporaryDirectory) throws -> SubprocessOutcome {
        switch self {
        case .peer: try Peer.subprocess(["remove", "app", key], in: directory).run()
        case .command: try command(["reset", "--suite", "app", key], in: directory)
        case .userDefaults: try userDefaults(["remove", "app", key], in: directory)
        }
    }

    private func command(_ arguments: [String], in directory: TemporaryDirectory) throws -> SubprocessOutcome {
        var command = try PrefsCommand()
        command.environment["XDG_CONFIG_HOME"] = directory.path
        return try command.run(arguments)
    }

    private func userDefaults(_ arguments: [String], in directory: TemporaryDirectory) throws -> SubprocessOutcome {
        let environment = ["HOME": directory.path, "XDG_CONFIG_HOME": directory.path]
        return try RealUserDefaults().subprocess(arguments, environment: environment).run()
    }
}
