import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs schema install`: puts a schema where that of a suite is looked for, once it is known to be one.
    func installSchema(at path: String) throws(CommandError) -> ExitCode {
        let suite = try suite(ofSchemaAt: path)
        let target = try installationPath(of: suite)
        let document = try schemaDocument(at: path)
        let findings = findings(inSchema: document, at: path)
        guard findings.isEmpty else {
            for finding in findings {
                complain(finding.line)
            }
            complain("nothing is installed")
            return findings.worstExitCode
        }
        try rethrowing(as: CommandError.outputFile) { () throws(PreferenceStoreError) in
            try AtomicFile(path: target).write(
                document.span,
                breaksHardLinks: arguments.has(.breakHardLinks),
                makesFolders: true
            )
        }
        report("installed \(target)")
        return .done
    }

    /// `prefs schema uninstall`: removes the schema that the user has installed.
    func uninstallSchema() throws(CommandError) -> ExitCode {
        let selection = try selection()
        guard let suite = selection.suite else { throw .noSchema(suite: selection.name) }
        let path = try installationPath(of: suite)
        let isRemoved = try rethrowing(as: CommandError.outputFile) { () throws(PreferenceStoreError) in
            try AtomicFile(path: path).remove()
        }
        let other = try installedSchema(of: suite)?.path
        guard isRemoved else {
            throw other.map { CommandError.schemaOfSystem(suite: suite.rawValue, path: $0) }
                ?? .noSchema(suite: suite.rawValue)
        }
        report("removed \(path)")
        if let other {
            note("the suite \(suite.rawValue.quoted) has the schema \(other) now, which belongs to the system")
        }
        return .done
    }

    /// The suite that an option names, else the one that the name of the file says.
    private func suite(ofSchemaAt path: String) throws(CommandError) -> SuiteName {
        if arguments.has(.suite) || arguments.has(.global), let suite = try selection().suite {
            return suite
        }
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path[...]
        guard let suite = SchemaFolders.suite(ofSchema: String(name)) else {
            throw .usage(.schemaWithoutSuite(path: path))
        }
        return suite
    }

    private func installationPath(of suite: SuiteName) throws(CommandError) -> String {
        guard let folder = SchemaFolders(environment: environment.variable).user else { throw .noDataFolder }
        return SchemaFolders.path(of: suite, in: folder)
    }
}
