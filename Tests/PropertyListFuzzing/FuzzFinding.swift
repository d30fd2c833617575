/// A promise that some bytes broke.
public struct FuzzFinding: Error, CustomStringConvertible {
    /// What was expected, and what came instead.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
