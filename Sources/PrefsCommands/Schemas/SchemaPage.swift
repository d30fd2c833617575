import CommandGrammar
import PreferenceCore
import PropertyLists

extension ReferencePage {
    /// The depth to which the parts of dictionaries have entries of their own, since a rule can refer to itself.
    private static var depthLimit: Int { 3 }

    /// The facts that a page leaves out: those of a file, and the summary, which has its own place.
    private static var omittedFacts: Set<String> { ["value", "origin", "schema", "summary"] }

    /// Creates the page of what a schema says of its keys, for the documentation of a program.
    ///
    /// The same schema gives the same page: it has the order of the schema, and neither a date nor a path.
    ///
    /// - Parameter name: The name of the suite, or of the schema's file.
    init(_ schema: SuiteSchema, of name: String, _ rules: SuiteRules) {
        let root = schema.schema.root
        func entries(of pointer: ValuePointer, depth: Int) -> [Entry] {
            let rule = schema.schema.rule(for: pointer.key, at: pointer.inValue.tokens)
            var facts = rules.facts(of: pointer, in: nil, schema)
            if rules.disclosure.hides(pointer) { facts["default"] = nil }
            let entry = Entry(
                pointer.key,
                at: pointer.inValue.text,
                summary: rule?.summary?.split(whereSeparator: \.isWhitespace).joined(separator: " "),
                facts.filter { !Self.omittedFacts.contains($0.key) }.map(Fact.init(of:))
            )
            guard depth < Self.depthLimit, let rule else { return [entry] }
            let parts = schema.schema.keys(of: rule).flatMap { entries(of: pointer.part($0), depth: depth + 1) }
            return [entry] + parts
        }
        let title = root.title?.escapingControlCharacters ?? "Preferences of \(name)"
        let all = schema.schema.keys.flatMap { entries(of: ValuePointer($0), depth: 0) }
        self.init(name, title: title, introduction: root.description, all)
    }
}

extension ReferencePage.Fact {
    fileprivate init(of fact: PropertyListDictionary.Entry) {
        let isJSON = fact.key == "default"
        let name = fact.key == "readOnly" ? "Read-only" : fact.key.prefix(1).uppercased() + fact.key.dropFirst()
        let text =
            switch fact.value {
            case .string(let text) where !isJSON: text
            case .boolean(true) where !isJSON: "yes"
            // Only typed JSON has a form for each value, such as not-a-number.
            case let value: (try? value.json(.plain)) ?? (try? value.json(.typed)) ?? ""
            }
        self.init(name, text, isJSON: isJSON)
    }
}
