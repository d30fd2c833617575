import PropertyLists

/// A large document, and what is done with it.
public struct GrowthDocument {
    /// Something that takes a document or its value.
    public enum Work: String, CaseIterable, Sendable {
        case read, locate, edit, write
    }

    private let bytes: [UInt8]
    private let format: PropertyListFormat
    /// What the document holds; nil where it is one to be refused.
    private let value: PropertyList?

    init(bytes: [UInt8], format: PropertyListFormat) {
        self.bytes = bytes
        self.format = format
        value = try? PropertyList(parsing: bytes.span, as: format)
    }

    /// Does the work once, whether it succeeds or not; false where the document leaves nothing to do.
    public func perform(_ work: Work) -> Bool {
        switch work {
        case .read:
            _ = PropertyListFormat(detecting: bytes.span)
            _ = try? PropertyList(parsing: bytes.span, as: format)
        case .locate:
            _ = try? PropertyList(at: ["k", "absent"], parsing: bytes.span, as: format)
        case .edit:
            guard case .dictionary(let old)? = value else { return false }
            var new = old
            new["added"] = true
            if let last = old.last {
                new[last.key] = "changed"
            }
            if old.count > 2 {
                new[old[1].key] = nil
            }
            _ = try? new.serialized(changing: bytes.span, holding: old, as: format)
        case .write:
            guard let value else { return false }
            for format in PropertyListFormat.allCases {
                _ = try? value.serialized(as: format)
            }
        }
        return true
    }
}
