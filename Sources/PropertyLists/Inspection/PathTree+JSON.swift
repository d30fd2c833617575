extension PathTree {
    /// Finds where the ways lead in JSON.
    mutating func find(inJSON document: ByteView) throws(PropertyListError) {
        var cursor = JSONCursor(document)
        do throws(PropertyListProblem) {
            try find(Self.root, with: &cursor)
        } catch {
            throw PropertyListError(error, at: cursor.position(of: cursor.offset))
        }
    }

    /// Notes the value that comes next, and finds where the ways lead in it.
    ///
    /// - Parameter isLiteral: whether it is the dictionary in a form, which is no form itself.
    private mutating func find(
        _ branch: Branch,
        with cursor: inout JSONCursor,
        isLiteral: Bool = false
    ) throws(PropertyListProblem) {
        let kind = try cursor.kind()
        if !isLiteral {
            note(branch, at: cursor.offset)
        }
        switch kind {
        case .object where goesOn(from: branch):
            try cursor.beginObject()
            var isFirst = true
            while let key = try cursor.nextKey() {
                if isFirst, !isLiteral, JSONForm(rawValue: key) == .dictionary {
                    try find(branch, with: &cursor, isLiteral: true)
                } else {
                    try find(self.branch(key, from: branch), with: &cursor)
                }
                isFirst = false
            }
        case .array where goesOn(from: branch):
            try cursor.beginArray()
            var position = 0
            while try cursor.nextElement() {
                try find(self.branch(String(position), from: branch), with: &cursor)
                position += 1
            }
        default:
            try cursor.skipValue()
        }
    }

    /// Finds where the ways lead in the value that comes next, or steps over it where none leads there.
    private mutating func find(_ branch: Branch?, with cursor: inout JSONCursor) throws(PropertyListProblem) {
        if let branch {
            try find(branch, with: &cursor, isLiteral: false)
        } else {
            try cursor.skipValue()
        }
    }
}
