import PropertyLists

extension PropertyList {
    /// Returns the elements of an array.
    ///
    /// - Throws: `wrongType` for any other value, with its pointer.
    func elements(at pointer: ValuePointer) throws -> [PropertyList] {
        guard case .array(let elements) = self else {
            throw CommandError.wrongType(at: pointer, found: kind, expected: [.array])
        }
        return elements
    }
}

extension [PropertyList] {
    /// Returns those of some values that the array does not contain, each once.
    func lacked(of values: [PropertyList]) -> [PropertyList] {
        values.enumerated()
            .filter { !contains($1) && !values[..<$0].contains($1) }
            .map(\.element)
    }
}
