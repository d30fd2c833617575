import CommandErrors
import CommandGrammar
import OtherTools
import PreferenceStore

extension VerbRun {
    /// Merges files as text, if they cannot be merged key by key, so that no side is lost without a mark.
    ///
    /// `git merge-file` merges the lines and marks conflicts. If git is not installed, or a file is binary, our version
    /// stays, and theirs is written beside it.
    ///
    /// - Parameters:
    ///   - reason: The reason for which a merge key by key failed.
    ///   - path: The path of the file in git's work tree.
    func mergeLines(of files: MergedFiles, because reason: CommandError, at path: String) throws -> ExitCode {
        let ours = operands[1]
        try reader.sources.check([], writtenTo: ours)
        if files.areText {
            let labels = ["ours", "base", "theirs"].flatMap { ["-L", $0] }
            let base = files.base.isEmpty ? "/dev/null" : operands[0]
            switch CallingProcess.git(["merge-file", "-q"] + labels + ["--", ours, base, operands[2]]) {
            case 0?:
                return messages.absent(
                    .mergeRefused(reason, path, "git has merged its lines: check \(path), then run 'git add'")
                )
            case let count? where count < 128:
                return messages.absent(
                    .mergeRefused(reason, path, "git has merged its lines: resolve the conflict markers in \(path)")
                )
            default:
                break
            }
        }
        let copy = try write(theirs: files.theirs, beside: path)
        return messages.absent(.mergeRefused(reason, path, "\(path) is OURS, and \(copy) is THEIRS"))
    }

    /// Writes their version to a file beside a path, and returns the path of that file.
    ///
    /// An existing file with other bytes is kept.
    private func write(theirs bytes: [UInt8], beside path: String) throws -> String {
        var copy = "\(path).theirs"
        var number = 2
        while let present = try present(at: copy), present != bytes {
            copy = "\(path).theirs-\(number)"
            number += 1
        }
        try rethrowing(
            AtomicFile(path: copy).write(bytes.span, access: .byUmask, createsDirectories: true),
            as: CommandError.outputFile
        )
        return copy
    }

    private func present(at path: String) throws -> [UInt8]? {
        try rethrowing(PlainFile.readIfExists(path), as: { .outputFile(.system(.create, path: path, $0)) })
    }
}

extension CommandError {
    /// Returns the error of a file, at a path, that cannot be merged key by key for a reason.
    ///
    /// - Parameter hint: What the merge driver has left of the file.
    fileprivate static func mergeRefused(_ reason: CommandError, _ path: String, _ hint: String) -> CommandError {
        CommandError(.absent, quoting: ["cannot merge \(path): "] + reason.parts, hint: hint)
    }
}
