import PreferenceStore

/// Standard input, which can be read but once: what it held is kept for those who ask again.
final class StandardInput {
    private let readToEnd: () throws(SystemError) -> [UInt8]
    private var bytes: [UInt8]?

    /// Nothing is read yet.
    init(of environment: CommandEnvironment) {
        readToEnd = environment.readInput
    }

    /// All bytes up to the end.
    func read() throws(SystemError) -> [UInt8] {
        if let bytes {
            return bytes
        }
        let read = try readToEnd()
        bytes = read
        return read
    }
}
