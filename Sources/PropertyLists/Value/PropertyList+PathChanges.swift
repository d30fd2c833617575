extension PropertyList {
    /// A value with another one in the place to which a path leads; nil where it leads to no place.
    ///
    /// - Parameters:
    ///   - whole: the value that the path starts from; nil where there is none.
    ///   - path: as for ``subscript(path:)``. The last token may be a new key of a dictionary too, and `-` is the place
    ///     behind the last element of an array, after RFC 6901, section 4.
    ///   - value: what is put there, instead of what is there already.
    ///   - makingParents: whether what is missing on the way is made: an array before `-`, a dictionary before all else.
    /// - Throws: `tooDeep` where more would be made than values may nest.
    package init?(
        changing whole: PropertyList?,
        at path: ArraySlice<String>,
        to value: PropertyList,
        makingParents: Bool = false
    ) throws(PropertyListProblem) {
        guard let token = path.first else {
            self = value
            return
        }
        let rest = path.dropFirst()
        func changed(_ part: PropertyList?) throws(PropertyListProblem) -> PropertyList? {
            try PropertyList(changing: part, at: rest, to: value, makingParents: makingParents)
        }
        switch whole {
        case .dictionary(var dictionary):
            guard let part = try changed(dictionary[token]) else { return nil }
            dictionary[token] = part
            self = .dictionary(dictionary)
        case .array(var elements) where token == "-":
            guard let part = try changed(nil) else { return nil }
            elements.append(part)
            self = .array(elements)
        case .array(var elements):
            guard let position = elementPosition(token), position < elements.count,
                let part = try changed(elements[position])
            else { return nil }
            elements[position] = part
            self = .array(elements)
        case nil where makingParents:
            try Self.checkDepth(path.count)
            guard let part = try changed(nil) else { return nil }
            self = token == "-" ? .array([part]) : [token: part]
        default:
            return nil
        }
    }

    /// The value without the one to which a path leads; nil where it leads to none inside this one.
    ///
    /// - Parameter path: as for ``subscript(path:)``.
    package func removing(at path: ArraySlice<String>) -> PropertyList? {
        guard let token = path.first else { return nil }
        let rest = path.dropFirst()
        switch self {
        case .dictionary(var dictionary):
            guard let part = dictionary[token] else { return nil }
            if rest.isEmpty {
                dictionary[token] = nil
            } else {
                guard let part = part.removing(at: rest) else { return nil }
                dictionary[token] = part
            }
            return .dictionary(dictionary)
        case .array(var elements):
            guard let position = elementPosition(token), position < elements.count else { return nil }
            if rest.isEmpty {
                elements.remove(at: position)
            } else {
                guard let part = elements[position].removing(at: rest) else { return nil }
                elements[position] = part
            }
            return .array(elements)
        default:
            return nil
        }
    }
}
