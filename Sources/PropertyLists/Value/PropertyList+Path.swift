extension PropertyList {
    /// The value to which a path leads from this one; nil where it leads nowhere.
    ///
    /// - Parameter path: the keys of dictionaries and the positions of elements in arrays, from the outermost on: what a
    ///   JSON Pointer of RFC 6901 consists of. No key at all leads to the value itself.
    public subscript(path path: [String]) -> PropertyList? {
        var value = self
        for token in path {
            switch value {
            case .dictionary(let dictionary):
                guard let next = dictionary[token] else { return nil }
                value = next
            case .array(let elements):
                guard let position = elementPosition(token), position < elements.count else { return nil }
                value = elements[position]
            default:
                return nil
            }
        }
        return value
    }

    /// The value, of which a dictionary keeps the entries of some keys; nil keeps all.
    func keeping(_ keys: KeySelection?) -> PropertyList {
        guard let keys, case .dictionary(var dictionary) = self else { return self }
        let kept = SoughtKeys(keys)
        dictionary.removeAll { !kept.contains($0.key) }
        return .dictionary(dictionary)
    }
}

/// The position that a path's token names in an array, from 0; nil where it names none.
///
/// After RFC 6901, section 4: decimal digits without leading zeros.
func elementPosition(_ token: String) -> Int? {
    let digits = token.utf8
    guard digits.count == 1 || digits.first != UInt8(ascii: "0"),
        digits.allSatisfy({ $0.decimalDigit != nil })
    else { return nil }
    return Int(token)
}
