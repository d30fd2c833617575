import TestSupport
import Testing

extension PrefsCommand {
    /// The command beside directories for schemas of its own, and a suite `t`, which `PREFS_SUITE` names.
    ///
    /// - Parameters:
    ///   - schema: the document that is installed for `t`, if any.
    ///   - text: what the file of `t` holds; nil where there is none.
    static func withSchema(_ schema: String? = nil, suite text: String? = nil) throws -> PrefsCommand {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        prefs.environment["XDG_DATA_HOME"] = prefs.directory.path(of: "data")
        prefs.environment["XDG_DATA_DIRS"] = prefs.directory.path(of: "system")
        if let schema {
            try prefs.writeSchema(schema)
        }
        if let text {
            try prefs.write(text, to: "t")
        }
        return prefs
    }

    /// The path of a suite's schema in the user's directory, or in that of the system.
    func schemaPath(of suite: String = "t", in directory: String = "data") -> String {
        self.directory.path(of: "\(directory)/prefs/schemas/\(suite).schema.json")
    }

    /// Puts a schema into the user's directory, or into that of the system, whatever it says.
    func writeSchema(_ text: String, of suite: String = "t", in directory: String = "data") throws {
        try self.directory.makeDirectory("\(directory)/prefs/schemas")
        try self.directory.write(text, to: "\(directory)/prefs/schemas/\(suite).schema.json")
    }

    /// A schema that says something of everything.
    static let editorSchema = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "type": "object",
          "properties": {
            "fontSize": {
              "type": "integer", "minimum": 6, "maximum": 72, "default": 12,
              "description": "The size of letters, in points.", "formerly": ["font.size", "size"]
            },
            "theme": {"type": "string", "enum": ["light", "dark"], "default": "light", "title": "The theme"},
            "wrap": {"type": "boolean", "default": true},
            "scale": {"type": "number", "default": 1},
            "author": {"type": "string", "minLength": 1, "deprecated": true, "description": "Use the user's name."},
            "old": {"deprecated": true},
            "opened": {"type": "string", "format": "date-time"},
            "build": {"type": "string", "pattern": "^[0-9]+$", "readOnly": true},
            "margins": {"type": "array", "items": {"type": "number", "exclusiveMinimum": 0}, "maxItems": 4}
          }
        }

        """
}
