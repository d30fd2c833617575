package import PreferenceStore

extension CallingProcess {
    /// Runs git, which a shell finds in `PATH`, with the files of this process, and waits for its end.
    ///
    /// - Returns: Its exit code; nil if git is not installed, a signal ended it, or it failed with 255.
    package static func git(_ arguments: [String]) -> Int32? {
        // Without git, the shell would exit with 127, which is also the number of conflicts of `git merge-file`.
        let end = try? run("command -v git >/dev/null || exit 255; git", arguments)
        guard case .exited(let code)? = end, code != 255 else { return nil }
        return code
    }
}
