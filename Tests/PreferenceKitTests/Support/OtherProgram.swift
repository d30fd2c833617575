import TestSupport
import Testing

/// A program of another process that changes the suite `app` of a folder.
enum OtherProgram: String, CaseIterable, CustomTestStringConvertible {
    case peer = "a program on PreferenceKit"
    case command = "prefs"
    case userDefaults = "a program on UserDefaults"

    var testDescription: String { rawValue }

    /// Sets an integer.
    func set(_ key: String, to value: Int, in folder: TemporaryFolder) throws -> SubprocessOutcome {
        switch self {
        case .peer:
            try Peer.subprocess(["set", "app", key, "\(value)"], in: folder).run()
        case .command:
            try command(["set", "--suite", "app", key, "\(value)"], in: folder)
        case .userDefaults:
            try userDefaults(["set", "app", "int", key, "\(value)"], in: folder)
        }
    }

    /// Removes a key.
    func remove(_ key: String, in folder: TemporaryFolder) throws -> SubprocessOutcome {
        switch self {
        case .peer: try Peer.subprocess(["remove", "app", key], in: folder).run()
        case .command: try command(["reset", "--suite", "app", key], in: folder)
        case .userDefaults: try userDefaults(["remove", "app", key], in: folder)
        }
    }

    private func command(_ arguments: [String], in folder: TemporaryFolder) throws -> SubprocessOutcome {
        var command = try PrefsCommand()
        command.environment["XDG_CONFIG_HOME"] = folder.path
        return try command.run(arguments)
    }

    private func userDefaults(_ arguments: [String], in folder: TemporaryFolder) throws -> SubprocessOutcome {
        let environment = ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        return try RealUserDefaults().subprocess(arguments, environment: environment).run()
    }
}
