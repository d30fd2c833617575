import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs watch`: a line for each change of the file, until a signal or the end of the output.
    mutating func watch() throws(CommandError) -> ExitCode {
        guard arguments.argument(of: .file) != "-" else { throw .usage(.standardInputNotWatchable) }
        let selection = try selection()
        let globs = arguments.operands.map(Glob.init)
        var file = WatchedFile(selection.file)
        let watcher = try watcher(of: selection.file)
        // Watched before it is read, the file cannot change in between unnoticed.
        tell(file.read())
        report("watching \(selection.place)")
        var values = file.values(matching: globs)
        while try hasChanged(watcher) {
            tell(file.read())
            let newValues = file.values(matching: globs)
            for change in values.keyChanges(to: newValues) {
                try tell(change)
            }
            values = newValues
        }
        throw .standardOutput(environment.endUnread(), changeIsMade: false)
    }

    private func watcher(of file: SuiteFile) throws(CommandError) -> FileWatcher {
        do throws(PreferenceStoreError) {
            let watcher = try environment.watcher()
            try watcher.watch(file.path)
            return watcher
        } catch {
            throw .preferences(.store(error))
        }
    }

    /// Waits until the file may have changed; false when nobody reads the output any more.
    private func hasChanged(_ watcher: FileWatcher) throws(CommandError) -> Bool {
        do throws(PreferenceStoreError) {
            guard case .changed = try watcher.nextChanges() else { return false }
            return true
        } catch {
            throw .preferences(.store(error))
        }
    }

    private func tell(_ news: (problem: PreferenceStoreError?, warnings: [SuiteWarning])) {
        warn(news.warnings)
        if let problem = news.problem {
            complain(problem.message)
        }
    }

    /// Writes a change at once; one that the form cannot spell is told on standard error instead.
    private func tell(_ change: KeyChange) throws(CommandError) {
        let record: String
        do throws(CommandError) {
            record = try self.record(of: change)
        } catch {
            complain(error.message)
            return
        }
        try rethrowing(as: { CommandError.standardOutput($0, changeIsMade: false) }) { () throws(SystemError) in
            try environment.writeRecord(Array("\(record)\n".utf8))
        }
    }

    private func record(of change: KeyChange) throws(CommandError) -> String {
        if arguments.has(.asCommands) {
            return try command(making: change)
        }
        guard let style = jsonStyle else { return try line(of: change) }
        return try json(change.object, style, at: ValuePlace(change.key))
    }
}
