import PropertyLists

extension SchemaReader {
    /// Parses the next rule: an object of keywords, or a boolean, which allows any value or no value.
    ///
    /// - Parameter keys: the keys to parse of the dictionary that the rule describes; nil for all keys.
    mutating func readRule(keys: [String]? = nil) throws(Problem) -> SchemaRule {
        if try nextKind() == .boolean { return try readBooleanRule() }
        var draft = SchemaDraft(in: dialect)
        let ownDepth = depth
        defer { depth = ownDepth }
        try beginObject()
        while !hasFound(draft.properties, of: keys), let name = try nextKey() {
            draft.begin(name, at: cursor.offset)
            let keyword = try keyword(named: name)
            depth = keyword?.depth(ofRulesIn: ownDepth)
            switch keyword {
            // Parsed here, unlike the other keywords, so that nested rules use little of the stack.
            case .items?, .additionalProperties?, .not?, .condition?, .then?, .otherwise?, .contains?,
                .propertyNames?, .unevaluatedItems?, .unevaluatedProperties?:
                draft.add(try readRule(), of: keyword ?? .items)
            case .properties?: draft.add(try readProperties(among: keys))
            case .patternProperties?: draft.add(try readPatternProperties())
            case .prefixItems?: draft.add(firstItems: try readRules(of: .prefixItems))
            case .dependentSchemas?:
                try readDependents(into: &draft) { reader throws(Problem) in
                    if name == "dependencies", try reader.nextKind() == .array { return try reader.readRequired() }
                    return try reader.readRule()
                }
            case .allOf?: draft.add(.combination(SchemaCombination(logic: .all, rules: try readRules(of: .allOf))))
            case .anyOf?: draft.add(.combination(SchemaCombination(logic: .any, rules: try readRules(of: .anyOf))))
            case .oneOf?: draft.add(.combination(SchemaCombination(logic: .one, rules: try readRules(of: .oneOf))))
            case .definitions? where isWhole: _ = try readProperties(among: nil)
            default: try read(keyword, named: name, into: &draft)
            }
        }
        try checkUnique(draft.names)
        return draft.finished
    }

    /// Returns the keyword that a name has in the document's dialect; nil for an unknown one.
    ///
    /// The meta-schemas of all dialects describe `dependencies` and `definitions`.
    private mutating func keyword(named name: String) throws(Problem) -> SchemaKeyword? {
        switch name {
        case "dependencies": return .dependentSchemas
        case "definitions": return .definitions
        case dialect.identifier: return .identifier
        case "additionalItems" where dialect.hasItemsByPosition: return .items
        case "items" where try nextKind() == .array:
            guard dialect.hasItemsByPosition else {
                throw .invalidValue(.items, expected: "a schema; those by position are 'prefixItems'")
            }
            return .prefixItems
        default: return SchemaKeyword(rawValue: name)
        }
    }

    /// Parses the keys that a dictionary must contain.
    private mutating func readRequired() throws(Problem) -> SchemaRule {
        let offset = cursor.offset
        return SchemaRule(.required(try readStrings(of: .dependentRequired)), at: offset)
    }

    private mutating func readBooleanRule() throws(Problem) -> SchemaRule {
        let allowsAll = try readBoolean()
        return allowsAll ? .any : SchemaRule(.never, at: cursor.offset)
    }

    private mutating func readProperties(among keys: [String]?) throws(Problem) -> [SchemaProperty] {
        var properties: [SchemaProperty] = []
        var names: [(name: String, offset: Int)] = []
        try beginObject()
        while !hasFound(properties, of: keys), let key = try nextKey(among: keys) {
            names.append((key, cursor.offset))
            properties.append(SchemaProperty(key: key, rule: try readRule()))
        }
        try checkUnique(names)
        return properties
    }

    private mutating func readPatternProperties() throws(Problem) -> [SchemaPatternProperty] {
        var patterns: [SchemaPatternProperty] = []
        var names: [(name: String, offset: Int)] = []
        try beginObject()
        while let source = try nextKey() {
            names.append((source, cursor.offset))
            patterns.append(SchemaPatternProperty(pattern: try pattern(source), rule: try readRule()))
        }
        try checkUnique(names)
        return patterns
    }

    /// Parses an object with a rule for the dictionary that contains a key, for each key.
    private mutating func readDependents(
        into draft: inout SchemaDraft,
        _ readRule: (inout SchemaReader) throws(Problem) -> SchemaRule
    ) throws(Problem) {
        var names: [(name: String, offset: Int)] = []
        try beginObject()
        while let key = try nextKey() {
            let offset = cursor.offset
            names.append((key, offset))
            draft.add(try readRule(&self), ifExists: key, at: offset)
        }
        try checkUnique(names)
    }

    /// Parses an array of rules, of which there must be at least one.
    private mutating func readRules(of keyword: SchemaKeyword) throws(Problem) -> [SchemaRule] {
        let isArray = try nextKind() == .array
        let start = cursor.offset
        var rules: [SchemaRule] = []
        if isArray {
            try beginArray()
            while try nextElement() {
                rules.append(try readRule())
            }
        }
        guard !rules.isEmpty else {
            throw failure(.invalidValue(keyword, expected: "a non-empty array of schemas"), at: start)
        }
        return rules
    }

    /// Returns whether the last of the keys has been parsed, and the rest is to be skipped.
    private func hasFound(_ properties: [SchemaProperty], of keys: [String]?) -> Bool {
        guard isPartial, let keys else { return false }
        return properties.count == keys.count
    }

    /// Checks that the keys of an object are unique; the error is at the last duplicate.
    private mutating func checkUnique(_ names: [(name: String, offset: Int)]) throws(Problem) {
        guard let key = KeyPositions(names.map(\.name)).duplicate else { return }
        let second = names.last { $0.name.hasSameBytes(as: key) }
        throw failure(.malformed(.duplicateKey(key)), at: second?.offset ?? cursor.offset)
    }

    /// Parses the value of a keyword that contains no rules to parse, and stores it in the rule.
    private mutating func read(
        _ keyword: SchemaKeyword?,
        named name: String,
        into draft: inout SchemaDraft
    ) throws(Problem) {
        let offset = cursor.offset
        guard let keyword else {
            warn(of: name, at: offset)
            return try isWhole ? checkValue() : skipValue()
        }
        switch keyword {
        case .reference:
            let reference = SchemaReference(pointer: try readPointer(), offset: offset)
            references.append(reference)
            draft.rule.reference = reference
        case .title: draft.rule.title = try readString(of: keyword)
        case .description: draft.rule.description = try readString(of: keyword)
        case .defaultValue: draft.rule.defaultValue = try readDefault(at: offset)
        case .formerly:
            draft.rule.formerNames = try readFormerNames()
            warnUnlessOfKey(keyword, at: offset)
        case .deprecated: draft.rule.isDeprecated = try readBoolean(of: keyword)
        case .readOnly: draft.rule.isReadOnly = try readBoolean(of: keyword)
        case .volatile:
            draft.rule.isVolatile = try readBoolean(of: keyword)
            warnUnlessOfKey(keyword, at: offset)
        case .secret:
            draft.rule.isSecret = try readBoolean(of: keyword)
            hasSecrets = hasSecrets || draft.rule.isSecret
        // Definitions that references point to are parsed later.
        case .definitions: try skipValue()
        case .schema:
            let dialect = dialect
            _ = try readName(of: keyword, at: offset) { SchemaDialect(named: $0) == dialect ? $0 : nil }
        case .identifier, .comment, .anchor, .dynamicAnchor: _ = try readString(of: keyword)
        case .dynamicReference, .recursiveReference: throw failure(.unsupported(keyword), at: offset)
        case .exclusiveMinimum where dialect.hasExclusiveBooleans:
            draft.excludesMinimum = try readBoolean(of: keyword)
        case .exclusiveMaximum where dialect.hasExclusiveBooleans:
            draft.excludesMaximum = try readBoolean(of: keyword)
        case .minContains: draft.least = Int(propertyList: try readCount(of: keyword).propertyList)
        case .maxContains: draft.most = Int(propertyList: try readCount(of: keyword).propertyList)
        case .dependentRequired:
            try readDependents(into: &draft) { reader throws(Problem) in try reader.readRequired() }
        default:
            guard let constraint = try readConstraint(of: keyword, at: offset) else { return }
            draft.add(constraint)
        }
    }

    /// Records a warning of a keyword of keys in a rule of the suite or of a part of a value.
    private mutating func warnUnlessOfKey(_ keyword: SchemaKeyword, at offset: Int) {
        if let depth, depth != 1 {
            warn(of: keyword.rawValue, at: offset)
        }
    }

    /// Parses a default, which is ignored with a warning if it is `null`.
    private mutating func readDefault(at offset: Int) throws(Problem) -> PropertyList? {
        let value = try readAnyValue()
        if value == nil {
            warn(of: SchemaKeyword.defaultValue.rawValue, at: offset, value: "null")
        }
        return value
    }

    /// Parses the value of a keyword that constrains values; nil if it has no effect.
    private mutating func readConstraint(
        of keyword: SchemaKeyword,
        at offset: Int
    ) throws(Problem) -> SchemaConstraint? {
        switch keyword {
        case .type: .types(try readTypes())
        case .enumeration: .enumeration(try readAnyValues(of: keyword))
        // A property list cannot contain the constant null, so no value is allowed.
        case .constant: try readAnyValue().map(SchemaConstraint.constant) ?? .never
        case .uniqueItems: try readBoolean(of: keyword) ? .uniqueItems : nil
        case .required: .required(try readStrings(of: keyword))
        case .pattern: .pattern(try readPattern())
        case .format: try readName(of: keyword, at: offset, SchemaFormat.init(rawValue:)).map(SchemaConstraint.format)
        case .contentEncoding: try readName(of: keyword, at: offset) { $0 == "base64" ? .base64 : nil }
        default: try readLimit(of: keyword)
        }
    }

    private mutating func readLimit(of keyword: SchemaKeyword) throws(Problem) -> SchemaConstraint? {
        guard let limit = SchemaLimit(rawValue: keyword.rawValue) else { return nil }
        return .limit(limit, try limit.unit == nil ? readNumber(of: keyword) : readCount(of: keyword))
    }

    /// Parses a name, which is ignored with a warning if it is unknown.
    private mutating func readName<Meaning>(
        of keyword: SchemaKeyword,
        at offset: Int,
        _ meaning: (String) -> Meaning?
    ) throws(Problem) -> Meaning? {
        let name = try readString(of: keyword)
        let known = meaning(name)
        if known == nil {
            warn(of: keyword.rawValue, at: offset, value: name)
        }
        return known
    }
}

extension SchemaKeyword {
    /// Returns the depth of the rules that the value of this keyword contains, in a rule of some depth.
    fileprivate func depth(ofRulesIn depth: Int?) -> Int? {
        switch self {
        case .properties, .patternProperties, .additionalProperties, .unevaluatedProperties, .items, .prefixItems,
            .unevaluatedItems, .contains:
            depth.map { $0 + 1 }
        // No key of the suite leads to the name of one.
        case .propertyNames: depth.map { $0 + 2 }
        // Only references lead to definitions.
        case .definitions: nil
        default: depth
        }
    }
}
