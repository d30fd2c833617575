extension PropertyList {
    /// The value at a pointer into this one; nil if there is none.
    ///
    /// - Parameter pointer: the keys of dictionaries and the positions of elements in arrays, outermost first: the
    ///   tokens of a JSON Pointer (RFC 6901). In an array, `[name=web]` is the only element that is a dictionary whose
    ///   `name` is `web`, and `[=x]` the only element `x`. An empty pointer leads to the value itself.
    public subscript(pointer pointer: [String]) -> PropertyList? {
        var value = self
        for token in pointer {
            switch value {
            case .dictionary(let dictionary):
                guard let next = dictionary[token] else { return nil }
                value = next
            case .array(let elements):
                guard let position = elements.position(named: token) else { return nil }
                value = elements[position]
            default:
                return nil
            }
        }
        return value
    }
}

extension PropertyList {
    /// The elements of an array or the values of a dictionary, each with the token of a pointer that leads to it; none
    /// of a scalar.
    package var parts: [(token: String, value: PropertyList)] {
        switch self {
        case .array(let elements): elements.enumerated().map { (String($0), $1) }
        case .dictionary(let entries): entries.map { ($0.key, $0.value) }
        case .string, .integer, .real, .boolean, .date, .data, .uid: []
        }
    }

    /// Returns this container with a new value in place of each part; a scalar stays as it is.
    package func mapParts(_ transform: (_ token: String, PropertyList) -> PropertyList) -> PropertyList {
        switch self {
        case .array(let elements): .array(elements.enumerated().map { transform(String($0), $1) })
        case .dictionary(let entries): .dictionary(entries.mapValues { transform($0.key, $0.value) })
        case .string, .integer, .real, .boolean, .date, .data, .uid: self
        }
    }
}

/// Returns the array position that a pointer's token names, by RFC 6901, section 4: decimal digits without leading
/// zeros.
func elementPosition(_ token: String) -> Int? {
    let digits = token.utf8
    guard digits.count == 1 || digits.first != UInt8(ascii: "0"),
        digits.allSatisfy({ $0.decimalDigit != nil })
    else { return nil }
    return Int(token)
}

extension PropertyList {
    /// Creates a value with another one at a pointer; returns nil if the pointer leads nowhere.
    ///
    /// - Parameters:
    ///   - whole: the value that the pointer leads into; nil if there is none.
    ///   - pointer: as for ``subscript(pointer:)``. The last token may also be a new key of a dictionary. `-` is the
    ///     position after the last element of an array, by RFC 6901, section 4.
    ///   - value: the new value, which replaces an existing one; nil removes that.
    ///   - creatingParents: whether to create missing containers on the way: an array for `-` and a selector, a
    ///     dictionary for any other token; and the element that a selector lacks.
    /// - Throws: `tooDeep` if the containers to create would exceed the maximum depth.
    package init?(
        changing whole: PropertyList?,
        at pointer: ArraySlice<String>,
        to value: PropertyList?,
        creatingParents: Bool = false
    ) throws(PropertyListError) {
        guard let token = pointer.first else {
            guard let value else { return nil }
            self = value
            return
        }
        let rest = pointer.dropFirst()
        let isRemoval = value == nil && rest.isEmpty
        func changed(_ part: PropertyList?) throws(PropertyListError) -> PropertyList? {
            try PropertyList(changing: part, at: rest, to: value, creatingParents: creatingParents)
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
            let selector = creatingParents ? ElementSelector(token) : nil
            if let selector, elements.positions(named: token).isEmpty {
                guard let new = try changed(rest.isEmpty ? nil : selector.element(for: elements)) else { return nil }
                // Or the next change with the selector would not find it.
                guard selector.matches(new) else { return nil }
                self = .array(elements + [new])
                return
            }
            guard let position = elements.position(named: token) else { return nil }
            if let part = try changed(elements[position]) {
                elements[position] = part
            } else if isRemoval {
                elements.remove(at: position)
            } else {
                return nil
            }
            self = .array(elements)
        case nil where creatingParents:
            try Self.checkDepth(pointer.count)
            if ElementSelector(token) != nil {
                try self.init(changing: .array([]), at: pointer, to: value, creatingParents: true)
                return
            }
            guard let part = try changed(nil) else { return nil }
            self = token == "-" ? .array([part]) : [token: part]
        default:
            return nil
        }
    }

    /// Returns the value without the one at a pointer, as for ``subscript(pointer:)``; nil if there is none inside it.
    package func removing(at pointer: ArraySlice<String>) -> PropertyList? {
        try? PropertyList(changing: self, at: pointer, to: nil)
    }
}

/// A pointer into a value, from the outermost container: RFC 6901.
package struct JSONPointer: Hashable {
    /// The keys of entries and the positions of elements, unescaped.
    package let tokens: [String]

    /// The pointer to the whole value.
    package static let whole = JSONPointer(tokens: [])

    package init(tokens: [String]) {
        self.tokens = tokens
    }

    /// The pointer in its text form.
    package var text: String { tokens.map { "/" + $0.escapedAsPointerToken }.joined() }

    /// Parses a pointer; returns nil if a text that is not empty does not start with `/`, or a `~` escapes nothing.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts[0].isEmpty else { return nil }
        var tokens: [String] = []
        for part in parts.dropFirst() {
            guard let token = String(part)?.unescapedPointerToken else { return nil }
            tokens.append(token)
        }
        self.init(tokens: tokens)
    }

    /// Returns the pointer to a part of the value.
    package func appending(_ token: String) -> JSONPointer {
        JSONPointer(tokens: tokens + [token])
    }

    /// Returns the pointer of the first few tokens.
    package func prefix(_ count: Int) -> JSONPointer { JSONPointer(tokens: Array(tokens.prefix(count))) }
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

    /// The token with `/` for `~1` and `~` for `~0`; nil if it contains any other `~`.
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
