extension PreferenceFolders {
    /// The folders of the user whom this process works for, by its environment.
    ///
    /// - Throws: `noConfigurationFolder`.
    public static func ofProcess() throws(PreferenceStoreError) -> PreferenceFolders {
        try PreferenceFolders(environment: CallingProcess.variable)
    }
}
