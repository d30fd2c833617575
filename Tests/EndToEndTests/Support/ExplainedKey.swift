import TestSupport

/// The two parts of what `explain` prints as text: the facts of a key, and its layers.
struct ExplainedKey {
    let facts: String
    let layers: String

    /// - Parameter end: The end of each record.
    init(_ text: String, endingWith end: Character = "\n") {
        let records = text.split(separator: end)
        // A fact has a name and a text; a layer has a state and a file, and its type and value if the key is set.
        let isLayer = { (record: Substring) in
            let fields = record.split(separator: "\t", omittingEmptySubsequences: false)
            return fields.count > 3 || ["unset", "unreadable"].contains(fields[0])
        }
        facts = records.filter { !isLayer($0) }.map { "\($0)\(end)" }.joined()
        layers = records.filter(isLayer).map { "\($0)\(end)" }.joined()
    }

    /// Returns the facts of a key in JSON, as an object, and its layers, as an array.
    init(json text: String) {
        let parts = text.split(separator: #","layers":"#, maxSplits: 1)
        facts = parts[0] + "}\n"
        layers = String(parts.last?.dropLast(2) ?? "")
    }
}

extension SubprocessOutcome {
    /// The outcome with a part of what it printed as its output.
    func printing(_ part: String) -> SubprocessOutcome {
        var outcome = self
        outcome.output = Array(part.utf8)
        return outcome
    }
}
