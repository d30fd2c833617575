import PropertyLists

extension SchemaReader {
    /// Reads the rule that comes next: an object of keywords, or a boolean, which allows all or nothing.
    ///
    /// - Parameters:
    ///   - keys: the keys that are wanted of the dictionary that the rule is about; nil wants all.
    ///   - isRoot: whether the rule is the whole document.
    mutating func readRule(keys: [String]? = nil, isRoot: Bool = false) throws(Problem) -> SchemaRule {
        if try nextKind() == .boolean {
            let allowsAll = try readBoolean()
            return allowsAll ? .any : SchemaRule(.never, at: cursor.offset)
        }
        var rule = SchemaRule.any
        var members: (offset: Int, properties: [SchemaProperty], others: SchemaRule?)?
        var names: [String] = []
        try beginObject()
        while keys == nil || members?.properties.count != keys?.count, let name = try nextKey() {
            let offset = cursor.offset
            names.append(name)
            switch SchemaKeyword(rawValue: name) {
            case .properties:
                members = (offset, try readProperties(among: keys), members?.others)
            case .additionalProperties:
                members = (members?.offset ?? offset, members?.properties ?? [], try readRule())
            case .definitions where isRoot && keys != nil:
                // Those that are referred to are read for that.
                try skipValue()
            case .definitions:
                _ = try readProperties(among: nil)
            case let keyword?:
                try read(keyword, at: offset, into: &rule)
            case nil:
                unheeded.append(UnheededKeyword(name: name, offset: offset))
                try skipValue()
            }
        }
        try checkUnique(names)
        if let members {
            let constraint = SchemaConstraint.members(
                SchemaMembers(properties: members.properties, others: members.others)
            )
            rule.assertions.append(SchemaAssertion(constraint: constraint, offset: members.offset))
        }
        return rule
    }

    /// Reads an object of rules.
    private mutating func readProperties(among keys: [String]?) throws(Problem) -> [SchemaProperty] {
        var properties: [SchemaProperty] = []
        try beginObject()
        // With the last of the keys that are wanted, nothing more is.
        while properties.count != keys?.count, let key = try nextKey(among: keys) {
            properties.append(SchemaProperty(key: key, rule: try readRule()))
        }
        try checkUnique(properties.map(\.key))
        return properties
    }

    private func checkUnique(_ keys: [String]) throws(Problem) {
        if let key = KeyPositions(keys).duplicate {
            throw .malformed(.duplicateKey(key))
        }
    }

    /// Reads the value of a keyword, and takes down what it says.
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
        case .defaultValue: rule.defaultValue = try readAnyValue()
        case .formerly: rule.formerNames = try readStrings(of: keyword)
        case .deprecated: rule.isDeprecated = try readBoolean(of: keyword)
        case .readOnly: rule.isReadOnly = try readBoolean(of: keyword)
        case .schema:
            _ = try readName(of: keyword, at: offset) { $0.hasPrefix(SchemaDialect.identifier) ? $0 : nil }
        case .identifier, .comment: _ = try readString(of: keyword)
        default:
            guard let constraint = try readConstraint(of: keyword, at: offset) else { return }
            rule.assertions.append(SchemaAssertion(constraint: constraint, offset: offset))
        }
    }

    /// Reads the value of a keyword that asks something of values; nil where it asks nothing.
    private mutating func readConstraint(
        of keyword: SchemaKeyword,
        at offset: Int
    ) throws(Problem) -> SchemaConstraint? {
        switch keyword {
        case .type: .types(try readTypes())
        case .enumeration: .enumeration(try readAnyValues(of: keyword))
        case .minimum: .minimum(try readNumber(of: keyword))
        case .exclusiveMinimum: .exclusiveMinimum(try readNumber(of: keyword))
        case .maximum: .maximum(try readNumber(of: keyword))
        case .exclusiveMaximum: .exclusiveMaximum(try readNumber(of: keyword))
        case .minLength: .minLength(try readCount(of: keyword))
        case .maxLength: .maxLength(try readCount(of: keyword))
        case .minItems: .minItems(try readCount(of: keyword))
        case .maxItems: .maxItems(try readCount(of: keyword))
        case .uniqueItems: try readBoolean(of: keyword) ? .uniqueItems : nil
        case .items: .items(try readRule())
        case .required: .required(try readStrings(of: keyword))
        case .pattern: .pattern(try readPattern())
        case .format: try readName(of: keyword, at: offset, SchemaFormat.init(rawValue:)).map(SchemaConstraint.format)
        case .contentEncoding: try readName(of: keyword, at: offset) { $0 == "base64" ? .base64 : nil }
        default: nil
        }
    }

    /// Reads a name, which is not heeded where it is none that is known here.
    private mutating func readName<Meaning>(
        of keyword: SchemaKeyword,
        at offset: Int,
        _ meaning: (String) -> Meaning?
    ) throws(Problem) -> Meaning? {
        let name = try readString(of: keyword)
        let known = meaning(name)
        if known == nil {
            unheeded.append(UnheededKeyword(name: keyword.rawValue, offset: offset, problem: .unknownValue(name)))
        }
        return known
    }
}

/// The dialect of JSON Schema that is read and written.
enum SchemaDialect {
    /// What `$schema` names.
    static let identifier = "https://json-schema.org/draft/2020-12/schema"
}
