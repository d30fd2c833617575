import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceSchemas
import PreferenceStore
import PropertyLists
import ValueDifferences

/// A document with keys that a suite must have.
struct Seed {
    private(set) var contents: PropertyListDictionary
    let document: NamedDocument
    let effect: Effect

    /// What applying a seed does to a suite.
    enum Effect {
        /// Sets the values.
        case set
        /// Adds the elements of the arrays that those of the suite lack.
        case append
        /// Removes the elements of the arrays from those of the suite.
        case drop
    }

    init(_ document: NamedDocument, effect: Effect = .set) throws {
        contents = try document.seed
        self.document = document
        self.effect = effect
    }

    /// Returns the seed without some keys.
    func leavingOut(_ ignored: IgnoredKeys) -> Seed {
        guard !ignored.isEmpty else { return self }
        var seed = self
        seed.contents.removeAll { ignored.contains($0.key) }
        return seed
    }

    /// Removes the entries of keys that the administrator has set.
    ///
    /// - Parameters:
    ///   - merges: Whether dictionaries of the seed are merged into those of the administrator.
    ///   - report: Gets each difference from what the administrator has set.
    mutating func takeManaged(
        by rules: SuiteRules,
        merging merges: Bool,
        report: (PreferenceChange, PreferenceEntry) -> Void
    ) throws {
        var types = document.typeMatching(by: try rules.schema()?.schema)
        for entry in contents {
            guard let decided = try rules.managedEntry(of: entry.key) else { continue }
            let value = try value(of: entry, replacing: decided.value, &types) ?? decided.value
            let new = value.merged(into: decided.value, pruning: !merges)
            if new != decided.value {
                report(PreferenceChange(key: entry.key, old: decided.value, new: new), decided)
            }
            contents[entry.key] = nil
        }
    }

    /// Returns the value that an entry gives its key in place of an old one; nil if that one stays.
    ///
    /// - Throws: `wrongType` if the elements of another value than an array are to change.
    func value(
        of entry: PropertyListDictionary.Entry,
        replacing old: PropertyList?,
        _ types: inout TypeMatching
    ) throws -> PropertyList? {
        guard effect != .set else {
            return entry.value.isRemoval ? entry.value : types.value(of: entry, replacing: old)
        }
        let pointer = ValuePointer(entry.key)
        let present = try old?.elements(at: pointer) ?? []
        let elements: [PropertyList]
        do {
            elements = try types.value(of: entry, replacing: nil).elements(at: pointer)
                .map { types.exact($0, among: present) }
        } catch {
            throw CommandError(error).located(at: [entry.key], in: document)
        }
        let new =
            effect == .append
            ? present + present.lacked(of: elements) : present.filter { !elements.contains($0) }
        return new.count == present.count ? nil : .array(new)
    }

    /// Throws the error of an element that the value of a key names, and of which an old value has several.
    func checkElements(of key: String, _ value: PropertyList, in old: PropertyList?) throws {
        guard let (pointer, positions) = value.ambiguity(in: old) else { return }
        throw CommandError.ambiguous(ValuePointer(tokens: [key] + pointer), positions, isIndexable: false)
            .located(at: [key], in: document)
    }

    /// Throws the error of an element that a secret would name: messages and the record of owners have the name.
    func checkNames(by disclosure: Disclosure) throws {
        let names = contents.flatMap { $0.value.names(at: ValuePointer($0.key)) }
        guard let array = names.first(where: { disclosure.hides($0.name) })?.array else { return }
        let text = "an element of \(array.quoted) is named by a secret"
        throw CommandError(.invalidValue, Message(text, hint: "name another entry of the element"))
            .located(at: [array.key], in: document)
    }

    /// Returns the suite that the seed alone would leave in place of a stored one.
    ///
    /// A value has the stored type where the document does not name its type; a change of a type that `apply` would
    /// refuse is made.
    func suite(replacing stored: PropertyListDictionary, by rules: SuiteRules) throws -> PropertyListDictionary {
        var types = document.typeMatching(by: try rules.schema()?.schema)
        var suite = PropertyListDictionary()
        for entry in contents where !entry.value.isRemoval {
            let old = stored[named: try rules.names(of: entry.key)]
            let new = types.value(of: entry, replacing: old)
            try checkElements(of: entry.key, new, in: old)
            suite[entry.key] = new.merged(into: old, pruning: true)
        }
        if suite[PreferenceMigration.versionKey] == nil {
            suite[PreferenceMigration.versionKey] = stored[PreferenceMigration.versionKey]
        }
        return suite
    }
}

extension NamedDocument {
    /// Returns a comparison of the document's types with the stored ones.
    ///
    /// A document with an integer in the form of typed JSON was not rounded by the program that wrote it.
    func typeMatching(by schema: PreferenceSchema?, changesTypes: Bool = false) -> TypeMatching {
        let hasExactIntegers = format != .json || bytes.span.namesIntegers
        return TypeMatching(
            of: format,
            by: schema,
            hasExactIntegers: hasExactIntegers,
            changesTypes: changesTypes
        )
    }
}

extension Message {
    /// Returns a note about stored integers that stay, since the seeds have them as JavaScript and jq 1.6 round them.
    static func keptExact(_ pointers: [ValuePointer]) -> Message {
        let stay = pointers.count == 1 ? "stays" : "stay"
        return Message(
            "\(pointers.listed) \(stay): the seed's number is the stored one, rounded",
            hint: "{\"$integer\": \"...\"} sets an exact integer"
        )
    }

    /// Returns a note about values of seeds that are left out, since a program writes them by itself.
    static func volatile(_ keys: [String]) -> Message {
        Message("left alone, volatile by the schema: \(keys.map(\.quoted).firstFew)", hint: "--volatile includes them")
    }

    /// Returns a note about values that have other types than before, as a document says.
    static func retyped(_ pointers: [ValuePointer]) -> Message {
        pointers.count == 1 ? "the type of \(pointers.listed) changes" : "the types of \(pointers.listed) change"
    }
}

extension CommandError {
    /// Returns the error of a value that would change the type of the stored one.
    ///
    /// - Parameter document: The document with the value, as in "the seed".
    fileprivate static func typeChange(_ change: TypeChange, in document: String) -> CommandError {
        let types = "\(document) has \(change.new.withArticle), the suite \(change.old.withArticle)"
        let hint = "--change-types changes the types of keys"
        return CommandError(
            .invalidValue,
            Message("cannot set \(change.pointer.quoted): \(types)", hint: hint),
            at: change.pointer.tokens
        )
    }

    /// Returns the error for changes of types in a document; nil if there are none.
    init?(refusing changes: [TypeChange], in document: String) {
        self.init(changes.map { CommandError.typeChange($0, in: document) })
    }
}
