package import PropertyLists

/// The types of a document's values, compared with those of the stored values that they replace.
///
/// JSON and OpenStep text have fewer types than property lists. Many programs write the number 1.0 as `1`, and dates
/// and data are strings in plain JSON. So a value takes the type of the stored one if that can represent it exactly.
/// Any other change of a type is refused, unless the document names the type, or the schema does.
///
/// Dictionaries are compared entry by entry. An array is one value: its elements take the types of the stored ones at
/// their positions if they can, and nothing in it is refused, since an inserted element moves all others.
package struct TypeMatching {
    /// The changes of types that the document does not name.
    private(set) package var refused: [TypeChange] = []
    /// The pointers to the values whose types change, as the document says.
    private(set) package var named: [ValuePointer] = []
    /// The pointers to the stored integers that stay, since the document has them as a program rounds them.
    private(set) package var rounded: [ValuePointer] = []

    private let format: PropertyListFormat
    /// Whether the integers of the document are exact, however large.
    private let hasExactIntegers: Bool
    private let schema: PreferenceSchema?
    private let changesTypes: Bool
    /// The whole value of the compared key; and the key with the tokens that lead to the compared part.
    private var whole: PropertyList = [:]
    private var pointer: [String] = []

    /// Creates a comparison for a document.
    ///
    /// - Parameters:
    ///   - format: The format of the document.
    ///   - schema: The schema of the suite; a type that it names is not taken from the stored value.
    ///   - hasExactIntegers: Whether no program can have rounded the integers of the document.
    ///   - changesTypes: Whether to keep the document's types.
    package init(
        of format: PropertyListFormat,
        by schema: PreferenceSchema? = nil,
        hasExactIntegers: Bool = true,
        changesTypes: Bool = false
    ) {
        self.format = format
        self.hasExactIntegers = hasExactIntegers
        self.schema = schema
        self.changesTypes = changesTypes
    }

    /// Returns the value to store for an entry of the document.
    package mutating func value(of entry: PropertyListDictionary.Entry, replacing old: PropertyList?) -> PropertyList {
        whole = entry.value
        if format == .json, let schema, let rule = schema.rule(for: entry.key) {
            whole = schema.storedForm(of: entry.value, by: rule)
        }
        guard let old else { return whole }
        pointer = [entry.key]
        return value(for: whole, replacing: old, isInArray: false)
    }

    /// Returns the stored integer that a number of the document is a rounding of; else the number itself.
    package func exact(_ number: PropertyList, among stored: [PropertyList]) -> PropertyList {
        hasExactIntegers ? number : stored.first { number.isRounding(of: $0) } ?? number
    }

    private mutating func value(for new: PropertyList, replacing old: PropertyList, isInArray: Bool) -> PropertyList {
        switch (new, old) {
        case _ where new.isRemoval:
            return new
        case (.dictionary(var entries), .array(let stored)) where entries.isOfElements:
            for entry in entries {
                guard let position = stored.position(named: entry.key), entry.value != true else { continue }
                pointer.append(entry.key)
                entries[entry.key] = value(for: entry.value, replacing: stored[position], isInArray: false)
                pointer.removeLast()
            }
            return .dictionary(entries)
        case (.dictionary(let entries), _) where entries.isOfElements:
            if !changesTypes {
                refused.append(TypeChange(pointer: ValuePointer(tokens: pointer), old: old.kind, new: .array))
            }
            return new
        case (.dictionary(var entries), .dictionary(let stored)):
            for entry in entries {
                guard let old = stored[entry.key] else { continue }
                pointer.append(entry.key)
                entries[entry.key] = value(for: entry.value, replacing: old, isInArray: isInArray)
                pointer.removeLast()
            }
            return .dictionary(entries)
        case (.array(var elements), .array(let stored)):
            for (position, old) in stored.enumerated().prefix(elements.count) {
                pointer.append(String(position))
                elements[position] = value(for: elements[position], replacing: old, isInArray: true)
                pointer.removeLast()
            }
            return .array(elements)
        case _ where !hasExactIntegers && new != old && new.isRounding(of: old):
            rounded.append(ValuePointer(tokens: pointer))
            return old
        default:
            return new.kind == old.kind || changesTypes
                ? new : value(ofOtherType: new, replacing: old, isInArray: isInArray)
        }
    }

    private mutating func value(
        ofOtherType new: PropertyList,
        replacing old: PropertyList,
        isInArray: Bool
    ) -> PropertyList {
        let pointer = ValuePointer(tokens: pointer)
        if format == .xml || format == .binary || new.isTyped {
            if !isInArray { named.append(pointer) }
            return new
        }
        let rule = schema?.rule(for: pointer.key, at: pointer.inValue.tokens, in: whole)
        let kinds = rule.flatMap { schema?.kinds(of: $0) } ?? []
        if kinds.isEmpty || kinds.contains(old.kind), let converted = new.converted(toTypeOf: old) { return converted }
        if kinds.isEmpty, !isInArray {
            refused.append(TypeChange(pointer: pointer, old: old.kind, new: new.kind))
        }
        return new
    }
}

/// A value of another type than the stored one.
package struct TypeChange: Hashable {
    package let pointer: ValuePointer
    package let old: PropertyListKind
    package let new: PropertyListKind
}

extension PropertyList {
    /// Returns this value of a JSON document with the types of the stored one, where that can represent it.
    package func keepingTypes(of stored: PropertyList?) -> PropertyList {
        var matching = TypeMatching(of: .json)
        return matching.value(of: PropertyListDictionary.Entry(key: "", value: self), replacing: stored)
    }

    /// Returns whether this number is what a stored integer becomes in a program that reads numbers as doubles.
    fileprivate func isRounding(of stored: PropertyList) -> Bool {
        guard case .integer(let exact) = stored, exact.isRoundedInJSON else { return false }
        return switch self {
        case .integer(let integer): Double(rounding: integer) == Double(rounding: exact)
        case .real(let real): real == Double(rounding: exact)
        default: false
        }
    }

    /// Whether JSON has the value only in a form that names its type, as in `{"$date": ...}`.
    fileprivate var isTyped: Bool {
        switch self {
        case .date, .data, .uid: true
        case .real(let real): !real.isFinite
        case .string, .integer, .boolean, .array, .dictionary: false
        }
    }

    /// Returns the value as one of another value's type; nil if that type cannot represent it exactly.
    fileprivate func converted(toTypeOf stored: PropertyList) -> PropertyList? {
        switch (self, stored) {
        case (.integer(let integer), .real): return Double(exactly: integer).map(PropertyList.real)
        case (.real(let real), .integer): return PropertyListInteger(exactly: real).map(PropertyList.integer)
        case (.string(let text), .date):
            // Plain JSON has an extreme date without its fraction of a second.
            return (try? stored.json(.plain)) == (try? json(.plain))
                ? stored : PropertyListDate(word: text).map(PropertyList.date)
        case (.string(let text), .data): return [UInt8](base64: text).map(PropertyList.data)
        default: return nil
        }
    }
}
