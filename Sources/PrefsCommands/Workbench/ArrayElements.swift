import CommandErrors
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
