import PreferenceStore

extension CommandEnvironment {
    /// The process that this code runs in.
    public static var process: CommandEnvironment {
        CommandEnvironment(
            hasRaisedPrivileges: CallingProcess.hasRaisedPrivileges,
            variable: CallingProcess.variable,
            readInput: { () throws(SystemError) in try StandardStream.input.readAll() },
            isInputTerminal: { StandardStream.input.isTerminal },
            writeOutput: { bytes throws(SystemError) in try StandardStream.output.write(bytes) },
            writeRecord: { bytes throws(SystemError) in try StandardStream.output.writeWhole(bytes) },
            watcher: { () throws(PreferenceStoreError) in try FileWatcher(whileRead: .output) },
            endUnread: StandardStream.endProcessForBrokenPipe,
            writeError: { try? StandardStream.error.write($0) },
            isOutputTerminal: { StandardStream.output.isTerminal },
            outputColumns: { StandardStream.output.columns },
            isErrorTerminal: { StandardStream.error.isTerminal },
            uptime: SystemClock.uptime
        )
    }
}
