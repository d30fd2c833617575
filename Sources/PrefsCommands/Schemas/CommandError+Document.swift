import PreferenceCore
import PropertyLists

extension CommandError {
    /// The way to the value that the schema does not allow; nil of every other error, and where none is to blame.
    var refusedPath: [String]? {
        switch self {
        case .violation(let violation, _, _) where !violation.path.isEmpty: violation.path
        case .unknownKey(let key, _, _): [key]
        case .readOnly(let path, _): path
        default: nil
        }
    }

    /// The error with the line of the document that the value came from; as it is where it came from none.
    func located(in document: NamedDocument) -> CommandError {
        guard let path = refusedPath, document.value[path: path] != nil else { return self }
        let positions = try? PropertyList.positions(of: [path], in: document.bytes.span, as: document.format)
        return .inDocument(self, path: document.path, positions?.first ?? nil)
    }
}
