import PropertyLists

extension PreferenceSchema {
    /// Parses a schema.
    ///
    /// - Parameters:
    ///   - document: JSON in UTF-8.
    ///   - keys: the keys to parse; nil for all keys. The rules of other keys are not checked.
    /// - Throws: the error in the document, with its line and column.
    public init(parsing document: [UInt8], keys: [String]? = nil) throws(PreferenceSchemaError) {
        self = try SchemaReader.read(document, keys: keys)
    }

    /// Parses the declarations of some keys, and stops after the last of them.
    ///
    /// The result contains their types, defaults and former names. Constraints on their values can also be in other
    /// places of the document, so use ``init(parsing:keys:)`` to validate a suite.
    ///
    /// - Throws: the error in the part of the document that is read, with its line and column.
    package init(parsing document: [UInt8], declarationsOf keys: [String]) throws(PreferenceSchemaError) {
        self = try SchemaReader.read(document, keys: keys, isPartial: true)
    }
}

/// Parses a schema from a JSON document, completely or for some keys only.
///
/// The place of an error is the offset of the cursor when the error is thrown.
struct SchemaReader {
    typealias Problem = PreferenceSchemaError.Problem

    var cursor: JSONCursor
    /// Whether the document can have schemas with identifiers.
    let hasIdentifiers: Bool
    /// Whether the document can name its dialect.
    let namesDialect: Bool
    /// The ignored keywords by their offsets, since the target of a reference can be parsed twice.
    private var ignoredKeywords: [Int: SchemaWarning] = [:]
    /// The rules that references point to, by their pointers.
    var targets: [JSONPointer: SchemaRule] = [:]
    /// The references whose targets are still to be parsed.
    var references: [SchemaReference] = []
    /// Whether a rule says that its value is secret.
    var hasSecrets = false
    /// Whether all keys are parsed, and the whole document is checked.
    let isWhole: Bool
    /// Whether parsing stops after the last of the requested keys.
    let isPartial: Bool
    /// The place of the root.
    private(set) var start = 0
    /// The number of keys and positions that lead to the described value; nil within what references point to.
    var depth: Int? = 0
    private(set) var dialect = SchemaDialect.draft2020
    /// What references by a URI or a name can lead to; nil if there was none yet.
    var resources: SchemaResources?
    /// The objects on the paths of references that were followed.
    private var visitedObjects: Set<JSONPointer> = []
    /// The offsets of the members of objects that are on the paths of several references.
    private var memberOffsets: [JSONPointer: [ByteKey: Int]] = [:]

    /// Parses the schema in a document.
    ///
    /// - Parameters:
    ///   - keys: the keys of the suite to parse; nil for all keys.
    ///   - isPartial: whether parsing stops after the last of them.
    static func read(
        _ document: [UInt8],
        keys: [String]?,
        isPartial: Bool = false
    ) throws(PreferenceSchemaError) -> PreferenceSchema {
        var schema = try document.span.withJSONCursor { cursor throws(PreferenceSchemaError) in
            var reader = SchemaReader(
                cursor: cursor,
                hasIdentifiers: document.span.includes("$id"),
                namesDialect: document.span.includes("$schema"),
                isWhole: keys == nil,
                isPartial: isPartial
            )
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
        guard try nextKind() == .object else { throw .notObject }
        start = cursor.offset
        dialect = try readDialect()
        var schema = PreferenceSchema(root: try readRule(keys: keys))
        if !isPartial {
            try reading(try cursor.end())
        }
        depth = nil
        try readTargets()
        schema.targets = targets
        schema.warnings = warnings
        schema.hasSecrets = hasSecrets
        schema.keysByFormerName = hasSecrets ? schema.currentKeys() : [:]
        let types = schema.merged([schema.root]).types
        guard !schema.root.isNever, types.isEmpty || types.contains(.object) else {
            throw failure(.notObject, at: start)
        }
        return schema
    }

    /// Returns the dialect that `$schema` in the root names; the latest if it names none of json-schema.org.
    private mutating func readDialect() throws(Problem) -> SchemaDialect {
        guard namesDialect else { return .draft2020 }
        var dialect: SchemaDialect?
        try beginObject()
        if try nextKey(among: [SchemaKeyword.schema.rawValue]) != nil, try nextKind() == .string {
            let offset = cursor.offset
            let name = try readString(of: .schema)
            dialect = SchemaDialect(named: name)
            guard dialect != nil || !name.utf8Span.span.includes("json-schema.org/draft") else {
                throw failure(.invalidValue(.schema, expected: "draft 4, 6, 7, 2019-09 or 2020-12"), at: offset)
            }
        }
        cursor.move(to: start)
        return dialect ?? .draft2020
    }

    /// Moves the cursor to the place of an error, and returns the error.
    mutating func failure(_ problem: Problem, at offset: Int) -> Problem {
        cursor.move(to: offset)
        return problem
    }

    /// Records a warning that a keyword, or the keyword with this value, is ignored.
    mutating func warn(of keyword: String, at offset: Int, value: String? = nil) {
        ignoredKeywords[offset] = SchemaWarning(keyword: keyword, value: value, position: nil)
    }

    private var warnings: [SchemaWarning] {
        let found = ignoredKeywords.sorted { $0.key < $1.key }
        return zip(found, cursor.positions(of: found.map(\.key))).map { found, position in
            SchemaWarning(keyword: found.value.keyword, value: found.value.value, position: position)
        }
    }

    // MARK: References

    /// Parses the targets of references, wherever they are in the document, and the targets of their own references.
    private mutating func readTargets() throws(Problem) {
        var found: [SchemaReference] = []
        while let reference = references.popLast() {
            found.append(reference)
            if targets[reference.pointer] == nil {
                try move(to: reference)
                targets[reference.pointer] = try readRule()
            }
        }
        var lengths: [JSONPointer: Int] = [:]
        for reference in found {
            try measureChain(from: reference, after: [], &lengths)
        }
    }

    /// Moves to the target of a reference.
    private mutating func move(to reference: SchemaReference) throws(Problem) {
        cursor.move(to: start)
        for (depth, token) in reference.pointer.tokens.enumerated() {
            let exists =
                switch try nextKind() {
                case .object: try moveToMember(token, of: reference.pointer.prefix(depth))
                case .array: try moveToElement(token)
                default: false
                }
            guard exists else {
                throw failure(.unresolvedReference("#" + reference.pointer.text), at: reference.offset)
            }
        }
    }

    /// Moves to a member of the next object.
    ///
    /// The first reference through an object searches for its member only, since most schemas have few references.
    /// Later ones use the recorded offsets of all members.
    private mutating func moveToMember(_ key: String, of object: JSONPointer) throws(Problem) -> Bool {
        if visitedObjects.insert(object).inserted {
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

    /// Returns the offset of each member's value in the next object, without moving the cursor.
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

    /// Returns the number of references in the longest chain for one value; a circular chain is an error.
    ///
    /// - Parameters:
    ///   - path: the pointers that lead to the reference.
    ///   - lengths: the known lengths, by the pointer of the first reference.
    @discardableResult
    private mutating func measureChain(
        from reference: SchemaReference,
        after path: [JSONPointer],
        _ lengths: inout [JSONPointer: Int]
    ) throws(Problem) -> Int {
        let pointer = reference.pointer
        guard !path.contains(pointer) else {
            throw failure(.circularReference("#" + pointer.text), at: reference.offset)
        }
        guard path.count + (lengths[pointer] ?? 1) <= Self.chainLimit else {
            throw failure(.malformed(.tooDeep(limit: Self.chainLimit)), at: reference.offset)
        }
        if let length = lengths[pointer] { return length }
        var length = 1
        for next in targets[pointer]?.referencesForValue ?? [] {
            length = max(length, 1 + (try measureChain(from: next, after: path + [pointer], &lengths)))
        }
        lengths[pointer] = length
        return length
    }

    /// The greatest depth of nested objects and arrays.
    ///
    /// Rules are parsed, compared and released by recursion, which must fit in the stack of any thread.
    static let depthLimit = 40

    /// The greatest number of references in a chain.
    private static let chainLimit = 64
}

extension SchemaRule {
    /// The references in this rule, and in the rules that it combines, to rules for the same value.
    fileprivate var referencesForValue: [SchemaReference] {
        [reference].compactMap(\.self) + combinations.flatMap { $0.rules.flatMap(\.referencesForValue) }
    }
}

// The operations of the cursor, with errors of a schema.

extension SchemaReader {
    mutating func nextKind() throws(Problem) -> JSONCursor.Kind {
        try reading(try cursor.kind())
    }

    mutating func beginObject() throws(Problem) {
        try reading(try cursor.beginObject())
    }

    mutating func nextKey(among keys: [String]? = nil) throws(Problem) -> String? {
        try reading(try cursor.nextKey(among: keys))
    }

    mutating func beginArray() throws(Problem) {
        try reading(try cursor.beginArray())
    }

    mutating func nextElement() throws(Problem) -> Bool {
        try reading(try cursor.nextElement())
    }

    mutating func readBoolean() throws(Problem) -> Bool {
        try reading(try cursor.readBoolean())
    }

    mutating func readValue() throws(Problem) -> PropertyList {
        try reading(try cursor.readValue())
    }

    mutating func checkValue() throws(Problem) {
        try reading(try cursor.checkValue())
    }

    mutating func skipValue() throws(Problem) {
        try reading(try cursor.skipValue())
    }

    func reading<Value>(_ value: @autoclosure () throws(PropertyListError) -> Value) throws(Problem) -> Value {
        do throws(PropertyListError) {
            return try value()
        } catch {
            throw .malformed(error.problem)
        }
    }
}
