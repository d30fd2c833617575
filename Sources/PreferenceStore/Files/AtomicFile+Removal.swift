extension AtomicFile {
    /// Removes the file, or the symbolic link in its place.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `notRegularFile` where the path can only be a folder's, and `system`.
    package func remove() throws(PreferenceStoreError) -> Bool {
        let split = try SplitPath(checking: path)
        let removed: Void? = try throwing(.remove, path) { () throws(SystemError) in
            try ifThere { () throws(SystemError) in
                let folder = try Folder.open(split.folder)
                try folder.descriptor.remove(split.name)
                try folder.synchronize()
            }
        }
        return removed != nil
    }
}
