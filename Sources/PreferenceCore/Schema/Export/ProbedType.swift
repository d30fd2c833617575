import PropertyLists

/// A type that another asks its decoder for.
struct ProbedType: Equatable {
    private let type: any Decodable.Type

    init(_ type: any Decodable.Type) {
        self.type = type
    }

    static func == (left: ProbedType, right: ProbedType) -> Bool { left.type == right.type }

    /// What the forms of the type are.
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
        ProbedType(Wrapped.self).rule(like: example)
    }
}

extension Array: ProbedContainer where Element: Decodable {
    static var empty: Any { [Element]() }

    static func rule(like example: PropertyList?) -> SchemaRule {
        .array(of: ProbedType(Element.self).rule(like: example?[path: ["0"]]))
    }
}

extension Set: ProbedContainer where Element: Decodable {
    static var empty: Any { Set<Element>() }

    static func rule(like example: PropertyList?) -> SchemaRule {
        .array(of: ProbedType(Element.self).rule(like: example?[path: ["0"]]))
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
            return .dictionary(of: ProbedType(Value.self).rule(like: nil))
        }
        return .dictionary(of: ProbedType(Value.self).rule(like: dictionary.first?.value))
    }
}

/// The values that types are given while they are probed.
enum MadeUpValue {
    /// How many values a type may refuse before it is given up.
    private static let attemptCount = 8

    /// Forms of every kind, some of which most types take.
    private static let plainForms: [PropertyList] = [
        false, true, 0, 1, 2, 3, 5, 10, 100, -1, 0.5, 1.5, "", "a", "b", "10", "https://example.com/",
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", .date(PropertyListDate(secondsSinceReferenceDate: 0)), .data([]),
        [], [0, 1], ["a", "b"], [:], ["seconds": 1, "attoseconds": 0],
    ]

    /// A value of a type, like an example where there is one.
    ///
    /// - Parameter run: the run that it is for, which is lost where no value can be made.
    static func of<Value: Decodable>(
        _ type: Value.Type,
        like example: PropertyList?,
        in run: ProbeRun
    ) throws -> Value {
        guard
            let value = plain(type, in: run) ?? formed(type, like: example, in: run)
                ?? coded(type, like: example, in: run)
        else { throw run.lose() }
        return value
    }

    /// A value that needs no form.
    private static func plain<Value>(_ type: Value.Type, in run: ProbeRun) -> Value? {
        allCases(of: type).flatMap { run.shuffled($0).first }
            ?? (type as? any ProbedContainer.Type)?.empty as? Value
            ?? Int128(run.index) as? Value
            ?? UInt128(run.index) as? Value
    }

    /// A value that a plain form stands for, by the type's own account or as its raw value.
    private static func formed<Value: Decodable>(
        _ type: Value.Type,
        like example: PropertyList?,
        in run: ProbeRun
    ) -> Value? {
        let convertible = type as? any PropertyListConvertible.Type
        let isRaw = type is any RawRepresentable.Type
        // A raw value may be one of few: an example is, and of all others hardly one.
        let forms = isRaw || run.index == 0 ? [example].compactMap(\.self) + plainForms : run.shuffled(plainForms)
        for form in forms {
            if let value = convertible?.init(propertyList: form) as? Value {
                return value
            }
            if isRaw, let value = try? Value(from: ProbingDecoder(run: ProbeRun(0), example: form)) {
                return value
            }
        }
        return nil
    }

    /// A value that the type decodes from others.
    private static func coded<Value: Decodable>(
        _ type: Value.Type,
        like example: PropertyList?,
        in run: ProbeRun
    ) -> Value? {
        for _ in 1...attemptCount {
            let inner = ProbeRun(within: run)
            guard !inner.isTooDeep else { return nil }
            if let value = try? Value(from: ProbingDecoder(run: inner, example: example)) {
                return value
            }
        }
        return nil
    }
}
