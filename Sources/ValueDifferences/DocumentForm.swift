package import PropertyLists

/// The forms in which a whole property list is written and read.
package enum DocumentForm: String, CaseIterable {
    case xml
    case binary
    case openStep = "openstep"
    case json
    case typedJSON = "typed"

    /// The format name of `dump` for `prefs set` commands, which recreate the suite in a shell but are not a document.
    package static let commandsName = "commands"

    /// The name at the top of a JSON document that editors take for that of its schema.
    package static let schemaName = "$schema"

    /// The form that the extension of a file's name implies, plain JSON for `.json`; nil for other names.
    package init?(extensionOf path: String) {
        guard let format = PropertyListFormat(extensionOf: path) else { return nil }
        self = format == .json ? .json : DocumentForm(format)
    }

    /// The form that keeps everything in a format.
    package init(_ format: PropertyListFormat) {
        switch format {
        case .xml: self = .xml
        case .binary: self = .binary
        case .openStep: self = .openStep
        case .json: self = .typedJSON
        }
    }

    package var format: PropertyListFormat {
        switch self {
        case .xml: .xml
        case .binary: .binary
        case .openStep: .openStep
        case .json, .typedJSON: .json
        }
    }
}

extension PropertyList {
    package func document(as form: DocumentForm, isPretty: Bool = false) throws(PropertyListError) -> [UInt8] {
        switch form {
        case .xml, .binary, .openStep: try serialized(as: form.format)
        case .json: try jsonDocument(.plain, pretty: isPretty)
        case .typedJSON: try jsonDocument(.typed, pretty: isPretty)
        }
    }
}
