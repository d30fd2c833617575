/// Something that a schema asks of a value beside its type, in words.
package struct SchemaRequirement: Equatable, Sendable {
    /// What is asked about.
    package enum Aspect: String, CaseIterable, Sendable {
        case allowed
        case range
        case length
        case pattern
        case format
        case count
        case elements
        case keys
    }

    package let aspect: Aspect
    /// What is allowed.
    package let text: String
}
