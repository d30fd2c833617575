import PropertyLists

/// The places in a document that references can name: schemas with an identifier, and those with an anchor.
///
/// See the core specification, draft 2020-12, sections 8.2 and 9.1: a reference is relative to the identifier of the
/// schemas around it.
struct SchemaResources {
    private typealias Problem = PreferenceSchemaError.Problem

    /// A schema with an identifier: its URI without a fragment, and its place.
    private struct Resource {
        var uri = ""
        var pointer = JSONPointer.whole
    }

    /// The places by their URIs; after `#`, the name of an anchor.
    private var pointers: [String: JSONPointer] = [:]
    /// The resource that the value of each `$ref` is in, by the offset of the value.
    private var resources: [Int: Resource] = [:]
    /// The keyword for the URI of a schema.
    private let identifier: String

    /// Finds the places in the document of a cursor at its root.
    init(_ cursor: JSONCursor, identifier: String) throws(PropertyListError) {
        self.identifier = identifier
        var cursor = cursor
        try read(&cursor, at: [], in: Resource())
    }

    /// Returns the place that a reference at an offset leads to; nil if the document has none.
    func pointer(of reference: String, at offset: Int) -> JSONPointer? {
        let resource = resources[offset] ?? Resource()
        let parts = reference.split(separator: Character("#"), maxSplits: 1, omittingEmptySubsequences: false)
        let uri = String(parts[0]).resolved(against: resource.uri)
        guard let place = uri == resource.uri ? resource.pointer : pointers[uri] else { return nil }
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        guard let text = fragment.removingPercents else { return nil }
        if let pointer = JSONPointer(text) { return JSONPointer(tokens: place.tokens + pointer.tokens) }
        return pointers["\(uri)#\(text)"]
    }

    private mutating func read(
        _ cursor: inout JSONCursor,
        at tokens: [String],
        in resource: Resource
    ) throws(PropertyListError) {
        switch try cursor.kind() {
        case .object: try readObject(&cursor, at: tokens, in: resource)
        case .array:
            try cursor.beginArray()
            var position = 0
            while try cursor.nextElement() {
                try read(&cursor, at: tokens + ["\(position)"], in: resource)
                position += 1
            }
        default: try cursor.skipValue()
        }
    }

    private mutating func readObject(
        _ cursor: inout JSONCursor,
        at tokens: [String],
        in outer: Resource
    ) throws(PropertyListError) {
        let pointer = JSONPointer(tokens: tokens)
        var resource = outer
        // The identifier counts for the keywords before it too.
        var ahead = cursor
        try ahead.beginObject()
        if try ahead.nextKey(among: [identifier]) != nil, try ahead.kind() == .string {
            let text = try ahead.readString()
            if text.first == "#" {
                // In drafts 4 to 7, an anchor.
                pointers[outer.uri + text] = pointer
            } else {
                let uri = String(text.prefix { $0 != "#" }).resolved(against: outer.uri)
                resource = Resource(uri: uri, pointer: pointer)
                pointers[uri] = pointer
            }
        }
        try cursor.beginObject()
        while let key = try cursor.nextKey() {
            let keyword = SchemaKeyword(rawValue: key)
            let isText = try cursor.kind() == .string
            switch keyword {
            case .reference? where isText: resources[cursor.offset] = resource
            case .anchor? where isText, .dynamicAnchor? where isText:
                var value = cursor
                pointers["\(resource.uri)#\(try value.readString())"] = pointer
            case .enumeration?, .constant?, .defaultValue?: break
            default:
                try read(&cursor, at: tokens + [key], in: resource)
                continue
            }
            try cursor.skipValue()
        }
    }
}

extension String {
    /// Returns the absolute form of a reference without a fragment, as a text alone (RFC 3986, section 5.2).
    fileprivate func resolved(against base: String) -> String {
        let isAbsolute =
            firstIndex(of: ":").map { !self[..<$0].utf8.contains(UInt8(ascii: "/")) && $0 != startIndex } ?? false
        guard !isEmpty, !isAbsolute else { return isEmpty ? base : self }
        let scheme = base.firstIndex(of: ":").map { base[...$0] } ?? ""
        var authority = base.dropFirst(scheme.count)
        authority = authority.hasPrefix("//") ? authority.prefix(2) + authority.dropFirst(2).prefix { $0 != "/" } : ""
        if hasPrefix("//") { return scheme + self }
        let path = hasPrefix("/") ? "" : base.dropFirst(scheme.count + authority.count)
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? (authority.isEmpty ? "" : "/")
        var segments: [Substring] = []
        let merged = (hasPrefix("/") ? "" : directory) + self
        for segment in merged.split(separator: Character("/"), omittingEmptySubsequences: false) where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        return scheme + authority + segments.joined(separator: "/")
    }

    /// The text with percent-encoded bytes decoded (RFC 3986); nil if the encoding is malformed or the bytes are not
    /// UTF-8.
    var removingPercents: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
