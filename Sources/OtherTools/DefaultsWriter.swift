package import PropertyLists

extension DefaultsLine {
    /// Returns the words that give a key of a domain a value, or remove it for nil; nil if no line is read as that.
    package static func words(giving key: String, of domain: String, _ value: PropertyList?) -> [String]? {
        let words = [value == nil ? "delete" : "write", domain, key] + (value?.defaultsWords ?? [])
        guard !words.contains(where: { $0.utf8.contains(0) }), let line = try? DefaultsLine(words),
            line.words.first == key
        else { return nil }
        guard let value else { return line.words.count == 1 ? words : nil }
        let read = try? DefaultsValue(Array(line.words.dropFirst()))
        return read?.value == value && read?.isAddition == false ? words : nil
    }
}

extension PropertyList {
    /// The words of the value in a line of `defaults write`.
    fileprivate var defaultsWords: [String] {
        switch self {
        case .string(let string): return ["-string", string]
        case .integer(let integer) where Int64(exactly: integer) != nil: return ["-int", integer.description]
        case .real(let real) where Double(Float(real)) == real: return ["-float", real.shortestText]
        case .real(let real): return ["<real>\(real.shortestText)</real>"]
        case .boolean(let boolean): return ["-bool", boolean ? "true" : "false"]
        case .date: return ["-date", DefaultsDescription(self).text]
        case .data(let bytes) where !bytes.isEmpty:
            return ["-data", bytes.map { String($0, radix: 16, width: 2) }.joined()]
        // The reference of an archive has no word: as an element, it is a dictionary.
        case .uid: return []
        case .integer, .data, .array, .dictionary: return (try? [xmlElement()]) ?? []
        }
    }
}
