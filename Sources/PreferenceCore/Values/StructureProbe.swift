import PreferenceSchemas
import PropertyLists

extension SchemaRule {
    /// Returns the rule for the stored values of a type, from its own declaration or its coding.
    static func structure<Value: Decodable>(of type: Value.Type, like example: PropertyList?) -> SchemaRule {
        if let type = type as? any PreferenceValue.Type { return type.schema }
        if type is any PropertyListConvertible.Type { return .any }
        if type == Int128.self || type == UInt128.self { return .integer }
        if let type = type as? any ProbedContainer.Type { return type.structure(like: example) }
        return StructureProbe<Value>.rule(like: example) { value in
            try (value as? any Encodable).map { try PropertyListValueEncoder().encode($0) }
        }
    }

    /// Returns the rule for the property lists of a type that its coding creates; `any` if the type creates them
    /// otherwise.
    static func structure<Value: PreferenceValue & Codable>(ofForms type: Value.Type) -> SchemaRule {
        StructureProbe<Value>.rule(like: nil) { value in
            let structure = try PropertyListValueEncoder().encodeStructure(of: value)
            return value.propertyList == structure ? structure : nil
        }
    }
}

/// Infers the structure of a `Codable` type from the requests that it makes while it decodes made-up values.
///
/// The rule states only what is certain. A type may do something that cannot be followed, such as list the keys of a
/// dictionary. Its rule then covers only its first request: a dictionary, an array or a string. A type that continues
/// after its first request is refused can have any value.
///
/// A key is required if the type requests it in each run, and fails without it. Finally, all values that the runs
/// created must satisfy the rule.
private struct StructureProbe<Value: Decodable> {
    let example: PropertyList?
    let probes: [Probe<Value>]

    /// Returns the rule for the property lists that a type's coding creates.
    ///
    /// - Parameters:
    ///   - example: the property list of some value, if there is one.
    ///   - form: returns the property list of a value; nil if nothing can be inferred.
    static func rule(like example: PropertyList?, form: (Value) throws -> PropertyList?) -> SchemaRule {
        let identifier = ObjectIdentifier(Value.self)
        // The type contains itself: the outer probe describes it.
        guard !ProbeRun.types.contains(identifier) else { return .any }
        return ProbeRun.$types.withValue(ProbeRun.types.union([identifier])) {
            let probes = (0..<ProbeRun.count).map { Probe<Value>(ProbeRun($0), like: example) }
            let cases = allCases(of: Value.self) ?? []
            let values = cases.isEmpty ? probes.compactMap(\.value) : cases
            let forms = values.compactMap { try? form($0) }
            guard forms.count == values.count else { return .any }
            let probe = StructureProbe(example: example, probes: probes)
            let rule = [probe.ruleOfWhole, probe.ruleOfStart].compactMap(\.self)
                .first { $0.allows(forms + [example].compactMap(\.self)) }
            return cases.isEmpty ? rule ?? .any : (rule ?? .any).allowing(only: forms)
        }
    }

    /// The rule from all requests of the type; nil if some of them cannot be followed.
    private var ruleOfWhole: SchemaRule? {
        guard probes.allSatisfy({ $0.isComplete && $0.fails(without: 0) }) else { return nil }
        if probes.allSatisfy({ $0.run.requests.first == .dictionary }) {
            return dictionary
        }
        // More than one request means that the type may accept several forms.
        return probes.allSatisfy { $0.run.requests.count == 1 } ? ruleOfStart : nil
    }

    /// The rule from the first request of the type; nil if the type continues after a refusal.
    private var ruleOfStart: SchemaRule? {
        guard let start = probes.first?.run.requests.first,
            probes.allSatisfy({ $0.run.requests.first == start && $0.fails(without: 0) })
        else { return nil }
        return switch start {
        case .dictionary: .dictionary([:])
        case .array: SchemaRule(type: .array)
        case .value(let type): .structure(of: type.type, like: example)
        case .entry: nil
        }
    }

    /// The rule for the dictionary that the type requests; nil if it also makes other requests.
    private var dictionary: SchemaRule? {
        var entries: [ProbedEntry] = []
        var positions: [ByteKey: Int] = [:]
        for probe in probes {
            for (number, request) in probe.run.requests.enumerated() where request != .dictionary {
                guard case .entry(let key, let type, let isOptional) = request else { return nil }
                let position = positions[ByteKey(key)] ?? entries.count
                if position == entries.count {
                    positions[ByteKey(key)] = position
                    entries.append(ProbedEntry(key: key))
                }
                entries[position].runs.insert(probe.run.index)
                entries[position].isOptional = entries[position].isOptional || isOptional
                entries[position].isLenient = entries[position].isLenient || !probe.fails(without: number)
                if let type, !entries[position].types.contains(type) {
                    entries[position].types.append(type)
                }
            }
        }
        let properties = entries.map { entry in
            // An entry that is read as one of several types can have any value, as far as is known.
            let type = entry.types.count == 1 && !entry.isLenient ? entry.types.first : nil
            let rule = type.map { SchemaRule.structure(of: $0.type, like: example?[pointer: [entry.key]]) }
            return (key: entry.key, rule: rule ?? .any)
        }
        let required = entries.filter { !$0.isOptional && !$0.isLenient && $0.runs.count == probes.count }
        return .dictionary(entries: properties, required: required.map(\.key))
    }
}

/// One attempt to decode a made-up value as a type.
private struct Probe<Value: Decodable> {
    let run: ProbeRun
    let example: PropertyList?
    let value: Value?

    init(_ run: ProbeRun, like example: PropertyList?) {
        self.run = run
        self.example = example
        value = try? Value(from: ProbingDecoder(run: run, example: example))
    }

    /// Whether all steps of the type could be followed until it returned a value.
    var isComplete: Bool { value != nil && !run.isLost && !run.requests.isEmpty }

    /// Returns whether the type fails at once if a request is refused.
    func fails(without position: Int) -> Bool {
        run.requests[position].refusals.allSatisfy { refusal in
            let probe = Probe(ProbeRun(run.index, refusing: (position, refusal)), like: example)
            return probe.value == nil && probe.run.requests.count == position + 1
        }
    }
}

/// A dictionary entry that a type requests, in several runs.
private struct ProbedEntry {
    let key: String
    var types: [ProbedType] = []
    /// Whether the type decodes without the entry, or accepts several forms of it.
    var isLenient = false
    var isOptional = false
    /// The runs that requested the entry.
    var runs: Set<Int> = []
}

/// A type whose values contain any number of other values, and whose structure is inferred from the types of those.
protocol ProbedContainer {
    static var empty: Any { get }

    /// Returns the rule for the property lists that the type's coding creates.
    static func structure(like example: PropertyList?) -> SchemaRule
}

extension Optional: ProbedContainer where Wrapped: Decodable {
    static var empty: Any { Wrapped?.none as Any }

    static func structure(like example: PropertyList?) -> SchemaRule { .structure(of: Wrapped.self, like: example) }
}

extension Array: ProbedContainer where Element: Decodable {
    static var empty: Any { [Element]() }

    static func structure(like example: PropertyList?) -> SchemaRule {
        .array(of: .structure(of: Element.self, like: example?[pointer: ["0"]]))
    }
}

extension Set: ProbedContainer where Element: Decodable {
    static var empty: Any { Set<Element>() }

    static func structure(like example: PropertyList?) -> SchemaRule { [Element].structure(like: example) }
}

extension Dictionary: ProbedContainer where Key: Decodable, Value: Decodable {
    static var empty: Any { [Key: Value]() }

    static func structure(like example: PropertyList?) -> SchemaRule {
        let entries: PropertyListDictionary? = if case .dictionary(let entries)? = example { entries } else { nil }
        let dictionary = SchemaRule.dictionary(of: .structure(of: Value.self, like: entries?.first?.value))
        guard !isNamedByCodable else { return dictionary }
        return switch SchemaRule.structure(of: Key.self, like: nil).types {
        case [.string]: dictionary
        case [.integer] where Key.self is any RawRepresentable.Type: dictionary
        // An array of alternating keys and values, unless each key has a string as its form.
        default: .array(of: .any).or(dictionary)
        }
    }
}

extension SchemaRule {
    /// Returns whether each value satisfies this rule.
    fileprivate func allows(_ values: [PropertyList]) -> Bool {
        values.allSatisfy { PreferenceSchema(root: .any).allows($0, by: self) }
    }
}
