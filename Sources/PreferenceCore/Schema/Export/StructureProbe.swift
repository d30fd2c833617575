import PropertyLists

extension SchemaRule {
    /// What the forms of a type are, by its own account or by its coding.
    static func structure<Value: Decodable>(of type: Value.Type, like example: PropertyList?) -> SchemaRule {
        if let type = type as? any PreferenceValue.Type { return type.schema }
        if type is any PropertyListConvertible.Type { return .any }
        if type == Int128.self || type == UInt128.self { return .integer }
        if let type = type as? any ProbedContainer.Type { return type.structure(like: example) }
        return StructureProbe<Value>.rule(like: example) { value in
            try (value as? any Encodable).map { try PropertyListValueEncoder().encode($0) }
        }
    }

    /// What the forms are of a type that has its form by its coding; any if it makes another itself.
    static func structure<Value: PreferenceValue & Codable>(ofForms type: Value.Type) -> SchemaRule {
        StructureProbe<Value>.rule(like: nil) { value in
            let structure = try PropertyListValueEncoder().encodeStructure(of: value)
            return value.propertyList == structure ? structure : nil
        }
    }
}

/// Finds out how the forms of a `Codable` type are built, by having it decode made-up values and noting what it asks for.
///
/// The rule says no more than is certain. A type that does what cannot be followed, such as to list a dictionary's keys, has
/// the rule of the first thing that it asks for: a dictionary, an array, a string; one that takes a refusal for an answer
/// has none. A key is required where the type asks for it each time, and fails without it. In the end all values that were
/// made have to satisfy the rule.
private struct StructureProbe<Value: Decodable> {
    let example: PropertyList?
    let probes: [Probe<Value>]

    /// What the forms are that a type has by its coding.
    ///
    /// - Parameters:
    ///   - example: the form of some value, if there is one.
    ///   - form: the form of a value; nil if nothing can be said.
    static func rule(like example: PropertyList?, form: (Value) throws -> PropertyList?) -> SchemaRule {
        let identifier = ObjectIdentifier(Value.self)
        // A type within itself: the outer one says what it is.
        guard !ProbedTypes.current.contains(identifier) else { return .any }
        return ProbedTypes.$current.withValue(ProbedTypes.current.union([identifier])) {
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

    /// What all that the type asks for says of its forms; nil if some of it cannot be followed.
    private var ruleOfWhole: SchemaRule? {
        guard probes.allSatisfy({ $0.isComplete && $0.fails(without: 0) }) else { return nil }
        if probes.allSatisfy({ $0.run.requests.first == .dictionary }) {
            return dictionary
        }
        // A second attempt is a second form.
        return probes.allSatisfy { $0.run.requests.count == 1 } ? ruleOfStart : nil
    }

    /// What the first thing that the type asks for says of its forms; nil if the type goes on without it.
    private var ruleOfStart: SchemaRule? {
        guard let start = probes.first?.run.requests.first,
            probes.allSatisfy({ $0.run.requests.first == start && $0.fails(without: 0) })
        else { return nil }
        return switch start {
        case .dictionary: .dictionary([:])
        case .array: SchemaRule(.types([.array]))
        case .value(let type): .structure(of: type.type, like: example)
        case .entry: nil
        }
    }

    /// The dictionary that the type asks for; nil if it asks for something else besides.
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
            // What is read as one of several types is anything, as far as is known.
            let type = entry.types.count == 1 && !entry.isLenient ? entry.types.first : nil
            let rule = type.map { SchemaRule.structure(of: $0.type, like: example?[path: [entry.key]]) }
            return SchemaProperty(key: entry.key, rule: rule ?? .any)
        }
        let required = entries.filter { !$0.isOptional && !$0.isLenient && $0.runs.count == probes.count }
        return .dictionary(properties, required: required.map(\.key))
    }
}

/// One attempt to have a type decode a made-up value.
private struct Probe<Value: Decodable> {
    let run: ProbeRun
    let example: PropertyList?
    let value: Value?

    init(_ run: ProbeRun, like example: PropertyList?) {
        self.run = run
        self.example = example
        value = try? Value(from: ProbingDecoder(run: run, example: example))
    }

    /// Whether everything that the type did could be followed, up to the value.
    var isComplete: Bool { value != nil && !run.isLost && !run.requests.isEmpty }

    /// Whether the type gives up at once when one of its requests is refused.
    func fails(without position: Int) -> Bool {
        run.requests[position].refusals.allSatisfy { refusal in
            let probe = Probe(ProbeRun(run.index, refusing: (position, refusal)), like: example)
            return probe.value == nil && probe.run.requests.count == position + 1
        }
    }
}

/// An entry of a dictionary that a type asks for, over some runs.
private struct ProbedEntry {
    let key: String
    var types: [ProbedType] = []
    /// Whether the type does without, or takes several forms.
    var isLenient = false
    var isOptional = false
    /// The runs that have asked for it.
    var runs: Set<Int> = []
}

/// A type whose values hold others, whatever their number, and which is probed by theirs.
protocol ProbedContainer {
    static var empty: Any { get }

    /// What the forms are, as the type's coding makes them.
    static func structure(like example: PropertyList?) -> SchemaRule
}

extension Optional: ProbedContainer where Wrapped: Decodable {
    static var empty: Any { Wrapped?.none as Any }

    static func structure(like example: PropertyList?) -> SchemaRule { .structure(of: Wrapped.self, like: example) }
}

extension Array: ProbedContainer where Element: Decodable {
    static var empty: Any { [Element]() }

    static func structure(like example: PropertyList?) -> SchemaRule {
        .array(of: .structure(of: Element.self, like: example?[path: ["0"]]))
    }
}

extension Set: ProbedContainer where Element: Decodable {
    static var empty: Any { Set<Element>() }

    static func structure(like example: PropertyList?) -> SchemaRule { [Element].structure(like: example) }
}

extension Dictionary: ProbedContainer where Key: Decodable, Value: Decodable {
    static var empty: Any { [Key: Value]() }

    static func structure(like example: PropertyList?) -> SchemaRule {
        guard Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type else {
            // Codable has keys and values in turn.
            return .array(of: .any)
        }
        let entries: PropertyListDictionary? = if case .dictionary(let entries)? = example { entries } else { nil }
        return .dictionary(of: .structure(of: Value.self, like: entries?.first?.value))
    }
}

/// The types whose structure is being found out, each inside the one before.
private enum ProbedTypes {
    @TaskLocal static var current: Set<ObjectIdentifier> = []
}

extension SchemaRule {
    /// Whether each of some values is as this rule has it.
    fileprivate func allows(_ values: [PropertyList]) -> Bool {
        values.allSatisfy { PreferenceSchema(root: .any).violations(of: $0, against: self, at: []).isEmpty }
    }
}
