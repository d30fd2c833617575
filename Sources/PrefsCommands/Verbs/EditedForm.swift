import PropertyLists

/// The forms in which a suite can be edited.
enum EditedForm: String, CaseIterable {
    case xml
    /// Typed JSON, so that nothing is lost.
    case json

    var format: PropertyListFormat {
        switch self {
        case .xml: .xml
        case .json: .json
        }
    }

    /// The name of a file with the form's own extension in place of `.plist`.
    func fileName(for name: String) -> String {
        let stem = name.hasSuffix(".plist") ? String(name.dropLast(".plist".count)) : name
        return stem + (self == .json ? ".json" : ".plist")
    }

    /// The suite that a document in the form holds.
    func suite(in bytes: [UInt8]) throws(EditedTextProblem) -> PropertyListDictionary {
        let value: PropertyList
        do throws(PropertyListError) {
            value = try PropertyList(parsing: bytes.span, as: format)
        } catch {
            throw .malformed(error)
        }
        guard case .dictionary(let contents) = value else { throw .notDictionary(value.kind) }
        return contents
    }
}
