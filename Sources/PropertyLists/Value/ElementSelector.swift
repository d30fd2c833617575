/// A token of a pointer that finds an element of an array by what it is: `[name=web]` is the dictionary whose entry
/// `name` is `web`, and `[=x]` the element `x`.
///
/// RFC 6901 has no such token. In a dictionary it is a key like any other.
package struct ElementSelector: Equatable {
    /// The key of the entry to compare; nil to compare the element itself.
    package let member: String?
    /// The text to compare: that of a string, number, boolean or date, as ``PropertyList/text`` has it.
    package private(set) var text: String

    /// Creates the selector that matches an element by one of its entries, or by itself; returns nil if that has no text
    /// to compare.
    package init?(of element: PropertyList, member: String?) {
        self.member = member
        text = ""
        guard let text = compared(of: element)?.selectableText else { return nil }
        self.text = text
    }

    /// Parses a token, which is split at its first `=`; returns nil for any other token.
    package init?(_ token: String) {
        guard token.utf8.first == UInt8(ascii: "["), token.utf8.last == UInt8(ascii: "]"),
            let sign = token.utf8.firstIndex(of: UInt8(ascii: "="))
        else { return nil }
        let member = token[token.utf8.index(after: token.startIndex)..<sign]
        self.member = member.isEmpty ? nil : String(member)
        text = String(token[token.utf8.index(after: sign)..<token.utf8.index(before: token.endIndex)])
    }

    package var token: String { "[\(member ?? "")=\(text)]" }

    /// Returns whether an element is the one that the selector means; a container, data or a UID never is one by its
    /// own text.
    package func matches(_ element: PropertyList) -> Bool {
        compared(of: element)?.selectableText.map { $0.hasSameBytes(as: text) } ?? false
    }

    /// Returns the element that the selector means, for an array that lacks it: with the type that the others have
    /// there, else with that of the text's spelling.
    package func element(for others: [PropertyList]) -> PropertyList {
        let value: PropertyList
        switch others.lazy.compactMap(compared).first(where: { $0.selectableText != nil }) {
        case .string?: value = .string(text)
        case .date?: value = PropertyListDate(rfc3339: text).map(PropertyList.date) ?? .string(text)
        default: value = PropertyList(inferring: text)
        }
        return member.map { [$0: value] } ?? value
    }

    private func compared(of element: PropertyList) -> PropertyList? {
        guard let member else { return element }
        guard case .dictionary(let entries) = element else { return nil }
        return entries[member]
    }
}

extension PropertyList {
    /// The text by which a selector can find the value; nil for a container, data and a UID.
    package var selectableText: String? {
        switch self {
        case .string, .integer, .real, .boolean, .date: try? text
        case .data, .array, .dictionary, .uid: nil
        }
    }

    /// The elements of an array that an entry identifies, each with the token of its selector; none of another value.
    package var namedParts: [(token: String, value: PropertyList)] {
        guard case .array(let elements) = self, let member = [PropertyList].identifyingMember(of: [elements]) else {
            return []
        }
        return elements.named(by: member)
    }

    /// Returns the first token of a pointer whose selector matches several elements, as the length of the pointer up to
    /// it, and the positions of the elements; nil if there is none.
    package func ambiguity(at pointer: [String]) -> (length: Int, positions: [Int])? {
        var value = self
        for (position, token) in pointer.enumerated() {
            if case .array(let elements) = value {
                let positions = elements.positions(named: token)
                if positions.count > 1 { return (position + 1, positions) }
            }
            guard let next = value[pointer: [token]] else { return nil }
            value = next
        }
        return nil
    }
}

extension [PropertyList] {
    /// Returns the elements that have a text in an entry, each with the token of the selector for it.
    package func named(by member: String) -> [(token: String, value: PropertyList)] {
        compactMap { element in ElementSelector(of: element, member: member).map { ($0.token, element) } }
    }

    /// Returns the positions of the elements that a pointer's token names: one by its number, or all that a selector
    /// matches.
    func positions(named token: String) -> [Int] {
        if let position = elementPosition(token) { return indices.contains(position) ? [position] : [] }
        guard let selector = ElementSelector(token) else { return [] }
        return indices.filter { selector.matches(self[$0]) }
    }

    /// Returns the entry that identifies elements in most files, if each element of some arrays has it, and no two of an
    /// array have the same text there; nil if there is none.
    package static func identifyingMember(of arrays: [[PropertyList]]) -> String? {
        ["id", "name", "key", "identifier"].first { member in
            arrays.allSatisfy { elements in
                var texts: Set<ByteKey> = []
                return elements.allSatisfy { element in
                    let selector = ElementSelector(of: element, member: member)
                    return selector.map { texts.insert(ByteKey($0.text)).inserted } ?? false
                }
            }
        }
    }

    /// Returns the position of the only element that a pointer's token names; nil if there is none, or more than one.
    package func position(named token: String) -> Int? {
        let positions = positions(named: token)
        return positions.count == 1 ? positions[0] : nil
    }
}
