import Glibc

/// A text that a person edits with a program of their choice: a private file for as long as this lives.
///
/// The signals that end a process wait meanwhile, so that the file is removed before they do. A call that waits returns
/// when one has come: the caller is to end then.
package struct EditedFile: ~Copyable {
    /// Where the file is, absolute.
    package let path: String
    private let folder: PrivateFolder
    private let signals: EndingSignals
    private var isKept = false

    /// What comes on standard input.
    package enum Answer: Hashable {
        /// A line, without its end.
        case line(String)
        /// Nothing any more.
        case end
        /// A signal came first.
        case interrupted
    }

    /// Makes the file, for its owner alone, in a new folder that nobody else can enter, where the program may put files
    /// of its own beside it.
    ///
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - bytes: the text.
    ///   - parent: the folder of temporary files, absolute.
    /// - Throws: `system`; nothing is left then.
    package init(named name: String, holding bytes: [UInt8], in parent: String) throws(PreferenceStoreError) {
        let signals = try throwing(.create, parent) { () throws(SystemError) in try EndingSignals.hold() }
        let folder: PrivateFolder
        do throws(SystemError) {
            folder = try PrivateFolder.make("prefs-edit", in: parent)
        } catch {
            signals.release()
            throw .system(.create, path: parent, error)
        }
        do throws(SystemError) {
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            let file = try folder.descriptor.open(name, flags, mode: FileAccess.owner.filePermissions)
            try file.write(bytes.span)
            try file.close()
        } catch {
            folder.remove()
            signals.release()
            throw .system(.create, path: parent, error)
        }
        path = "\(folder.path)/\(name)"
        self.folder = folder
        self.signals = signals
    }

    deinit {
        if !isKept {
            folder.remove()
        }
        signals.release()
    }

    /// Leaves the file where it is when this ends.
    package mutating func keep() {
        isKept = true
    }

    /// What the file holds now.
    package func read() throws(SystemError) -> [UInt8] {
        try PlainFile.read(path)
    }

    /// Has a program edit the file, and waits for its end.
    ///
    /// As with git(1), what Ctrl-C and Ctrl-\ send meanwhile is for that program. A signal that ends this process is
    /// passed on to it.
    ///
    /// - Parameter command: a command of sh(1), which gets the path as its argument.
    /// - Returns: how the program has ended; nil where a signal came.
    package func edit(with command: String) throws(SystemError) -> ProgramEnd? {
        let terminalSignals = TerminalSignals.ignore()
        defer { terminalSignals.restore() }
        // `prefs` ignores SIGXFSZ, which is no matter of the program's.
        let heeded = terminalSignals.heeded + [SIGXFSZ]
        return try ChildProcess.run(command, path, holding: signals.previous, heeding: heeded).wait(or: signals)
    }

    /// What a person answers on standard input.
    package func answer() throws(SystemError) -> Answer {
        guard try signals.waitForInput(of: StandardStream.input.rawValue) else { return .interrupted }
        return try StandardStream.input.readLine().map { .line(String(decoding: $0, as: UTF8.self)) } ?? .end
    }
}
