extension XMLLayout {
    /// Whether the keys are sorted as `UserDefaults` writes them.
    func isSorted(in bytes: ByteView) throws(PropertyListError) -> Bool {
        guard !entries.isEmpty else { return true }
        var latest = try key(at: 0, in: bytes)
        for position in 1..<entries.count {
            let key = try key(at: position, in: bytes)
            guard latest.precedesInUserDefaultsOrder(key) else { return false }
            latest = key
        }
        return true
    }

    /// Where a new key belongs among sorted ones: the position of the first entry that comes after it.
    func position(ofNewKey newKey: String, in bytes: ByteView) throws(PropertyListError) -> Int {
        var candidates = 0..<entries.count
        while !candidates.isEmpty {
            let middle = candidates.lowerBound + candidates.count / 2
            if try key(at: middle, in: bytes).precedesInUserDefaultsOrder(newKey) {
                candidates = middle + 1..<candidates.upperBound
            } else {
                candidates = candidates.lowerBound..<middle
            }
        }
        return candidates.lowerBound
    }

    private func key(at position: Int, in bytes: ByteView) throws(PropertyListError) -> String {
        let element = bytes[entries[position].key]
        if let key = element.plainKey {
            return key
        }
        return try XMLScanner.key(ofElement: element)
    }
}

extension ByteView {
    /// The key of an element that is spelled as most are, without markup in its text; nil where it is not.
    fileprivate var plainKey: String? {
        let end = count - 6
        guard end >= 5, holds("<key>", at: 0), holds("</key>", at: end),
            firstOffset(of: UInt8(ascii: "<"), from: 5) == end,
            firstOffset(of: UInt8(ascii: "&"), from: 5) == nil
        else { return nil }
        return String(validating: self[5..<end])
    }
}
