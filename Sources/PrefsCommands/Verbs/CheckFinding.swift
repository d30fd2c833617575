import PreferenceCore
import PreferenceStore
import PropertyLists

/// Something that `check` has found in a file.
struct CheckFinding {
    let path: String
    let position: SourcePosition?
    /// The way to the value; empty where the file as a whole is meant.
    let place: [String]
    let message: String
    let exitCode: ExitCode
    /// What breaks a schema, and the path of that; nil where the finding is no matter of a schema.
    let rule: (violation: SchemaViolation, path: String)?

    /// A hazard.
    init(path: String, _ finding: PropertyListFinding) {
        self.path = path
        position = finding.position
        place = finding.path
        message = finding.hazard.description
        exitCode = .invalidValue
        rule = nil
    }

    /// A value that breaks a schema.
    init(path: String, _ violation: SchemaViolation, at position: SourcePosition?, schema: SuiteSchema) {
        self.path = path
        self.position = position
        place = violation.path
        message = violation.description
        exitCode = .invalidValue
        rule = (violation, schema.path)
    }

    /// A document that holds no suite.
    init(path: String, notDictionary kind: PropertyListKind) {
        self.path = path
        position = nil
        place = []
        message = "a property list of type \(kind.rawValue), where a suite is a dictionary"
        exitCode = .unreadableFile
        rule = nil
    }

    /// A file that is no property list; nil where the error is another.
    init?(path: String, _ error: CommandError) {
        switch error {
        case .preferences(.store(.corrupt(_, let error))), .standardInputMalformed(let error):
            self.path = path
            position = error.position
            place = []
            message = error.problem.description
            exitCode = .unreadableFile
            rule = nil
        default:
            return nil
        }
    }

    /// `FILE:LINE:COLUMN: 'key' at '/0': message`, and of a schema's rule ` (keyword in SCHEMA:LINE:COLUMN)`.
    var line: String {
        let file = Self.place(of: position, in: path)
        let parts = place.isEmpty ? [file, message] : [file, place.quotedPlace, message]
        return parts.joined(separator: ": ") + (rule.map { $0.violation.rule(in: $0.path) } ?? "")
    }

    /// `FILE:LINE:COLUMN`.
    static func place(of position: SourcePosition?, in path: String) -> String {
        (path == "-" ? "standard input" : path) + position.place
    }

    /// The same for programs: the keys that do not apply are left out.
    var object: PropertyList {
        var object: PropertyListDictionary = ["file": .string(path)]
        object.add(position)
        object["path"] = place.isEmpty ? nil : .array(place.map(PropertyList.string))
        object["message"] = .string(message)
        if let (violation, path) = rule {
            var place: PropertyListDictionary = ["file": .string(path)]
            place.add(violation.position)
            object["keyword"] = (violation.keyword?.rawValue).map(PropertyList.string)
            object["schema"] = .dictionary(place)
        }
        object["code"] = .integer(PropertyListInteger(Int64(exitCode.rawValue)))
        return .dictionary(object)
    }
}

extension PropertyListDictionary {
    /// Adds what is known of a place: its line and column, and its offset.
    fileprivate mutating func add(_ position: SourcePosition?) {
        self["line"] = position?.line.map { .integer(PropertyListInteger(Int64($0))) }
        self["column"] = position?.column.map { .integer(PropertyListInteger(Int64($0))) }
        self["offset"] = position.map { .integer(PropertyListInteger(Int64($0.offset))) }
    }
}

extension CheckFinding {
    /// What is wrong with a schema.
    init(path: String, _ error: PreferenceSchemaError) {
        self.path = path
        position = error.position
        place = []
        message = error.description
        exitCode =
            switch error.problem {
            case .invalidDefault, .livingFormerName: .invalidValue
            default: .unreadableFile
            }
        rule = nil
    }
}
