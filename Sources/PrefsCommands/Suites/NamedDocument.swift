import PreferenceStore
import PropertyLists

/// A property list that the command line names, with the name.
struct NamedDocument {
    /// The path; `-` for standard input.
    let path: String
    let value: PropertyList
    let format: PropertyListFormat
    let bytes: [UInt8]

    /// The dictionary that the document is, as a suite has to be one.
    var dictionary: PropertyListDictionary {
        get throws(CommandError) {
            if case .dictionary(let dictionary) = value { return dictionary }
            throw path == "-"
                ? .standardInputNotDictionary(value.kind) : .store(.rootNotDictionary(path: path, value.kind))
        }
    }
}

extension CommandContext {
    /// The document at a path, or on standard input for `-`.
    ///
    /// - Parameter readsStreams: whether a pipe or a device is read to its end.
    func document(_ path: String, readsStreams: Bool = true) throws(CommandError) -> NamedDocument {
        if path == "-" { return try inputDocument() }
        let file = try rethrowing(PropertyListFile(path: path, readsStreams: readsStreams), as: CommandError.store)
        return NamedDocument(path: path, value: file.value, format: file.format, bytes: file.bytes)
    }

    /// The document on standard input.
    ///
    /// - Parameter keys: the keys of a root dictionary that are wanted; nil wants all.
    func inputDocument(keys: KeySelection? = nil) throws(CommandError) -> NamedDocument {
        let bytes = try readInput()
        let (value, format) = try rethrowing(
            PropertyList.parse(bytes.span, keys: keys),
            as: CommandError.standardInputMalformed
        )
        return NamedDocument(path: "-", value: value, format: format, bytes: bytes)
    }

    /// The keys of the dictionary on standard input, in its order.
    func inputKeys() throws(CommandError) -> [String] {
        let bytes = try readInput()
        let keys = try rethrowing(PropertyList.parseKeys(bytes.span), as: CommandError.standardInputMalformed)?.keys
        return if let keys { keys } else { try inputDocument().dictionary.keys }
    }

    /// Checks that standard input stands for one file at most: of the operands, and of `--file`.
    func checkStandardInput() throws(CommandError) {
        let paths = arguments.operands + [arguments.argument(of: .file)].compactMap(\.self)
        guard paths.count(where: { $0 == "-" }) < 2 else { throw .usage(.standardInputTwice) }
    }

    /// Checks that no option selects a suite, since files are named in its place.
    func checkNoSelection() throws(CommandError) {
        if let option = arguments.options.first(where: { [OptionName].fileSelectors.contains($0.name) }) {
            throw .usage(.selectorBesideFiles(option: option.spelling))
        }
    }
}
