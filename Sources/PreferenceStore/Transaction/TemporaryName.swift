/// The name of a file that is being written: `.NAME.PROCESS.RANDOM.prefs-tmp`, beside the file NAME.
struct TemporaryName {
    let process: Int32
    let text: String

    private static let suffix = ".prefs-tmp"

    /// The most bytes that the name has beyond NAME: two dots, a process number, a dot, eight digits, the suffix.
    static let overhead = 2 + String(Int32.max).utf8.count + 1 + 8 + suffix.utf8.count

    /// A name that no other file is likely to have.
    init(for name: String) {
        let digits = String(UInt32.random(in: .min ... .max), radix: 16)
        process = CallingProcess.identifier
        text = ".\(name).\(process).\(String(repeating: "0", count: 8 - digits.count) + digits)\(Self.suffix)"
    }

    /// A name of this form; nil for any other.
    init?(_ text: String) {
        guard text.hasPrefix("."), text.hasSuffix(Self.suffix) else { return nil }
        let parts = text.dropFirst().dropLast(Self.suffix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, let random = parts.last, random.utf8.count == 8, UInt32(random, radix: 16) != nil,
            let process = Int32(parts[parts.count - 2]), process > 0
        else { return nil }
        self.process = process
        self.text = text
    }
}
