/// The values that are written: each names its key and the number of its write, so that none passes for another.
public enum SoakValue {
    /// What the names of keys end in whose values are large, for files that take long to write.
    public static let largeKeySuffix = "large"

    /// The value that a write of that number gives a key.
    public static func text(of key: String, number: Int) -> String {
        let name = "\(key)#\(number)"
        guard key.hasSuffix(largeKeySuffix) else { return name }
        // The lengths differ, so that a part of one value is not the end of another.
        return name + " " + String(repeating: "\(number % 10)", count: 100_000 - number % 7 * 1_000)
    }

    /// The number of the write that gave a key this value; nil where the text is none, whole, of the key's.
    public static func number(of text: String, key: String) -> Int? {
        guard text.hasPrefix("\(key)#"), let number = Int(text.dropFirst(key.count + 1).prefix { $0 != " " }),
            text == self.text(of: key, number: number)
        else { return nil }
        return number
    }
}
