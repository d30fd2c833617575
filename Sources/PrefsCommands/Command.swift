import CommandErrors
import CommandGrammar
import PreferenceStore
import PropertyLists

/// The `prefs` command.
public enum Command {
    /// Runs the command line of this process.
    ///
    /// - Returns: The exit code, as ``run(_:in:)``.
    public static func run() -> Int32 {
        StandardStream.occupyClosedDescriptors()
        CallingProcess.ignoreFileSizeSignal()
        // A symbolic link can have the name of the other tool.
        var words: [String] =
            CallingProcess.argument(at: 0)?.lastPathComponent == Verb.defaults.name ? [Verb.defaults.name] : []
        for position in 1..<max(CallingProcess.argumentCount, 1) {
            guard let word = CallingProcess.argument(at: position) else {
                let place = SourcePosition.ofInvalidUTF8(in: CallingProcess.bytes(ofArgumentAt: position).span)
                let error = CommandError.argumentNotUTF8(position: position, at: place)
                return report(error, in: words, on: Printer(Options(), in: ProcessEnvironment()))
            }
            words.append(word)
        }
        return run(words, in: ProcessEnvironment())
    }

    /// Runs a command line.
    ///
    /// Data is written to standard output in one piece after it is complete. Messages are written to standard error.
    ///
    /// - Parameters:
    ///   - words: The arguments, without the program's name.
    ///   - environment: The process, or a substitute for it.
    /// - Returns: The exit code: from 0 to 7; in the mode of defaults(1) 0, 1 or 255.
    static func run(_ words: [String], in environment: any CommandEnvironment) -> Int32 {
        if words.first == CompletionRequest.word {
            return answer(CompletionRequest(words.dropFirst()), in: environment)
        }
        let words = CommandTable.prefs.updated(words)
        var printer = Printer(Options(), in: environment)
        defer { printer.messages.progressLine.erase() }
        do {
            let arguments = try rethrowing(
                CommandTable.prefs.parse(words),
                as: { .line(words, $0, in: environment) }
            )
            printer.options.messages.isQuiet = arguments.isQuiet
            let options = try Options(arguments)
            guard let action = arguments.verb.action as? VerbAction else { return Int32(ExitCode.usage.rawValue) }
            guard !environment.hasRaisedPrivileges || !action.usesFiles else {
                throw CommandError.raisedPrivileges
            }
            let run = VerbRun(arguments, options, in: environment)
            printer = run.printer
            defer { run.writer.releaseTermination() }
            if action.usesFiles {
                printer.messages.noteRelativeDirectory()
            }
            try run.checkFirstOperand(words)
            let exitCode = try action.run(run)()
            printer.messages.progressLine.erase()
            if !printer.output.isEmpty {
                try rethrowing(
                    environment.writeOutput(printer.output),
                    as: { .standardOutput($0, changeIsMade: printer.isChangeMade) }
                )
            }
            // defaults(1) exits with 255 if it cannot parse a line.
            return arguments.verb == .defaults && exitCode == .usage ? 255 : Int32(exitCode.rawValue)
        } catch {
            return report(error, in: words, on: printer)
        }
    }

    /// Answers a completion request from a shell.
    ///
    /// Errors are not printed, since the user is still typing the command line.
    private static func answer(_ request: CompletionRequest?, in environment: any CommandEnvironment) -> Int32 {
        guard let request else { return Int32(ExitCode.usage.rawValue) }
        guard !environment.hasRaisedPrivileges else { return Int32(ExitCode.unreadableFile.rawValue) }
        try? environment.writeOutput(request.answer(by: Completer(in: environment)))
        return Int32(ExitCode.done.rawValue)
    }

    /// Prints an error and returns its exit code.
    ///
    /// `--quiet` suppresses only the message of exit code 1. On a line of defaults(1), both follow defaults(1).
    private static func report(_ error: any Error, in words: [String], on printer: Printer) -> Int32 {
        guard words.first != Verb.defaults.name else {
            printer.messages.complainAsDefaults(error)
            return Int32(ExitCode.absent.rawValue)
        }
        let error = CommandError(error)
        if error.exitCode != .absent || !printer.options.messages.isQuiet {
            printer.messages.complain(error)
        }
        return Int32(error.exitCode.rawValue)
    }
}

extension CommandError {
    /// Returns the error of an argument, counted from 1, that is not UTF-8 at a place in it.
    fileprivate static func argumentNotUTF8(position: Int, at place: SourcePosition?) -> CommandError {
        let hint = "'prefs set KEY --value-file PATH --data' reads bytes from a file"
        let place = place.map { " (\($0))" } ?? ""
        return CommandError(.usage, Message("argument \(position) is not UTF-8\(place)", hint: hint))
    }

    fileprivate static var raisedPrivileges: CommandError {
        CommandError(
            .unreadableFile,
            "cannot access files: the process has raised privileges (set-user-ID or similar)"
        )
    }
}
