import PropertyLists

/// Reads a schema from a JSON document, the whole of it or what it says of some keys.
///
/// A problem is one of the place where the cursor is when it is thrown.
struct SchemaReader {
    typealias Problem = PreferenceSchemaError.Problem

    var cursor: JSONCursor
    /// The keywords that are not heeded, by their offsets: what is referred to can be read twice.
    private var unheeded: [Int: SchemaWarning] = [:]
    /// What stands in the places that are referred to, by their pointers.
    var targets: [JSONPointer: SchemaRule] = [:]
    /// The references that were met, whose targets are to be read.
    var references: [SchemaReference] = []
    /// Whether all keys are wanted, and the whole document is checked.
    let isWhole: Bool
    /// Whether nothing is read behind the last of the keys that are wanted.
    let isPartial: Bool
    /// The objects that references have led through.
    private var metObjects: Set<JSONPointer> = []
    /// Where the members start of those that more than one has led through.
    private var memberOffsets: [JSONPointer: [ByteKey: Int]] = [:]

    /// The schema in a document.
    ///
    /// - Parameters:
    ///   - keys: the keys of the suite that are wanted; nil wants all.
    ///   - isPartial: whether nothing is read behind the last of them.
    static func read(
        _ document: [UInt8],
        keys: [String]?,
        isPartial: Bool = false
    ) throws(PreferenceSchemaError) -> PreferenceSchema {
        var schema = try document.span.withJSONCursor { cursor throws(PreferenceSchemaError) in
            var reader = SchemaReader(cursor: cursor, isWhole: keys == nil, isPartial: isPartial)
            reader.cursor.depthLimit = depthLimit
            do throws(Problem) {
                return try reader.readSchema(keys: keys)
            } catch {
                throw PreferenceSchemaError(error, at: reader.cursor.position(of: reader.cursor.offset))
            }
        }
        schema.document = document
        return schema
    }

    private mutating func readSchema(keys: [String]?) throws(Problem) -> PreferenceSchema {
        let start = cursor.offset
        guard try nextKind() == .object else { throw .notObject }
        var schema = PreferenceSchema(root: try readRule(keys: keys))
        if !isPartial {
            try reading { cursor throws(PropertyListError) in try cursor.end() }
        }
        try readTargets(from: start)
        schema.targets = targets
        schema.warnings = warnings
        let types = schema.merged([schema.root]).types
        guard types.isEmpty || types.contains(.object) else {
            throw failure(.notObject, at: start)
        }
        return schema
    }

    /// A problem of another place than that of the cursor.
    mutating func failure(_ problem: Problem, at offset: Int) -> Problem {
        cursor.move(to: offset)
        return problem
    }

    /// Notes that a keyword, or one with this value, is not heeded.
    mutating func warn(of keyword: String, at offset: Int, value: String? = nil) {
        unheeded[offset] = SchemaWarning(keyword: keyword, value: value, position: nil)
    }

    private var warnings: [SchemaWarning] {
        let found = unheeded.sorted { $0.key < $1.key }
        return zip(found, cursor.positions(of: found.map(\.key))).map { found, position in
            SchemaWarning(keyword: found.value.keyword, value: found.value.value, position: position)
        }
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
        for (depth, token) in reference.pointer.tokens.enumerated() {
            let isThere =
                switch try nextKind() {
                case .object: try moveToMember(token, of: reference.pointer.prefix(depth))
                case .array: try moveToElement(token)
                default: false
                }
            guard isThere else {
                throw failure(.unresolvedReference("#" + reference.pointer.text), at: reference.offset)
            }
        }
    }

    /// Moves to a member of the object that comes next.
    ///
    /// The first reference looks for its member alone, as most schemas have few; from the second on, the object is known.
    private mutating func moveToMember(_ key: String, of object: JSONPointer) throws(Problem) -> Bool {
        if metObjects.insert(object).inserted {
            try beginObject()
            return try nextKey(among: [key]) != nil
        }
        if memberOffsets[object] == nil {
            memberOffsets[object] = try readOffsets()
        }
        guard let offset = memberOffsets[object]?[ByteKey(key)] else { return false }
        cursor.move(to: offset)
        return true
    }

    /// Where each member's value starts of the object that comes next, which still does.
    private mutating func readOffsets() throws(Problem) -> [ByteKey: Int] {
        let start = cursor.offset
        var offsets: [ByteKey: Int] = [:]
        try beginObject()
        while let key = try nextKey() {
            _ = try nextKind()
            offsets[ByteKey(key)] = offsets[ByteKey(key)] ?? cursor.offset
            try skipValue()
        }
        cursor.move(to: start)
        return offsets
    }

    private mutating func moveToElement(_ token: String) throws(Problem) -> Bool {
        guard let position = Int(token), position >= 0, String(position) == token else { return false }
        try beginArray()
        for _ in 0..<position {
            guard try nextElement() else { return false }
            try skipValue()
        }
        return try nextElement()
    }

    /// Checks that references which lead to references do not go round in a circle, as far as they are read, nor on and
    /// on.
    private mutating func checkChain(of reference: SchemaReference) throws(Problem) {
        var seen: Set<JSONPointer> = [reference.pointer]
        var next = targets[reference.pointer]?.reference
        while let link = next {
            guard seen.insert(link.pointer).inserted else {
                throw failure(.circularReference("#" + reference.pointer.text), at: reference.offset)
            }
            guard seen.count <= Self.chainLimit else {
                throw failure(.malformed(.tooDeep(limit: Self.chainLimit)), at: reference.offset)
            }
            next = targets[link.pointer]?.reference
        }
    }

    /// How many objects and arrays may stand one in the other: rules are read, compared and freed by recursion, which has
    /// to end within the stack of any thread.
    static let depthLimit = 40

    /// How many references may lead from one to the next.
    private static let chainLimit = 64
}

// What the cursor does, with its problems as those of a schema.

extension SchemaReader {
    mutating func nextKind() throws(Problem) -> JSONCursor.Kind {
        try reading { cursor throws(PropertyListError) in try cursor.kind() }
    }

    mutating func beginObject() throws(Problem) {
        try reading { cursor throws(PropertyListError) in try cursor.beginObject() }
    }

    mutating func nextKey(among keys: [String]? = nil) throws(Problem) -> String? {
        try reading { cursor throws(PropertyListError) in try cursor.nextKey(among: keys) }
    }

    mutating func beginArray() throws(Problem) {
        try reading { cursor throws(PropertyListError) in try cursor.beginArray() }
    }

    mutating func nextElement() throws(Problem) -> Bool {
        try reading { cursor throws(PropertyListError) in try cursor.nextElement() }
    }

    mutating func readBoolean() throws(Problem) -> Bool {
        try reading { cursor throws(PropertyListError) in try cursor.readBoolean() }
    }

    mutating func readValue() throws(Problem) -> PropertyList {
        try reading { cursor throws(PropertyListError) in try cursor.readValue() }
    }

    mutating func checkValue() throws(Problem) {
        try reading { cursor throws(PropertyListError) in try cursor.checkValue() }
    }

    mutating func skipValue() throws(Problem) {
        try reading { cursor throws(PropertyListError) in try cursor.skipValue() }
    }

    mutating func reading<Value>(
        _ read: (inout JSONCursor) throws(PropertyListError) -> Value
    ) throws(Problem) -> Value {
        do throws(PropertyListError) {
            return try read(&cursor)
        } catch {
            throw .malformed(error.problem)
        }
    }
}
