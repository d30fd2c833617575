import PropertyLists

/// A format of strings, as the keyword `format` names it.
public enum SchemaFormat: String, Sendable, CaseIterable {
    /// A point in time (RFC 3339) from the year 0 to 9999, which is a date in a property list, not a string.
    case dateTime = "date-time"
    /// A URI with its scheme (RFC 3986).
    case uri
    /// A UUID (RFC 4122): 32 hexadecimal digits in five groups.
    case uuid
}

extension SchemaFormat {
    /// Returns whether a text has the format.
    package func matches(_ text: String) -> Bool {
        switch self {
        case .dateTime: isDateTime(text)
        case .uri: isURI(text)
        case .uuid: isUUID(text)
        }
    }
}

/// Returns whether a text is RFC 3339, in which a year has four digits and no sign.
private func isDateTime(_ text: String) -> Bool {
    text.utf8.first?.decimalDigit != nil && PropertyListDate(rfc3339: text) != nil
}

/// Returns whether a text is a URI (RFC 3986, appendix A): its scheme, percent-encodings, address, port and `#`.
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
        let address = port.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        port = port[address.endIndex...]
        guard isIPv6Address(address) || isFutureAddress(address), port.popFirst() == UInt8(ascii: "]") else {
            return false
        }
    } else {
        parts.append(port.prefix { $0 != UInt8(ascii: ":") })
        port = port.drop { $0 != UInt8(ascii: ":") }
    }
    let isPort =
        port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy { $0.decimalDigit != nil }
    return isPort && parts.allSatisfy { hasURICharacters($0) }
}

/// Returns whether a text is an IPv6 address (RFC 3986, section 3.2.2): eight groups of digits, of which `::` replaces
/// some, and the last two can be an IPv4 address.
private func isIPv6Address(_ text: Substring.UTF8View) -> Bool {
    let colon = UInt8(ascii: ":")
    let bytes = Array(text)
    let gap = bytes.indices.dropLast().first { bytes[$0] == colon && bytes[$0 + 1] == colon }
    let parts = gap.map { [bytes[..<$0], bytes[($0 + 2)...]] } ?? [bytes[...]]
    var groups = parts.map { $0.isEmpty ? [] : $0.split(separator: colon, omittingEmptySubsequences: false) }
    var count = 8
    if let last = groups.last?.last, isIPv4Address(last) {
        groups[groups.count - 1].removeLast()
        count -= 2
    }
    let digits = groups.joined()
    return (gap == nil ? digits.count == count : digits.count < count)
        && digits.allSatisfy { 1...4 ~= $0.count && $0.allSatisfy { $0.hexadecimalDigit != nil } }
}

/// Returns whether a text is four numbers below 256 without leading zeros.
private func isIPv4Address(_ text: ArraySlice<UInt8>) -> Bool {
    let numbers = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return numbers.count == 4
        && numbers.allSatisfy { text in
            UInt8(String(decoding: text, as: UTF8.self)).map { String($0).utf8.elementsEqual(text) } ?? false
        }
}

/// Returns whether a text is an address of a later version (RFC 3986, section 3.2.2): `v1.fe80`.
private func isFutureAddress(_ text: Substring.UTF8View) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let letter = parts[0].first, letter | 0x20 == UInt8(ascii: "v") else { return false }
    let version = parts[0].dropFirst()
    return !version.isEmpty && version.allSatisfy { $0.hexadecimalDigit != nil }
        && !parts[1].isEmpty && parts[1].allSatisfy(\.isInFragment)
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
