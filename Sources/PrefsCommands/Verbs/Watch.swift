import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs watch`: a line for each change of what the files say, until a signal or the end of the output.
    mutating func watch() throws(CommandError) -> ExitCode {
        guard arguments.argument(of: .file) != "-" else { throw .usage(.standardInputNotWatchable) }
        let selection = try selection()
        let globs = arguments.operands.map(Glob.init)
        var files = WatchedFiles(selection.searchList)
        let watcher = try watcher(of: selection)
        // Watched before they are read, the files cannot change in between unnoticed.
        tell(files.read(selection.searchList.map(\.path)))
        report("watching \(selection.place)")
        var values = files.values(matching: globs)
        while let paths = try nextChanges(of: watcher) {
            tell(files.read(paths))
            let newValues = files.values(matching: globs)
            for change in KeyChange.changes(from: values, to: newValues) {
                try tell(change)
            }
            values = newValues
        }
        throw .standardOutput(environment.endUnread(), changeIsMade: false)
    }

    private func watcher(of selection: Selection) throws(CommandError) -> FileWatcher {
        do throws(PreferenceStoreError) {
            let watcher = try environment.watcher()
            for file in selection.searchList {
                try watcher.watch(file.path)
            }
            return watcher
        } catch {
            throw .preferences(.store(error))
        }
    }

    /// The paths of files that may have changed; nil when nobody reads the output any more.
    private func nextChanges(of watcher: FileWatcher) throws(CommandError) -> [String]? {
        do throws(PreferenceStoreError) {
            guard case .changed(let paths) = try watcher.nextChanges() else { return nil }
            return paths
        } catch {
            throw .preferences(.store(error))
        }
    }

    private func tell(_ news: (problems: [PreferenceStoreError], warnings: [SuiteWarning])) {
        warn(news.warnings)
        for problem in news.problems {
            environment.complain(problem.message)
        }
    }

    /// Writes a change at once; one that the form cannot spell is told on standard error instead.
    private func tell(_ change: KeyChange) throws(CommandError) {
        let record: String
        do throws(CommandError) {
            record = try self.record(of: change)
        } catch {
            environment.complain(error.message)
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
        var object = PropertyListDictionary()
        object["key"] = .string(change.key)
        object["old"] = change.old
        object["new"] = change.new
        return try json(.dictionary(object), style, at: ValuePlace(change.key))
    }
}
