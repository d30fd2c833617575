import PreferenceStore

extension PreferenceSchema {
    /// The whole of a program that writes the schema of an application's preferences, or one of an application's commands.
    ///
    /// ```swift
    /// // main.swift
    /// PreferenceSchema.main(keys: [.launchCount, .username], scopes: [GeneralScope.self], title: "Editor")
    /// ```
    ///
    /// Without arguments it prints the schema; `-o FILE` writes it to a file, whole or not at all; `--check FILE` writes
    /// nothing and fails where the file is another, for continuous integration; `--help` says so. The process ends with 0
    /// when that is done, 1 where the file differs, 2 for other arguments, 3 where a declaration is invalid, such as a
    /// default that breaks its own rule, and 5 where a file cannot be read or written.
    ///
    /// - Parameters:
    ///   - keys: the keys.
    ///   - scopes: scopes, whose stored keys come after those.
    ///   - suite: the suite that the schema is of; nil is the standard one. An invalid name stops the process at once.
    ///   - title: what the preferences are those of, such as the application's name.
    ///   - allowsOtherKeys: whether the suite may have other keys too.
    ///   - program: what messages call the program; nil is its file's name.
    ///   - arguments: the words to go by; nil are those of the command line behind the program.
    public static func main(
        keys: [PreferenceKeys] = [],
        scopes: [any PreferenceScope.Type] = [],
        suite: String? = nil,
        title: String? = nil,
        allowsOtherKeys: Bool = true,
        program: String? = nil,
        arguments: [String]? = nil
    ) -> Never {
        let export = SchemaExport(program: program ?? (try? SuiteName.ofProcess())?.rawValue ?? "schema") {
            () throws(PreferenceSchemaError) in
            try PreferenceSchema(
                keys: keys,
                scopes: scopes,
                suite: suite,
                title: title,
                allowsOtherKeys: allowsOtherKeys
            )
        }
        CallingProcess.end(export.run(arguments ?? CallingProcess.arguments))
    }
}
