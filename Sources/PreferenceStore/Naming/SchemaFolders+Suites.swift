import PropertyLists

/// A schema that is installed for a suite.
package struct InstalledSchema: Hashable, Sendable {
    package let suite: SuiteName
    /// The file, an absolute path.
    package let path: String
}

extension SchemaFolders {
    /// The schemas that count, one for each suite that has any, sorted by the bytes of the suites' names.
    ///
    /// A file whose name is none of a suite's schema is left out. A folder that is not there has no schemas.
    ///
    /// - Throws: `system` where a folder cannot be read.
    package func schemas() throws(PreferenceStoreError) -> [InstalledSchema] {
        var schemas: [SuiteName: InstalledSchema] = [:]
        for path in all {
            let files = try throwing(.list, path) { () throws(SystemError) in
                try ifThere { () throws(SystemError) in try Folder.open(path).files() }
            }
            for suite in (files ?? []).compactMap(Self.suite(ofSchema:)) where schemas[suite] == nil {
                schemas[suite] = InstalledSchema(suite: suite, path: Self.path(of: suite, in: path))
            }
        }
        return schemas.values.sorted { $0.suite.rawValue.precedesInByteOrder($1.suite.rawValue) }
    }

    /// The suite that the name of a schema's file says; nil where it says none.
    package static func suite(ofSchema name: String) -> SuiteName? {
        guard name.hasSuffix(suffix) else { return nil }
        return try? SuiteName(String(name.dropLast(suffix.count)))
    }
}
