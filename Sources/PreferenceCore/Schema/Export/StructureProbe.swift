import PropertyLists

/// Finds out how the forms of a `Codable` type are built, by having it decode made-up values and noting what it asks for.
///
/// The rule says no more than is certain. A type that does what cannot be followed, such as to list a dictionary's keys, has
/// the rule of the first thing that it asks for: a dictionary, an array, a string; one that takes a refusal for an answer
/// has none. A key is required where the type asks for it each time, and fails without it. In the end all values that were
/// made have to satisfy the rule.
enum StructureProbe<Value: Decodable> {
    /// What the forms of a type are, by its own account or by its coding.
    ///
    /// - Parameter example: the form of some value, where there is one.
    static func rule(of type: Value.Type, like example: PropertyList?) -> SchemaRule {
        if let type = type as? any PreferenceValue.Type { return type.schema }
        if type is any PropertyListConvertible.Type { return .any }
        if type == Int128.self || type == UInt128.self { return .integer }
        if let type = type as? any ProbedContainer.Type { return type.rule(like: example) }
        return structure(like: example) { value in
            guard let value = value as? any Encodable else { return nil }
            return try PropertyListValueEncoder().encode(value)
        }
    }

    /// What the forms are that a type has by its coding.
    ///
    /// - Parameters:
    ///   - example: the form of some value, where there is one.
    ///   - form: the form of a value; nil where nothing can be said.
    private static func structure(like example: PropertyList?, form: (Value) throws -> PropertyList?) -> SchemaRule {
        let identifier = ObjectIdentifier(Value.self)
        // A type within itself: the outer one says what it is.
        guard !ProbedTypes.current.contains(identifier) else { return .any }
        return ProbedTypes.$current.withValue(ProbedTypes.current.union([identifier])) {
            let probes = (0..<ProbeRun.count).map { Probe<Value>(ProbeRun($0), like: example) }
            let cases = allCases(of: Value.self) ?? []
            let values = cases.isEmpty ? probes.compactMap(\.value) : cases
            let forms = values.compactMap { try? form($0) }
            guard forms.count == values.count else { return .any }
            let rule =
                [ruleOfWhole(probes), ruleOfStart(probes)]
                .compactMap(\.self)
                .first { $0.allows(forms + [example].compactMap(\.self)) }
            return cases.isEmpty ? rule ?? .any : (rule ?? .any).allowing(only: forms)
        }
    }

    /// What all that a type asks for says of its forms; nil where some of it cannot be followed.
    private static func ruleOfWhole(_ probes: [Probe<Value>]) -> SchemaRule? {
        guard probes.allSatisfy(\.isComplete), probes.allSatisfy({ $0.fails(without: 0) }) else { return nil }
        let starts = probes.compactMap(\.run.requests.first)
        if starts.allSatisfy({ $0 == .dictionary }) {
            return entries(of: probes)?.rule
        }
        // A second attempt is a second form.
        guard probes.allSatisfy({ $0.run.requests.count == 1 }) else { return nil }
        return ruleOfStart(probes)
    }

    /// What the first thing that a type asks for says of its forms; nil where the type goes on without it.
    private static func ruleOfStart(_ probes: [Probe<Value>]) -> SchemaRule? {
        guard let start = probes.first?.run.requests.first,
            probes.allSatisfy({ $0.run.requests.first == start && $0.fails(without: 0) })
        else { return nil }
        switch start {
        case .dictionary: return .dictionary([:])
        case .array: return SchemaRule(.types([.array]))
        case .value(let type): return type.rule(like: probes.first?.example)
        case .entry, .presence: return nil
        }
    }

    /// The entries of the dictionary that a type asks for; nil where it asks for something else besides.
    private static func entries(of probes: [Probe<Value>]) -> ProbedEntries? {
        var entries = ProbedEntries(like: probes.first?.example)
        for probe in probes {
            entries.beginRun()
            for (position, request) in probe.run.requests.enumerated() {
                switch request {
                case .dictionary: continue
                case .presence(let key): entries.addPresence(of: key)
                case .entry(let key, let type, let isOptional):
                    entries.add(key, type, isOptional: isOptional, isLenient: !probe.fails(without: position))
                case .value, .array: return nil
                }
            }
        }
        return entries
    }
}

extension StructureProbe where Value: PreferenceValue & Encodable {
    /// What the forms are of a type that has its form by its coding; any where it makes another itself.
    static func rule(ofForms type: Value.Type) -> SchemaRule {
        structure(like: nil) { value in
            let structure = try PropertyListValueEncoder().encodeStructure(of: value)
            return value.propertyList == structure ? structure : nil
        }
    }
}

/// One attempt to have a type decode a made-up value.
struct Probe<Value: Decodable> {
    let run: ProbeRun
    /// The form of some value, where there is one.
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

/// The entries of a dictionary that a type asks for, over some runs.
struct ProbedEntries {
    private struct Entry {
        let key: String
        var types: [ProbedType] = []
        /// Whether the type does without, or takes several forms.
        var isLenient = false
        var isOptional = false
        /// The runs that have asked for it.
        var runs: Set<Int> = []
    }

    private let example: PropertyList?
    private var entries: [Entry] = []
    private var positions: [ByteKey: Int] = [:]
    private var runCount = 0

    init(like example: PropertyList?) {
        self.example = example
    }

    mutating func beginRun() { runCount += 1 }

    /// Adds that a key was asked for.
    mutating func add(_ key: String, _ type: ProbedType, isOptional: Bool, isLenient: Bool) {
        change(key) { entry in
            if !entry.types.contains(type) {
                entry.types.append(type)
            }
            entry.isOptional = entry.isOptional || isOptional
            entry.isLenient = entry.isLenient || isLenient
        }
    }

    mutating func addPresence(of key: String) {
        change(key) { $0.isOptional = true }
    }

    private mutating func change(_ key: String, _ change: (inout Entry) -> Void) {
        let position = positions[ByteKey(key)] ?? entries.count
        if position == entries.count {
            positions[ByteKey(key)] = position
            entries.append(Entry(key: key))
        }
        entries[position].runs.insert(runCount)
        change(&entries[position])
    }

    var rule: SchemaRule {
        let properties = entries.map { entry in
            // What is read as one of several types is anything, as far as is known.
            let type = entry.types.count == 1 && !entry.isLenient ? entry.types.first : nil
            return SchemaProperty(key: entry.key, rule: type?.rule(like: example?[path: [entry.key]]) ?? .any)
        }
        let required = entries.filter { !$0.isOptional && !$0.isLenient && $0.runs.count == runCount }.map(\.key)
        return .dictionary(properties, required: required)
    }
}

/// A type that another asks its decoder for.
struct ProbedType: Equatable {
    private let type: any Decodable.Type

    init(_ type: any Decodable.Type) {
        self.type = type
    }

    static func == (left: ProbedType, right: ProbedType) -> Bool { left.type == right.type }

    func rule(like example: PropertyList?) -> SchemaRule { type.rule(like: example) }
}

extension Decodable {
    fileprivate static func rule(like example: PropertyList?) -> SchemaRule {
        StructureProbe.rule(of: Self.self, like: example)
    }
}

/// A type whose values hold others, whatever their number, and which is probed by theirs.
protocol ProbedContainer {
    /// A value that holds none.
    static var empty: Any { get }

    /// What the forms are, as the type's coding makes them.
    static func rule(like example: PropertyList?) -> SchemaRule
}

extension Optional: ProbedContainer where Wrapped: Decodable {
    static var empty: Any { Wrapped?.none as Any }

    static func rule(like example: PropertyList?) -> SchemaRule {
        StructureProbe.rule(of: Wrapped.self, like: example)
    }
}

extension Array: ProbedContainer where Element: Decodable {
    static var empty: Any { [Element]() }

    static func rule(like example: PropertyList?) -> SchemaRule {
        .array(of: StructureProbe.rule(of: Element.self, like: example?[path: ["0"]]))
    }
}

extension Set: ProbedContainer where Element: Decodable {
    static var empty: Any { Set<Element>() }

    static func rule(like example: PropertyList?) -> SchemaRule {
        .array(of: StructureProbe.rule(of: Element.self, like: example?[path: ["0"]]))
    }
}

extension Dictionary: ProbedContainer where Key: Decodable, Value: Decodable {
    static var empty: Any { [Key: Value]() }

    static func rule(like example: PropertyList?) -> SchemaRule {
        guard Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type else {
            // Codable has keys and values in turn.
            return .array(of: .any)
        }
        guard case .dictionary(let dictionary)? = example else {
            return .dictionary(of: StructureProbe.rule(of: Value.self, like: nil))
        }
        return .dictionary(of: StructureProbe.rule(of: Value.self, like: dictionary.first?.value))
    }
}

/// The types whose structure is being found out, each inside the one before.
private enum ProbedTypes {
    @TaskLocal static var current: Set<ObjectIdentifier> = []
}

extension SchemaRule {
    /// Whether each of some values is as this rule has it.
    fileprivate func allows(_ values: [PropertyList]) -> Bool {
        values.allSatisfy { value in
            var validator = SchemaValidator(PreferenceSchema(root: .any))
            validator.check(value, against: self)
            return validator.violations.isEmpty
        }
    }
}
