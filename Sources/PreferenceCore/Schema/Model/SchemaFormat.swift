import PropertyLists

/// A format of strings, as the keyword `format` names it.
public enum SchemaFormat: String, Sendable, CaseIterable {
    /// A point in time (RFC 3339), which is a date in a property list, not a string.
    case dateTime = "date-time"
    /// A URI with its scheme (RFC 3986).
    case uri
    /// A UUID (RFC 4122): 32 hexadecimal digits in five groups.
    case uuid
}

extension SchemaFormat {
    /// Returns whether a text has the format; `dateTime` is always true, because dates are checked by their kind.
    package func matches(_ text: String) -> Bool {
        switch self {
        case .dateTime: true
        case .uri: isURI(text)
        case .uuid: isUUID(text)
        }
    }
}

/// Returns whether a text is a URI (RFC 3986, appendix A): its scheme, percent-encodings, brackets, port and `#`.
private func isURI(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first, first.isASCIILetter,
        bytes[..<colon].allSatisfy({ $0.isASCIILetter || $0.decimalDigit != nil || "+-.".utf8.contains($0) })
    else { return false }
    var rest = bytes[bytes.index(after: colon)...]
    if rest.starts(with: "//".utf8) {
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        guard isAuthority(authority) else { return false }
        rest = rest[authority.endIndex...]
    }
    return hasURICharacters(rest, and: "#") && rest.count { $0 == UInt8(ascii: "#") } <= 1
}

/// Returns whether a part of a URI is the user, the host and the port: `ada@[2001:db8::7]:80`.
private func isAuthority(_ text: Substring.UTF8View) -> Bool {
    var parts = text.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count <= 2, var port = parts.popLast() else { return false }
    if port.first == UInt8(ascii: "[") {
        let address = port.dropFirst().prefix { $0.isInFragment }
        port = port[address.endIndex...]
        guard !address.isEmpty, port.popFirst() == UInt8(ascii: "]") else { return false }
    } else {
        parts.append(port.prefix { $0 != UInt8(ascii: ":") })
        port = port.drop { $0 != UInt8(ascii: ":") }
    }
    let isPort =
        port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy { $0.decimalDigit != nil }
    return isPort && parts.allSatisfy { hasURICharacters($0) }
}

/// Returns whether a part of a URI has only characters of its fragment, others, and whole percent-encodings.
private func hasURICharacters(_ text: Substring.UTF8View, and others: String = "") -> Bool {
    let escapes = text.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
    return text.allSatisfy { $0.isInFragment || $0 == UInt8(ascii: "%") || others.utf8.contains($0) }
        && escapes.allSatisfy { $0.count >= 2 && $0.prefix(2).allSatisfy { $0.hexadecimalDigit != nil } }
}

private func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy { $0.hexadecimalDigit != nil } }
}

extension UInt8 {
    var isASCIILetter: Bool {
        // The two cases differ in one bit.
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
    }

    /// Whether the character needs no escape in the fragment of a URI (RFC 3986, section 3.5).
    var isInFragment: Bool {
        isASCIILetter || decimalDigit != nil || "-._~!$&'()*+,;=:@/?".utf8.contains(self)
    }
}
