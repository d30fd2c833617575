import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs dump`: the whole of one file as a document, on standard output or in a file that is written whole.
    mutating func dump() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let entries = try read(selection, isOneFile: true) { snapshot throws(CommandError) in
            try preferences { () throws(PreferenceError) in try snapshot.entries() }
        }
        let document = try document(of: PropertyListDictionary(entries), as: documentForm)
        guard let path = arguments.argument(of: .output) else {
            write(document)
            return .done
        }
        do {
            try AtomicFile(path: path).write(document.span)
        } catch {
            throw .preferences(.store(error))
        }
        report("wrote \(path)")
        return .done
    }

    /// The form that the options name, XML where they name none.
    private var documentForm: DocumentForm {
        switch jsonStyle {
        case .plain: .json
        case .typed: .typedJSON
        case nil: arguments.argument(of: .format).flatMap(DocumentForm.init(rawValue:)) ?? .xml
        }
    }

    private func document(
        of contents: PropertyListDictionary, as form: DocumentForm
    ) throws(CommandError) -> [UInt8] {
        let root = PropertyList.dictionary(contents)
        do throws(PropertyListError) {
            switch form {
            case .xml: return try root.serialized(as: .xml)
            case .binary: return try root.serialized(as: .binary)
            case .json: return Array("\(try root.json(.plain))\n".utf8)
            case .typedJSON: return Array("\(try root.json(.typed))\n".utf8)
            case .commands: break
            }
        } catch {
            throw .notRepresentable(error.problem, key: nil)
        }
        return Array(try setCommands(for: contents).utf8)
    }
}

/// The forms in which a suite can be dumped.
enum DocumentForm: String, CaseIterable {
    case xml
    case binary
    case json
    case typedJSON = "typed-json"
    /// Lines of `prefs set` that make the same suite in a shell.
    case commands
}
