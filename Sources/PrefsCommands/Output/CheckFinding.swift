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

    /// A hazard.
    init(path: String, _ finding: PropertyListFinding) {
        self.path = path
        position = finding.position
        place = finding.path
        message = finding.hazard.description
        exitCode = .invalidValue
    }

    /// A document that holds no suite.
    init(path: String, notDictionary kind: PropertyListKind) {
        self.path = path
        position = nil
        place = []
        message = "a property list of type \(kind.rawValue), where a suite is a dictionary"
        exitCode = .unreadableFile
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
        default:
            return nil
        }
    }

    /// `FILE:LINE:COLUMN: 'key' at '/0': message`.
    var line: String {
        let file = Self.place(of: position, in: path)
        return (place.isEmpty ? [file, message] : [file, place.quotedPlace, message]).joined(separator: ": ")
    }

    /// `FILE:LINE:COLUMN`.
    static func place(of position: SourcePosition?, in path: String) -> String {
        (path == "-" ? "standard input" : path) + position.place
    }

    /// The same for programs: the keys that do not apply are left out.
    var object: PropertyList {
        var object: PropertyListDictionary = ["file": .string(path)]
        object["line"] = position?.line.map { .integer(PropertyListInteger(Int64($0))) }
        object["column"] = position?.column.map { .integer(PropertyListInteger(Int64($0))) }
        object["offset"] = position.map { .integer(PropertyListInteger(Int64($0.offset))) }
        object["path"] = place.isEmpty ? nil : .array(place.map(PropertyList.string))
        object["message"] = .string(message)
        object["code"] = .integer(PropertyListInteger(Int64(exitCode.rawValue)))
        return .dictionary(object)
    }
}
