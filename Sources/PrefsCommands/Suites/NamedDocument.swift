import PreferenceCore
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
            guard case .dictionary(let dictionary) = value else {
                throw path == "-"
                    ? .standardInputNotDictionary(value.kind)
                    : .preferences(.store(.rootNotDictionary(path: path, value.kind)))
            }
            return dictionary
        }
    }
}

extension CommandContext {
    /// The document at a path, or on standard input for `-`.
    ///
    /// - Parameter readsStreams: whether a pipe or a device is read to its end.
    func document(_ path: String, readsStreams: Bool = true) throws(CommandError) -> NamedDocument {
        guard path == "-" else {
            let file = try rethrowing(as: CommandError.store) { () throws(PreferenceStoreError) in
                try PropertyListFile(path: path, readsStreams: readsStreams)
            }
            return NamedDocument(path: path, value: file.value, format: file.format, bytes: file.bytes)
        }
        return try inputDocument()
    }

    /// The document on standard input.
    ///
    /// - Parameter keys: the keys of a root dictionary that are wanted; nil wants all.
    func inputDocument(keys: KeySelection? = nil) throws(CommandError) -> NamedDocument {
        let bytes = try readInput()
        let (value, format) = try rethrowing(as: CommandError.standardInputMalformed) { () throws(PropertyListError) in
            try PropertyList.parse(bytes.span, keys: keys)
        }
        return NamedDocument(path: "-", value: value, format: format, bytes: bytes)
    }

    /// The keys of the dictionary on standard input, in its order.
    func inputKeys() throws(CommandError) -> [String] {
        let bytes = try readInput()
        let keys = try rethrowing(as: CommandError.standardInputMalformed) { () throws(PropertyListError) in
            try PropertyList.parseKeys(bytes.span)?.keys
        }
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

extension PropertyListError {
    /// Where it is, behind the name of a file: `:LINE:COLUMN`, or the offset where there are no lines.
    var place: String {
        position.place
    }

    /// Where it is, behind the name of a text that is no file.
    var placeInWords: String {
        position.map { ", at \($0)" } ?? ""
    }
}

extension SourcePosition? {
    /// The place behind the name of a file: `:LINE:COLUMN`, or the offset where there are no lines.
    var place: String {
        guard let self else { return "" }
        guard let line = self.line, let column = self.column else { return ": at byte \(self.offset)" }
        return ":\(line):\(column)"
    }
}
