import PropertyLists

extension SchemaReader {
    /// Parses the next rule: an object of keywords, or a boolean, which allows any value or no value.
    ///
    /// - Parameter keys: the keys to parse of the dictionary that the rule describes; nil for all keys.
    mutating func readRule(keys: [String]? = nil) throws(Problem) -> SchemaRule {
        if try nextKind() == .boolean {
            let allowsAll = try readBoolean()
            return allowsAll ? .any : SchemaRule(.never, at: cursor.offset)
        }
        var rule = SchemaRule.any
        var members: (offset: Int, properties: [SchemaProperty], others: SchemaRule?)?
        var names: [(name: String, offset: Int)] = []
        try beginObject()
        while !hasFound(members?.properties ?? [], of: keys), let name = try nextKey() {
            let offset = cursor.offset
            names.append((name, offset))
            switch SchemaKeyword(rawValue: name) {
            case .properties:
                members = (offset, try readProperties(among: keys), members?.others)
            case .additionalProperties:
                members = (members?.offset ?? offset, members?.properties ?? [], try readOthers(at: offset))
            case .definitions where isWhole:
                _ = try readProperties(among: nil)
            case .definitions:
                // Definitions that references point to are parsed later.
                try skipValue()
            case .items:
                // Parsed here, unlike the other keywords, so that nested rules use little of the stack.
                rule.assertions.append(SchemaAssertion(constraint: .items(try readRule()), offset: offset))
            case let keyword?:
                try read(keyword, at: offset, into: &rule)
            case nil:
                warn(of: name, at: offset)
                try isWhole ? checkValue() : skipValue()
            }
        }
        try checkUnique(names)
        if let members {
            let entries = SchemaMembers(properties: members.properties, others: members.others)
            rule.assertions.append(SchemaAssertion(constraint: .members(entries), offset: members.offset))
        }
        return rule
    }

    /// Parses the rule for all other keys; if it is `false`, the offset of the keyword is used for errors.
    private mutating func readOthers(at offset: Int) throws(Problem) -> SchemaRule {
        let rule = try readRule()
        return rule.isNever ? SchemaRule(.never, at: offset) : rule
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

    /// Parses the value of a keyword, and stores it in the rule.
    private mutating func read(
        _ keyword: SchemaKeyword,
        at offset: Int,
        into rule: inout SchemaRule
    ) throws(Problem) {
        switch keyword {
        case .reference:
            let reference = SchemaReference(pointer: try readPointer(), offset: offset)
            references.append(reference)
            rule.reference = reference
        case .title: rule.title = try readString(of: keyword)
        case .description: rule.description = try readString(of: keyword)
        case .defaultValue: rule.defaultValue = try readDefault(at: offset)
        case .formerly: rule.formerNames = try readFormerNames()
        case .deprecated: rule.isDeprecated = try readBoolean(of: keyword)
        case .readOnly: rule.isReadOnly = try readBoolean(of: keyword)
        case .schema:
            _ = try readName(of: keyword, at: offset) { $0.hasPrefix(PreferenceSchema.dialect) ? $0 : nil }
        case .identifier, .comment: _ = try readString(of: keyword)
        default:
            guard let constraint = try readConstraint(of: keyword, at: offset) else { return }
            rule.assertions.append(SchemaAssertion(constraint: constraint, offset: offset))
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
