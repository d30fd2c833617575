import PreferenceStore
import PropertyLists

/// The environment of the user who has a home directory, without the variables that lead elsewhere.
struct HomeEnvironment: CommandEnvironment {
    private let home: String
    private let base: any CommandEnvironment

    init(_ home: String, _ base: any CommandEnvironment) {
        self.home = home
        self.base = base
    }

    func variable(_ name: String) -> EnvironmentValue {
        switch name {
        case "HOME": .text(home)
        case "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME": .unset
        default: base.variable(name)
        }
    }

    var hasRaisedPrivileges: Bool { base.hasRaisedPrivileges }
    var isInputTerminal: Bool { base.isInputTerminal }
    var isOutputTerminal: Bool { base.isOutputTerminal }
    var outputColumns: Int? { base.outputColumns }
    var isErrorTerminal: Bool { base.isErrorTerminal }
    var uptime: Duration { base.uptime }
    var wallTime: Duration { base.wallTime }

    func readInput() throws(SystemError) -> [UInt8] { try base.readInput() }
    func writeOutput(_ bytes: [UInt8]) throws(SystemError) { try base.writeOutput(bytes) }
    func writeRecord(_ bytes: [UInt8]) throws(SystemError) { try base.writeRecord(bytes) }
    func writeError(_ bytes: [UInt8]) { base.writeError(bytes) }
    func watcher() throws(PreferenceStoreError) -> FileWatcher { try base.watcher() }
    func endForBrokenPipe() -> SystemError { base.endForBrokenPipe() }
}

extension VerbRun {
    /// Returns the directories that match a pattern, in byte order.
    ///
    /// The pattern is one of a POSIX shell: each part between slashes is a glob, and a period at the beginning of a name
    /// matches only itself.
    ///
    /// - Throws: A usage error for a pattern that does not begin with a slash; an error of exit code 4 if nothing
    ///   matches.
    func homes(matching pattern: String) throws -> [String] {
        guard pattern.hasPrefix("/") else { throw UsageError.relativeHomes(pattern) }
        var paths = [""]
        for part in pattern.split(separator: "/").map(String.init) {
            guard let glob = Glob(ifPattern: part) else {
                paths = paths.map { "\($0)/\(part)" }
                continue
            }
            // As in a shell, what cannot be listed does not match.
            paths = paths.flatMap { path in
                ((try? PlainFile.names(inDirectory: path.isEmpty ? "/" : path)) ?? [])
                    .filter { (!$0.hasPrefix(".") || part.hasPrefix(".")) && glob.matches($0) }
                    .map { "\(path)/\($0)" }
            }
        }
        let homes = paths.filter(PlainFile.isDirectory).sorted(byBytesOf: \.self)
        guard !homes.isEmpty else {
            throw CommandError(.unreadableFile, "no directory matches \(pattern.quoted)")
        }
        return homes
    }
}
