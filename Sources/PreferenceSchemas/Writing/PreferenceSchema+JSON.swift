import PropertyLists

extension PreferenceSchema {
    /// The dialect of JSON Schema that is parsed and written.
    static let dialect = "https://json-schema.org/draft/2020-12/schema"

    /// Returns the schema as a JSON document for any validator of draft 2020-12.
    ///
    /// Equal schemas give equal documents. Keywords are in the order of ``SchemaKeyword``, and keys in the order of the
    /// schema, each on a line of its own. `$defs` contains the targets of references.
    ///
    /// - Throws: `malformed` if JSON cannot represent a default or an allowed value, such as NaN.
    public func json() throws(PreferenceSchemaError) -> String {
        var others = PropertyListDictionary()
        others[.schema] = .string(Self.dialect)
        others[.definitions] = definitions.isEmpty ? nil : .dictionary(definitions)
        let form = root.form(others)
        do {
            return try PropertyList.dictionary(form).json(.plain, pretty: true) + "\n"
        } catch {
            throw PreferenceSchemaError(.malformed(error.problem))
        }
    }

    /// The targets of references, except the root, by their names in the document.
    private var definitions: PropertyListDictionary {
        var found: Set<JSONPointer> = []
        var rest = [root]
        while let rule = rest.popLast() {
            rest += rule.parts
            if let pointer = rule.reference?.pointer, found.insert(pointer).inserted, let target = targets[pointer] {
                rest.append(target)
            }
        }
        var definitions = PropertyListDictionary()
        for pointer in found.sorted(byBytesOf: \.text) {
            if let name = pointer.definitionName, let rule = targets[pointer] {
                definitions[name] = rule.form
            }
        }
        return definitions
    }
}

extension SchemaRule {
    /// The rules for the parts of the value.
    fileprivate var parts: [SchemaRule] {
        assertions.flatMap { assertion in
            switch assertion.constraint {
            case .items(let rule, _), .names(let rule): [rule]
            case .prefixItems(let rules): rules
            case .contains(let content): [content.rule]
            case .unevaluated(let remainder): [remainder.rule]
            case .members(let members):
                members.properties.map(\.rule) + members.patterns.map(\.rule) + [members.others].compactMap(\.self)
            case .combination(let combination): combination.rules
            default: [SchemaRule]()
            }
        }
    }
}

extension JSONPointer {
    /// The name of the target in the exported schema's `$defs`; nil for the root.
    fileprivate var definitionName: String? {
        switch (tokens.count, tokens.first) {
        case (0, _): nil
        case (2, SchemaKeyword.definitions.rawValue): tokens[1]
        default: text
        }
    }

    /// The reference to the target in an exported schema: a fragment of a URI.
    fileprivate var exportedReference: String {
        guard let name = definitionName else { return "#" }
        return "#" + JSONPointer(tokens: [SchemaKeyword.definitions.rawValue, name]).text.inFragment
    }
}

extension String {
    /// The text, escaped for the fragment of a URI (RFC 3986, section 3.5).
    fileprivate var inFragment: String {
        var text = ""
        for byte in utf8 {
            if byte.isInFragment {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + String(byte, radix: 16, uppercase: true, width: 2)
            }
        }
        return text
    }
}

extension SchemaRule {
    fileprivate var form: PropertyList { isNever ? .boolean(false) : .dictionary(form([:])) }

    /// Returns the rule as a JSON object, with other keywords added.
    fileprivate func form(_ others: PropertyListDictionary) -> PropertyListDictionary {
        var values = others
        values[.reference] = reference.map { .string($0.pointer.exportedReference) }
        values[.title] = title.map(PropertyList.string)
        values[.description] = description.map(PropertyList.string)
        values[.defaultValue] = defaultValue
        values[.formerly] = formerNames.isEmpty ? nil : formerNames.propertyList
        values[.deprecated] = isDeprecated ? .boolean(true) : nil
        values[.readOnly] = isReadOnly ? .boolean(true) : nil
        values[.volatile] = isVolatile ? .boolean(true) : nil
        values[.secret] = isSecret ? .boolean(true) : nil
        for assertion in assertions {
            if case .members(let members) = assertion.constraint {
                let entries = members.properties.map { PropertyListDictionary.Entry(key: $0.key, value: $0.rule.form) }
                values[.properties] =
                    entries.isEmpty ? nil : .dictionary(PropertyListDictionary(uniqueEntries: entries))
                let patterns = members.patterns.map {
                    PropertyListDictionary.Entry(key: $0.pattern.source, value: $0.rule.form)
                }
                values[.patternProperties] =
                    patterns.isEmpty ? nil : .dictionary(PropertyListDictionary(uniqueEntries: patterns))
                values[.additionalProperties] = members.others?.form
            } else if let combination = assertion.constraint.combination, combination.logic == .condition {
                for (keyword, rule) in zip([SchemaKeyword.condition, .then, .otherwise], combination.rules)
                where rule != .any || keyword == .condition {
                    values[keyword] = rule.form
                }
            } else if case .contains(let content) = assertion.constraint {
                values[.contains] = content.rule.form
                values[.minContains] = content.least == 1 ? nil : content.least.propertyList
                values[.maxContains] = content.most?.propertyList
            } else if let keyword = assertion.constraint.keyword {
                values[keyword] = assertion.constraint.form
            }
        }
        var form = PropertyListDictionary()
        for keyword in SchemaKeyword.allCases {
            form[keyword] = values[keyword]
        }
        return form
    }
}

extension SchemaConstraint {
    fileprivate var form: PropertyList {
        switch self {
        case .types(let types): types.count == 1 ? .string(types[0].rawValue) : types.map(\.rawValue).propertyList
        case .enumeration(let values): .array(values)
        case .constant(let value): value
        case .limit(_, let number): number.propertyList
        case .pattern(let pattern): .string(pattern.source)
        case .format(let format): .string(format.rawValue)
        case .base64: .string("base64")
        case .items(let rule, _), .names(let rule): rule.form
        case .prefixItems(let rules): .array(rules.map(\.form))
        case .unevaluated(let remainder): remainder.rule.form
        case .uniqueItems: .boolean(true)
        case .required(let keys): keys.propertyList
        case .combination(let combination) where combination.logic == .none: combination.rules[0].form
        case .combination(let combination): .array(combination.rules.map(\.form))
        case .never, .members, .contains: .boolean(false)
        }
    }
}

extension PropertyListDictionary {
    fileprivate subscript(keyword: SchemaKeyword) -> PropertyList? {
        get { self[keyword.rawValue] }
        set { self[keyword.rawValue] = newValue }
    }
}
