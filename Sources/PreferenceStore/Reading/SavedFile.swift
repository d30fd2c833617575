package import PropertyLists

/// A removed file, as it is restored.
package struct SavedFile: Hashable, Sendable {
    package let bytes: [UInt8]
    /// The permission bits.
    package let permissions: UInt32
    /// The extended attributes that a file keeps when its contents change.
    package let attributes: [AttributeName: [UInt8]]

    package init(bytes: [UInt8], permissions: UInt32, attributes: [AttributeName: [UInt8]]) {
        self.bytes = bytes
        self.permissions = permissions
        self.attributes = attributes
    }

    /// The contents of the file; empty if it is no suite, since any bytes can be restored.
    package var contents: PropertyListDictionary {
        guard case .dictionary(let contents)? = try? PropertyList(parsing: bytes.span) else { return [:] }
        return contents
    }
}
