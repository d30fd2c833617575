extension SuiteName {
    /// The standard suite: the file name of the program that the process runs, as `UserDefaults.standard` has it.
    ///
    /// - Throws: `invalidSuiteName` where that is no suite's name, or the system does not tell it.
    public static func ofProcess() throws(PreferenceStoreError) -> SuiteName {
        let path = CallingProcess.executablePath.flatMap { SplitPath($0) }
        return try SuiteName(path?.name ?? "")
    }
}
