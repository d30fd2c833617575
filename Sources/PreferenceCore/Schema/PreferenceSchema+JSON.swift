import PropertyLists

extension PreferenceSchema {
    /// The schema as a JSON document that every validator of draft 2020-12 reads.
    ///
    /// Equal schemas give equal documents: keywords stand in the order of ``SchemaKeyword``, keys in that of the schema,
    /// each on a line of its own.
    ///
    /// - Throws: `unwritableDefault` where JSON cannot spell a default or an allowed value, such as a not-a-number.
    public func json() throws(PreferenceSchemaError) -> String {
        let form = root.form(["$schema": .string(SchemaDialect.identifier)])
        do throws(PropertyListError) {
            return try PropertyList.dictionary(form).json(.plain, pretty: true) + "\n"
        } catch {
            throw PreferenceSchemaError(problem: .malformed(error.problem), position: nil)
        }
    }
}

extension SchemaRule {
    /// The rule as an object of JSON.
    fileprivate var form: PropertyList { isNever ? .boolean(false) : .dictionary(form([:])) }

    /// The rule as an object of JSON, with some keywords besides.
    fileprivate func form(_ others: PropertyListDictionary) -> PropertyListDictionary {
        var values = others
        values[.reference] = reference.map { .string("#" + $0.pointer.text) }
        values[.title] = title.map(PropertyList.string)
        values[.description] = description.map(PropertyList.string)
        values[.defaultValue] = defaultValue
        values[.formerly] = formerNames.isEmpty ? nil : formerNames.propertyList
        values[.deprecated] = isDeprecated ? .boolean(true) : nil
        values[.readOnly] = isReadOnly ? .boolean(true) : nil
        for assertion in assertions {
            if case .members(let members) = assertion.constraint {
                values[.properties] = members.properties.isEmpty ? nil : members.form
                values[.additionalProperties] = members.others?.form
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

extension SchemaMembers {
    fileprivate var form: PropertyList {
        .dictionary(
            PropertyListDictionary(uniqueEntries: properties.map { .init(key: $0.key, value: $0.rule.form) })
        )
    }
}

extension SchemaConstraint {
    /// The value of the keyword.
    fileprivate var form: PropertyList {
        switch self {
        case .types(let types): types.count == 1 ? .string(types[0].rawValue) : types.map(\.rawValue).propertyList
        case .enumeration(let values): .array(values)
        case .minimum(let limit), .exclusiveMinimum(let limit), .maximum(let limit), .exclusiveMaximum(let limit):
            limit.propertyList
        case .minLength(let count), .maxLength(let count), .minItems(let count), .maxItems(let count):
            count.propertyList
        case .pattern(let pattern): .string(pattern.source)
        case .format(let format): .string(format.rawValue)
        case .base64: .string("base64")
        case .items(let rule): rule.form
        case .uniqueItems: .boolean(true)
        case .required(let keys): keys.propertyList
        case .never, .members: .boolean(false)
        }
    }
}

extension PropertyListDictionary {
    fileprivate subscript(keyword: SchemaKeyword) -> PropertyList? {
        get { self[keyword.rawValue] }
        set { self[keyword.rawValue] = newValue }
    }
}
