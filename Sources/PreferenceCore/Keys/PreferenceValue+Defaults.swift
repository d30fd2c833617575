import PropertyLists

extension PreferenceValue where Self: RawRepresentable, RawValue: PreferenceValue {
    /// What the raw value is, one of all cases where they can be listed.
    public static var schema: SchemaRule { .cases(of: Self.self, RawValue.schema) { $0.propertyList } }
}

extension PreferenceValue where Self: Codable {
    /// The structure that `init(from:)` asks for, as far as that can be told.
    public static var schema: SchemaRule { StructureProbe.rule(ofForms: Self.self) }
}

/// A type that is both has the form of its raw value.
extension PreferenceValue where Self: RawRepresentable & Codable, RawValue: PreferenceValue {
    /// What the raw value is, one of all cases where they can be listed.
    public static var schema: SchemaRule { .cases(of: Self.self, RawValue.schema) { $0.propertyList } }
}

/// An integer of a fixed width, of 64 bits or fewer.
extension PreferenceValue where Self: FixedWidthInteger & Codable {
    /// A whole number in this type's range; one of 64 bits with a sign has no limits, since every reader has those.
    public static var schema: SchemaRule {
        guard bitWidth >= Int64.bitWidth else { return .integer(in: Int(min)...Int(max)) }
        return isSigned ? .integer : .integer(in: 0...)
    }
}

extension SchemaRule {
    /// What the raw value of a type is, one of all cases where they can be listed.
    static func rawValue<Value: RawRepresentable>(of type: Value.Type) -> SchemaRule
    where Value.RawValue: PreferenceValue {
        cases(of: type, Value.RawValue.schema) { $0.rawValue.propertyList }
    }

    /// The rule of a type with a raw value.
    ///
    /// - Parameters:
    ///   - rule: what the raw value is.
    ///   - form: the form of a value, which has to be that of the raw value where the type lists no cases.
    fileprivate static func cases<Value: RawRepresentable>(
        of type: Value.Type,
        _ rule: SchemaRule,
        form: (Value) -> PropertyList
    ) -> SchemaRule where Value.RawValue: PreferenceValue {
        guard let cases = allCases(of: type), !cases.isEmpty else { return rule }
        let forms = cases.map(form)
        return (forms == cases.map(\.rawValue.propertyList) ? rule : .any).allowing(only: forms)
    }
}

/// The values of a type that lists them all; nil for any other type.
///
/// The flags that a set of options lists are no such: every union of them is a value too.
func allCases<Value>(of type: Value.Type) -> [Value]? {
    guard let type = type as? any CaseIterable.Type, !(type is any SetAlgebra.Type) else { return nil }
    func list<Cases: CaseIterable>(_ type: Cases.Type) -> [Value] { Cases.allCases.compactMap { $0 as? Value } }
    return list(type)
}
