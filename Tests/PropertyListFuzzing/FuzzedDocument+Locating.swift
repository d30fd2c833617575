import PropertyLists
import TestSupport

extension FuzzedDocument {
    func checkLocating() throws(FuzzFinding) {
        var generator = generator
        for format in PropertyListFormat.allCases {
            switch read(as: format) {
            case .success(let tree):
                for _ in 0..<6 {
                    let path = tree.randomPath(using: &generator)
                    try check(path, is: .success(tree[pointer: path]), as: format)
                }
                if case .dictionary(let dictionary) = tree {
                    try check(keysOf: dictionary, as: format, using: &generator)
                }
            case .failure(let error) where format != .binary:
                try check(["k"], is: .failure(error), as: format)
            case .failure:
                // An error outside the path goes unnoticed.
                _ = located(["k"], as: format)
                _ = located(["a", "0"], as: format)
            }
        }
    }

    private func located(
        _ path: [String],
        as format: PropertyListFormat
    ) -> Result<PropertyList?, PropertyListError> {
        Result { () throws(PropertyListError) in try PropertyList(at: path, parsing: bytes.span, as: format) }
    }

    private func check(
        _ path: [String],
        is expected: Result<PropertyList?, PropertyListError>,
        as format: PropertyListFormat
    ) throws(FuzzFinding) {
        let found = located(path, as: format)
        if found != expected {
            throw FuzzFinding("read as \(format), \(path) leads to \(found), not \(expected)")
        }
    }

    private func check(
        keysOf dictionary: PropertyListDictionary,
        as format: PropertyListFormat,
        using generator: inout SeededGenerator
    ) throws(FuzzFinding) {
        // A fuzzer may eventually write a key that no document is expected to have.
        let keys = dictionary.keys.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
        let soughtKeys = keys + (dictionary["absent"] == nil ? ["absent"] : [])
        let wanted = keys.reduce(into: PropertyListDictionary()) { $0[$1] = dictionary[$1] }
        let found = Result { () throws(PropertyListError) in
            try PropertyList(parsing: bytes.span, as: format, keys: soughtKeys)
        }
        if found != .success(.dictionary(wanted)) {
            throw FuzzFinding("read as \(format), the keys \(keys) are those of \(found), not \(wanted)")
        }
        let sought = KeySelection.named(soughtKeys)
        let matching = Result { () throws(PropertyListError) in
            try PropertyList.parse(bytes.span, as: format, keys: .matching { sought.contains($0) }).0
        }
        if matching != found {
            throw FuzzFinding("read as \(format), the keys \(keys) match those of \(matching), not \(found)")
        }
        guard PropertyListFormat(detecting: bytes.span) == format else { return }
        let names = Result { () throws(PropertyListError) in try PropertyList.parseKeys(bytes.span)?.keys }
        let hasKeys = format == .xml || format == .binary
        if names != .success(hasKeys ? dictionary.keys : nil) {
            throw FuzzFinding("read as \(format), the keys are \(names), not \(dictionary.keys)")
        }
    }
}

extension PropertyList {
    /// Returns a path to a value within this one, or to a missing one.
    fileprivate func randomPath(using generator: inout SeededGenerator) -> [String] {
        var path: [String] = []
        var value = self
        while Int.random(in: 0..<8, using: &generator) > 0 {
            switch value {
            case .dictionary(let dictionary):
                guard let entry = dictionary.randomElement(using: &generator) else { return path + ["k"] }
                path.append(entry.key)
                value = entry.value
            case .array(let elements):
                guard let position = elements.indices.randomElement(using: &generator) else { return path + ["0"] }
                path.append(String(position))
                value = elements[position]
            default:
                return Bool.random(using: &generator) ? path : path + ["0"]
            }
        }
        return path
    }
}
