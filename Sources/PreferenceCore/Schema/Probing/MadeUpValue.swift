import PropertyLists

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
