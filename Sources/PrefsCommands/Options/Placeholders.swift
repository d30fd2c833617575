import CommandGrammar
import PropertyLists
import ValueDifferences

/// The kinds of arguments of `prefs`.
extension Placeholder {
    static var suite: Placeholder { Placeholder("NAME", "the name of a suite", from: "suites") }
    static var key: Placeholder { Placeholder("KEY", "a key", isNeverEmpty: false, from: "keys") }
    static var glob: Placeholder { Placeholder("GLOB", "a pattern of keys", isNeverEmpty: false, from: "keys") }
    static var pointer: Placeholder {
        Placeholder("POINTER", "a JSON Pointer", isNeverEmpty: false, from: "pointers")
    }
    static var value: Placeholder {
        Placeholder("VALUE", "a value", isNeverEmpty: false, isNumber: true, from: "values")
    }
    static var amount: Placeholder { Placeholder("BY", "a number", isNumber: true) }
    static var pair: Placeholder {
        Placeholder("KEY=VALUE", "an argument of the form KEY=VALUE", from: "assignments")
    }
    static var entry: Placeholder { Placeholder("KEY VALUE", "a key and its value", isNeverEmpty: false) }
    static var type: Placeholder {
        Placeholder("TYPE", "the name of a type") {
            Choices(PropertyListKind.names, alsoUnderstood: PropertyListKind.allCases.flatMap(\.otherNames))
        }
    }
    static var format: Placeholder {
        Placeholder("FORMAT", "the name of a format") { Choices(DocumentForm.names + [DocumentForm.commandsName]) }
    }
    static var documentFormat: Placeholder {
        Placeholder("FORMAT", "the name of a file format") { Choices(DocumentForm.names) }
    }
    static var valueForm: Placeholder {
        Placeholder("json|typed", "json or typed") { Choices(["json", "typed"]) }
    }
    static var jsonAlone: Placeholder {
        Placeholder("json", "json") { Choices(["json"], alsoUnderstood: ["typed"]) }
    }
    static var editedForm: Placeholder {
        Placeholder("FORM", "the name of a form of text") { Choices(["xml", "json"]) }
    }
    static var changeForm: Placeholder {
        Placeholder("FORMAT", "the name of a form of changes") { Choices(ChangeForm.names, alsoUnderstood: ["typed"]) }
    }
    static var command: Placeholder { Placeholder("COMMAND", "the name of a program", from: files) }
    static var defaultsWord: Placeholder {
        Placeholder("WORD", "a word of defaults(1)", isNeverEmpty: false, from: "defaults")
    }
    static var path: Placeholder { Placeholder("PATH", "the path of a file", from: files) }
    static var schemaFile: Placeholder { Placeholder("FILE", "the path of a schema", from: files) }
    static var outputFile: Placeholder { Placeholder("FILE", "the path of the file to write", from: files) }
    static var text: Placeholder { Placeholder("TEXT", "a text to search for", isNeverEmpty: false) }
    static var oldKey: Placeholder {
        Placeholder("OLD", "the name of an existing key", isNeverEmpty: false, from: "keys")
    }
    static var newKey: Placeholder { Placeholder("NEW", "the name of a new key", isNeverEmpty: false) }
    static var oldSuite: Placeholder { Placeholder("OLD", "the name of an existing suite", from: "suites") }
    static var newSuite: Placeholder { Placeholder("NEW", "the new name of a suite") }
    static var document: Placeholder { Placeholder("FILE", "the path of a property list", from: files) }
    static var configuration: Placeholder {
        Placeholder("FILE|DIRECTORY", "the path of a document of suites or of a directory", from: files)
    }
    static var base: Placeholder { Placeholder("BASE", "the path of the common ancestor", from: files) }
    static var ours: Placeholder { Placeholder("OURS", "the path of our version", from: files) }
    static var theirs: Placeholder { Placeholder("THEIRS", "the path of their version", from: files) }
    static var explained: Placeholder {
        Placeholder("COMMAND", "the name of a command or topic") { CommandTable.prefs.explained }
    }
    static var shell: Placeholder { Placeholder("SHELL", "the name of a shell") { Choices(CompletionShell.names) } }
    static var colourMode: Placeholder {
        Placeholder("WHEN", "auto, always or never") { Choices(["auto", "always", "never"]) }
    }
    static var seconds: Placeholder { Placeholder("SECONDS", "a number of seconds") }
    static var changeID: Placeholder { Placeholder("ID", "the ID of a change", from: "changes") }
    static var number: Placeholder { Placeholder("N", "a number of changes", isNumber: true) }
    static var ownerName: Placeholder { Placeholder("NAME", "the name of an owner") }
}

extension CaseIterable where Self: RawRepresentable<String> {
    /// The raw values, for the choices of a placeholder.
    static var names: [String] { allCases.map(\.rawValue) }
}
