import PropertyLists

/// Reads a schema from a JSON document, the whole of it or what it says of some keys.
///
/// A problem is one of the place where the cursor is when it is thrown.
struct SchemaReader {
    typealias Problem = PreferenceSchemaError.Problem

    var cursor: JSONCursor
    /// The keywords that are not heeded.
    var unheeded: [UnheededKeyword] = []
    /// What stands in the places that are referred to, by their pointers.
    var targets: [JSONPointer: SchemaRule] = [:]
    /// The references that were met, whose targets are to be read.
    var references: [SchemaReference] = []

    /// The schema in a document.
    ///
    /// - Parameter keys: the keys of the suite that are wanted; nil wants all.
    static func read(_ document: [UInt8], keys: [String]?) throws(PreferenceSchemaError) -> PreferenceSchema {
        var schema = try document.span.withJSONCursor { cursor throws(PreferenceSchemaError) in
            var reader = SchemaReader(cursor: cursor)
            do throws(Problem) {
                return try reader.readSchema(keys: keys)
            } catch {
                throw PreferenceSchemaError(problem: error, position: reader.cursor.position(of: reader.cursor.offset))
            }
        }
        schema.document = document
        return schema
    }

    private mutating func readSchema(keys: [String]?) throws(Problem) -> PreferenceSchema {
        let start = cursor.offset
        guard try nextKind() == .object else { throw .notObject }
        var schema = PreferenceSchema(root: try readRule(keys: keys, isRoot: true))
        if keys == nil {
            try readEnd()
        }
        try readTargets(from: start)
        schema.targets = targets
        schema.warnings = zip(unheeded, cursor.positions(of: unheeded.map(\.offset))).map { keyword, position in
            SchemaWarning(keyword: keyword.name, position: position, problem: keyword.problem)
        }
        let types = schema.resolved(schema.root).types
        guard types.isEmpty || types == [.object] else {
            cursor.move(to: start)
            throw .notObject
        }
        return schema
    }

    // MARK: References

    /// Reads what is referred to, wherever it stands in the document, and what is referred to there.
    private mutating func readTargets(from start: Int) throws(Problem) {
        while let reference = references.popLast() {
            if targets[reference.pointer] == nil {
                try move(to: reference, from: start)
                targets[reference.pointer] = try readRule()
            }
            try checkChain(of: reference)
        }
    }

    /// Moves to the value that a reference leads to.
    private mutating func move(to reference: SchemaReference, from start: Int) throws(Problem) {
        cursor.move(to: start)
        for token in reference.pointer.tokens {
            let isThere =
                switch try nextKind() {
                case .object: try moveToMember(token)
                case .array: try moveToElement(token)
                default: false
                }
            guard isThere else {
                cursor.move(to: reference.offset)
                throw .unresolvedReference("#" + reference.pointer.text)
            }
        }
    }

    private mutating func moveToMember(_ key: String) throws(Problem) -> Bool {
        try beginObject()
        return try nextKey(among: [key]) != nil
    }

    private mutating func moveToElement(_ token: String) throws(Problem) -> Bool {
        guard let position = Int(token), position >= 0 else { return false }
        try beginArray()
        for _ in 0..<position {
            guard try nextElement() else { return false }
            try skipValue()
        }
        return try nextElement()
    }

    /// Checks that references which lead to references do not go round in a circle, as far as they are read.
    private mutating func checkChain(of reference: SchemaReference) throws(Problem) {
        var seen: Set<JSONPointer> = [reference.pointer]
        var next = targets[reference.pointer]?.reference
        while let link = next {
            guard seen.insert(link.pointer).inserted else {
                cursor.move(to: reference.offset)
                throw .circularReference("#" + reference.pointer.text)
            }
            next = targets[link.pointer]?.reference
        }
    }
}

/// A keyword of a document that is not heeded.
struct UnheededKeyword {
    let name: String
    /// The bytes before it.
    let offset: Int
    var problem = SchemaWarning.Problem.unknown
}
