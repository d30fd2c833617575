extension PropertyList {
    /// The value to which a path leads from this one; nil where it leads nowhere.
    ///
    /// - Parameter path: the keys of dictionaries and the positions of elements in arrays, from the outermost on: what
    ///   a JSON Pointer of RFC 6901 consists of. No key at all leads to the value itself.
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
}

/// The position that a path's token names in an array, after RFC 6901, section 4: decimal digits without leading zeros.
func elementPosition(_ token: String) -> Int? {
    let digits = token.utf8
    guard digits.count == 1 || digits.first != UInt8(ascii: "0"),
        digits.allSatisfy({ $0.decimalDigit != nil })
    else { return nil }
    return Int(token)
}

extension PropertyList {
    /// A value with another one in the place to which a path leads; nil where it leads to no place.
    ///
    /// - Parameters:
    ///   - whole: the value that the path starts from; nil where there is none.
    ///   - path: as for ``subscript(path:)``. The last token may be a new key of a dictionary too, and `-` is the place
    ///     behind the last element of an array, after RFC 6901, section 4.
    ///   - value: what is put there, instead of what is there already; nil takes that away.
    ///   - makingParents: whether what is missing on the way is made: an array before `-`, a dictionary before all
    ///     else.
    /// - Throws: `tooDeep` where more would be made than values may nest.
    package init?(
        changing whole: PropertyList?,
        at path: ArraySlice<String>,
        to value: PropertyList?,
        makingParents: Bool = false
    ) throws(PropertyListError) {
        guard let token = path.first else {
            guard let value else { return nil }
            self = value
            return
        }
        let rest = path.dropFirst()
        let isRemoval = value == nil && rest.isEmpty
        func changed(_ part: PropertyList?) throws(PropertyListError) -> PropertyList? {
            try PropertyList(changing: part, at: rest, to: value, makingParents: makingParents)
        }
        switch whole {
        case .dictionary(var dictionary):
            let part = try changed(dictionary[token])
            guard isRemoval ? dictionary[token] != nil : part != nil else { return nil }
            dictionary[token] = part
            self = .dictionary(dictionary)
        case .array(var elements) where token == "-":
            guard let part = try changed(nil) else { return nil }
            elements.append(part)
            self = .array(elements)
        case .array(var elements):
            guard let position = elementPosition(token), position < elements.count else { return nil }
            if let part = try changed(elements[position]) {
                elements[position] = part
            } else if isRemoval {
                elements.remove(at: position)
            } else {
                return nil
            }
            self = .array(elements)
        case nil where makingParents:
            try Self.checkDepth(path.count)
            guard let part = try changed(nil) else { return nil }
            self = token == "-" ? .array([part]) : [token: part]
        default:
            return nil
        }
    }

    /// The value without the one to which a path leads, as for ``subscript(path:)``; nil if it leads to none inside.
    package func removing(at path: ArraySlice<String>) -> PropertyList? {
        try? PropertyList(changing: self, at: path, to: nil)
    }
}

/// The way into a value, from the outermost container on: RFC 6901.
package struct JSONPointer: Hashable {
    /// The pointer as it is written.
    package let text: String
    /// The names of entries and the positions of elements, unescaped.
    package let tokens: [String]

    /// The pointer to the whole value.
    package static let whole = JSONPointer(text: "", tokens: [])

    private init(text: String, tokens: [String]) {
        self.text = text
        self.tokens = tokens
    }

    /// The pointer that consists of tokens.
    package init(tokens: [String]) {
        self.init(text: tokens.map { "/" + $0.escapedAsPointerToken }.joined(), tokens: tokens)
    }

    /// The pointer that a text spells; nil where it begins otherwise than with `/`, or has a `~` that escapes nothing.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts[0].isEmpty else { return nil }
        var tokens: [String] = []
        for part in parts.dropFirst() {
            guard let token = String(part)?.unescapedPointerToken else { return nil }
            tokens.append(token)
        }
        self.init(text: text, tokens: tokens)
    }

    /// The pointer to a part of the value.
    package func appending(_ token: String) -> JSONPointer {
        JSONPointer(text: text + "/" + token.escapedAsPointerToken, tokens: tokens + [token])
    }

    /// The pointer to the value that the first few tokens lead to.
    package func prefix(_ count: Int) -> JSONPointer {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).prefix(count + 1)
        let end = parts.last?.endIndex ?? text.startIndex
        return JSONPointer(text: String(text[..<end]), tokens: Array(tokens.prefix(count)))
    }
}

extension String {
    /// The token with `~0` for `~` and `~1` for `/`.
    fileprivate var escapedAsPointerToken: String {
        var token = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
        return token
    }

    /// The token with `/` for `~1` and `~` for `~0`; nil where another `~` stands in it.
    fileprivate var unescapedPointerToken: String? {
        var token = ""
        var scalars = unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "~" else {
                token.unicodeScalars.append(scalar)
                continue
            }
            switch scalars.next() {
            case "0": token += "~"
            case "1": token += "/"
            default: return nil
            }
        }
        return token
    }
}
