import PreferenceCore
import PropertyLists

/// What a schema says of the suite that a verb works on.
struct SuiteSchema {
    /// The schema, as far as it says something of the keys that are wanted.
    let schema: PreferenceSchema
    /// The keys that are wanted; nil for all.
    let keys: [String]?
    let path: String
    private let document: [UInt8]
    /// What the file says of all keys, where it has been read for that.
    private let whole: PreferenceSchema?

    /// Reads what a document says of some keys; nil wants all.
    ///
    /// Where one of them had other names, all keys are read: such a name may be that of another key by now.
    ///
    /// - Parameter declaresOnly: whether it is read no further than the last of the keys is declared.
    init(_ document: [UInt8], at path: String, keys: [String]?, declaresOnly: Bool = false) throws(CommandError) {
        let (schema, whole) = try rethrowing(as: { CommandError.schema(path: path, $0) }) {
            () throws(PreferenceSchemaError) -> (PreferenceSchema, PreferenceSchema?) in
            guard let keys else {
                let schema = try PreferenceSchema(parsing: document)
                return (schema, schema)
            }
            let schema =
                declaresOnly
                ? try PreferenceSchema(parsing: document, declarationsOf: keys)
                : try PreferenceSchema(parsing: document, keys: keys)
            let isRenamed = keys.contains { schema.rule(for: $0)?.formerNames.isEmpty == false }
            return (schema, isRenamed ? try PreferenceSchema(parsing: document) : nil)
        }
        self.schema = schema
        self.whole = whole
        self.keys = keys
        self.path = path
        self.document = document
    }

    /// The names that a key had before, the latest first; none of another key of the schema, whose value would be taken.
    func formerNames(of key: String) -> [String] {
        schema.rule(for: key)?.formerNames.filter { !(whole?.names($0) ?? false) } ?? []
    }

    /// What was meant, perhaps, by a key that the schema does not have.
    func suggestion(for key: String) throws(CommandError) -> SchemaSuggestion? {
        let schema =
            if let whole { whole } else {
                try SuiteSchema(document, at: path, keys: nil).schema
            }
        let renamed = schema.keys.first { other in
            schema.rule(for: other)?.formerNames.contains { $0.hasSameBytes(as: key) } ?? false
        }
        return renamed.map(SchemaSuggestion.renamed) ?? schema.keys.nearest(to: key).map(SchemaSuggestion.near)
    }
}

/// A key of a schema that is meant, perhaps, by one which the schema does not have.
enum SchemaSuggestion: Hashable {
    case renamed(String)
    case near(String)
}

extension SuiteSchema {
    /// Whether the schema says something of a key, be it of that name or of all others.
    func describes(_ key: String) -> Bool {
        guard let rule = schema.rule(for: key) else { return false }
        return rule != .any || schema.names(key)
    }

    /// The keys that have another value after a change, of those that are wanted.
    func changedKeys(from old: PropertyListDictionary, to new: PropertyListDictionary) -> [String] {
        keys?.filter { old[$0] != new[$0] } ?? old.keyChanges(to: new).map(\.key)
    }

    /// What there is to say of the keys that a change has set, and that should not be used any more.
    func deprecations(of changedKeys: [String], in new: PropertyListDictionary) -> [String] {
        changedKeys.filter { new[$0] != nil }.compactMap { name in
            guard let rule = schema.rule(for: name), rule.isDeprecated else { return nil }
            return "\(name.quoted) is deprecated\(rule.summary.map { ": \($0)" } ?? "") (deprecated in \(path))"
        }
    }
}

extension SchemaRule {
    /// What the value is for, in a few words.
    var summary: String? { description ?? title }
}

extension SuiteSchema {
    /// The value that a text stands for by what the schema says of a place; nil where it says nothing of the type.
    ///
    /// Of several types the text has the one that its spelling says, else the first that it can be read as.
    ///
    /// - Parameter encoding: the option that says how data is spelled, if one is given.
    func value(
        of text: String,
        encoding: OptionOccurrence?,
        at place: ValuePath
    ) throws(CommandError) -> PropertyList? {
        guard let rule = schema.rule(for: place.key, at: place.pointer.tokens), let first = rule.kinds.first else {
            return nil
        }
        if let encoding {
            guard rule.kinds.contains(.data) else { throw .usage(.encodingWithoutData(option: encoding.spelling)) }
            let type = encoding.name == .hexadecimal ? ValueType.hexadecimal : .kind(.data)
            return try PropertyList(text: text, as: type) { .valueOfSchema($0, at: place, .data, path: path) }
        }
        let inferred = PropertyList(inferring: text)
        if rule.kinds.count > 1 {
            guard !rule.kinds.contains(inferred.kind) else { return inferred }
            // A whole number is a number.
            let isNumber = inferred.kind == .integer && rule.kinds.contains(.real)
            for kind in isNumber ? [.real] : rule.kinds {
                if let value = try? PropertyList(text: text, as: .kind(kind)) {
                    return schema.storedForm(of: value, by: rule)
                }
            }
        }
        let value = try PropertyList(text: text, as: .kind(first)) { .valueOfSchema($0, at: place, first, path: path) }
        return schema.storedForm(of: value, by: rule)
    }

    /// A value in the form that the schema has it in, in its place.
    func storedForm(of value: PropertyList, at place: ValuePath) -> PropertyList {
        let rule = schema.rule(for: place.key, at: place.pointer.tokens)
        return rule.map { schema.storedForm(of: value, by: $0) } ?? value
    }

    /// Checks what a change makes of a suite.
    ///
    /// What was wrong before is no reason to refuse a change, as long as it does not make it worse.
    ///
    /// - Parameters:
    ///   - changedKeys: the keys that have another value now.
    ///   - requiresKeys: whether every key has to be there that the schema requires.
    /// - Throws: `violation`, `unknownKey` or `readOnly`.
    func check(
        _ changedKeys: [String],
        of new: PropertyListDictionary,
        since old: PropertyListDictionary,
        requiresKeys: Bool
    ) throws(CommandError) {
        var found: [SchemaViolation] = []
        for key in changedKeys {
            if let place = schema.readOnlyPlace(changedFrom: old[key], to: new[key], of: key) {
                throw .readOnly(place, path: path)
            }
            found += newViolations(of: key, from: old[key], to: new[key])
        }
        if requiresKeys {
            found += schema.violationsOfWhole(new)
        }
        guard let first = found.first else { return }
        if first.isUnknownKey, first.path.count == 1 {
            throw .unknownKey(first.path[0], try suggestion(for: first.path[0]), path: path)
        }
        throw .violation(first, others: found.count - 1, path: path)
    }

    private func newViolations(of key: String, from old: PropertyList?, to new: PropertyList?) -> [SchemaViolation] {
        guard let new else { return [] }
        var present = old.map { schema.violations(in: $0, of: key) } ?? []
        return schema.violations(in: new, of: key).filter { violation in
            guard let position = present.firstIndex(where: { violation.isNoWorse(than: $0) }) else { return true }
            present.remove(at: position)
            return false
        }
    }
}
