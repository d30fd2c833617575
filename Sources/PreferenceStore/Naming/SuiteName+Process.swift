extension SuiteName {
    /// The standard suite: the file name of the program that the process runs, as `UserDefaults.standard` has it.
    ///
    /// - Throws: `invalidSuiteName` where that is no suite's name, or the system does not tell it.
    public static func ofProcess() throws(PreferenceStoreError) -> SuiteName {
        let path = CallingProcess.executablePath ?? ""
        return try SuiteName(path.split(separator: "/").last.map(String.init) ?? "")
    }
}

extension PreferenceFolders {
    /// The folders of the user whom this process works for, by its environment.
    ///
    /// - Throws: `noConfigurationFolder`.
    public static func ofProcess() throws(PreferenceStoreError) -> PreferenceFolders {
        try PreferenceFolders(environment: CallingProcess.variable)
    }
}
