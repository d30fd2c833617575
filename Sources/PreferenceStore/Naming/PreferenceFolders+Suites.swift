import PropertyLists

extension PreferenceFolders {
    /// The suites that have a file in a domain's folder, sorted by the bytes of their names.
    ///
    /// A file whose name is no suite name is left out. A folder that is not there has no suites.
    ///
    /// - Throws: `system` where the folder cannot be read.
    public func suites(in domain: PreferenceLayer.Domain = .user) throws(PreferenceStoreError) -> [SuiteName] {
        let path = self[domain]
        let files = try throwing(.list, path) { () throws(SystemError) in
            try ifThere { () throws(SystemError) in try Folder.open(path).files() }
        }
        return (files ?? [])
            .filter { $0.hasSuffix(".plist") }
            .compactMap { try? SuiteName(String($0.dropLast(".plist".count))) }
            .sorted { $0.rawValue.precedesInByteOrder($1.rawValue) }
    }
}

extension Folder {
    /// The names of the files in the folder, and of links that may lead to files.
    func files() throws(SystemError) -> [String] {
        try descriptor.names().filter { name in
            let kind = try? descriptor.status(of: name).kind
            return kind == .regular || kind == .symbolicLink
        }
    }
}
