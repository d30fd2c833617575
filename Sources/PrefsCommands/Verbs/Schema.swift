import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs schema`: what its first operand says.
    mutating func schema() throws(CommandError) -> ExitCode {
        guard let action = SchemaAction(rawValue: arguments.operands[0]) else { return .usage }
        try rethrowing(as: CommandError.usage) { () throws(UsageError) in try action.check(arguments) }
        let paths = Array(arguments.operands.dropFirst())
        return switch action {
        case .install: try installSchema(at: paths[0])
        case .uninstall: try uninstallSchema()
        case .list: try listSchemas()
        case .show: try showSchema()
        case .check: try checkSchemas(at: paths)
        case .infer: try inferSchema()
        }
    }

    /// `prefs schema list`: the suites that have a schema, and the file of each that counts.
    private mutating func listSchemas() throws(CommandError) -> ExitCode {
        let folders = SchemaFolders(environment: environment.variable)
        let schemas = try rethrowing(as: { CommandError.preferences(.store($0)) }) { () throws(PreferenceStoreError) in
            try folders.schemas()
        }
        if let style = jsonStyle {
            let paths = schemas.map { PropertyListDictionary.Entry(key: $0.suite.rawValue, value: .string($0.path)) }
            try writeJSON(.dictionary(PropertyListDictionary(uniqueEntries: paths)), style)
        } else {
            try writeRecords(schemas.map { [Field($0.suite.rawValue, .name), Field($0.path, .detail)] })
        }
        return .done
    }

    /// `prefs schema show`: the document as it is.
    private mutating func showSchema() throws(CommandError) -> ExitCode {
        write(try shown(schemaOfSelectedSuite().document, as: .json))
        return .done
    }

    /// The schema of the suite that the line selects.
    ///
    /// - Throws: `noSchema`.
    func schemaOfSelectedSuite() throws(CommandError) -> (path: String, document: [UInt8]) {
        let selection = try selection()
        guard let suite = selection.suite, let schema = try installedSchema(of: suite) else {
            throw .noSchema(suite: selection.name)
        }
        return schema
    }
}
