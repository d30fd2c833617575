/// What a program wrote and how it ended.
public struct SubprocessOutcome: Sendable, CustomStringConvertible {
    /// How a program ends.
    public enum Ending: Sendable, Equatable {
        /// With an exit code.
        case exited(Int32)
        /// By the signal of that number.
        case signalled(Int32)
    }

    /// How it ended.
    public let ending: Ending

    /// The bytes of standard output, where they were captured.
    public let output: [UInt8]

    /// The bytes of standard error.
    public let errorOutput: [UInt8]

    /// Standard output as text; bytes that are no UTF-8 become U+FFFD.
    public var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard error as text; bytes that are no UTF-8 become U+FFFD.
    public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }

    /// All three, for the message of a test that fails.
    public var description: String {
        "\(ending), output \(text.debugDescription), errors \(errorText.debugDescription)"
    }
}
