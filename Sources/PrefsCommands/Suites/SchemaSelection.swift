import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// The schema that `--schema` names, else the one that is installed for the suite; nil where there is none, and under
    /// `--no-schema`.
    ///
    /// A file that is selected by its path has none but by `--schema`.
    ///
    /// - Parameters:
    ///   - keys: the keys that are wanted; nil wants all.
    ///   - declaresOnly: whether it is read no further than the last of the keys is declared.
    func schema(
        of selection: Selection,
        keys: [String]? = nil,
        declaresOnly: Bool = false
    ) throws(CommandError) -> SuiteSchema? {
        guard !arguments.has(.noSchema) else { return nil }
        if let schema = try namedSchema(keys: keys) { return schema }
        guard let suite = selection.suite, let (path, document) = try installedSchema(of: suite) else { return nil }
        return try SuiteSchema(document, at: path, keys: keys, declaresOnly: declaresOnly)
    }

    /// The schema that is installed for a suite, as it is; nil where there is none.
    func installedSchema(of suite: SuiteName) throws(CommandError) -> (path: String, document: [UInt8])? {
        for folder in SchemaFolders(environment: environment.variable).all {
            let path = SchemaFolders.path(of: suite, in: folder)
            let document = try rethrowing(as: { CommandError.schemaFile(path: path, $0) }) { () throws(SystemError) in
                try PlainFile.readIfThere(path)
            }
            if let document {
                return (path, document)
            }
        }
        return nil
    }

    /// The schema for a verb that reads: only where that looks through the search list, of which the schema is the last, or
    /// where the line names it.
    func schemaBehindFiles(of selection: Selection, keys: [String]? = nil) throws(CommandError) -> SuiteSchema? {
        guard selection.searchList.count > 1 || arguments.has(.schema) else { return nil }
        return try schema(of: selection, keys: keys, declaresOnly: true)
    }

    /// The schema that `--schema` names; nil where it names none.
    ///
    /// - Parameter keys: the keys that are wanted; nil wants all.
    func namedSchema(keys: [String]? = nil) throws(CommandError) -> SuiteSchema? {
        guard let path = arguments.argument(of: .schema) else { return nil }
        let document = try rethrowing(as: { CommandError.schemaFile(path: path, $0) }) { () throws(SystemError) in
            try PlainFile.read(path)
        }
        return try SuiteSchema(document, at: path, keys: keys)
    }

    /// The schema for a verb that changes the suite, with a note for each keyword that is not heeded.
    func schemaOfChange(to selection: Selection, keys: [String]? = nil) throws(CommandError) -> SuiteSchema? {
        let schema = try schema(of: selection, keys: keys)
        noteUnheededKeywords(of: schema)
        return schema
    }

    /// Says which keywords of a schema say something that is not checked.
    func noteUnheededKeywords(of schema: SuiteSchema?) {
        guard let schema else { return }
        for warning in schema.schema.warnings {
            note("\(schema.path)\(warning.position.place): \(warning)")
        }
    }
}

extension CommandError {
    /// The way to the value that the schema does not allow; nil of every other error, and where none is to blame.
    var refusedPath: [String]? {
        switch self {
        case .violation(let violation, _, _) where !violation.path.isEmpty: violation.path
        case .unknownKey(let key, _, _): [key]
        case .readOnly(let path, _): path
        default: nil
        }
    }

    /// The error with the line of the document that the value came from; as it is where it came from none.
    func located(in document: NamedDocument) -> CommandError {
        guard let path = refusedPath, document.value[path: path] != nil else { return self }
        let bytes = document.bytes.span
        let inspection = try? PropertyListInspection(of: bytes, as: document.format, isSuite: false)
        let positions = try? inspection?.positions(of: [path], in: bytes)
        return .inDocument(self, path: document.path, positions?.first ?? nil)
    }
}
