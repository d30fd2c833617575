import CommandErrors
import PreferenceCore
import PreferenceSchemas
import PreferenceStore
import PropertyLists
import ValueDifferences

/// A problem that `check` has found in a file.
struct CheckFinding {
    let path: String
    var position: SourcePosition?
    /// The pointer to the value; empty if the finding concerns the whole file.
    var pointer: [String] = []
    let message: String
    var exitCode = ExitCode.invalidValue
    /// The violation of a schema, and the schema's path; nil if the finding does not concern a schema.
    var rule: (violation: SchemaViolation, path: String)?

    /// `FILE:LINE:COLUMN: 'key' at '/0': message`, followed by ` (SCHEMA:LINE:COLUMN)` for a schema's rule.
    var line: String {
        let file = path.documentName + position.suffix
        let parts = pointer.isEmpty ? [file, message] : [file, pointer.quotedPointer, message]
        return parts.joined(separator: ": ") + (rule.map { " (\($0.path)\($0.violation.position.suffix))" } ?? "")
    }

    /// The finding as a JSON object, without inapplicable keys.
    var object: PropertyList {
        var object: PropertyListDictionary = ["file": .string(path)]
        object.add(position)
        object["path"] = pointer.isEmpty ? nil : .array(pointer.map(PropertyList.string))
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

extension [CheckFinding] {
    /// The findings to print as text: the first ones of each file, and their number if there are more.
    var printed: [CheckFinding] {
        var printed: [CheckFinding] = []
        var rest = self[...]
        while let path = rest.first?.path {
            let findings = rest.prefix { $0.path == path }
            rest = rest.dropFirst(findings.count)
            printed += findings.prefix(CommandError.printedLimit)
            if findings.count > CommandError.printedLimit {
                let message = "\(findings.count) problems; the first \(CommandError.printedLimit) are printed"
                printed.append(CheckFinding(path: path, message: message))
            }
        }
        return printed
    }
}

extension PropertyListDictionary {
    /// Adds the line, column and offset of a position, as far as they are known.
    fileprivate mutating func add(_ position: SourcePosition?) {
        self["line"] = position?.line.map { .integer(PropertyListInteger(Int64($0))) }
        self["column"] = position?.column.map { .integer(PropertyListInteger(Int64($0))) }
        self["offset"] = position.map { .integer(PropertyListInteger(Int64($0.offset))) }
    }
}

extension CheckFinding {
    init(path: String, _ finding: PropertyListFinding) {
        self.init(path: path, position: finding.position, pointer: finding.pointer, message: finding.hazard.description)
    }

    /// Creates a finding for a problem in a schema.
    init(path: String, _ error: PreferenceSchemaError) {
        self.init(path: path, position: error.position, message: error.description, exitCode: error.exitCode)
    }
}
