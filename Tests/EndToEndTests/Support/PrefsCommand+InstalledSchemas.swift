import TestSupport
import Testing

extension PrefsCommand {
    /// Returns a command with its own directories for schemas, and with `t` as the suite in `PREFS_SUITE`.
    ///
    /// - Parameters:
    ///   - schema: the text of the schema to install for `t`, or nil for no schema.
    ///   - text: the text of the file of `t`, or nil for no file.
    static func withSchema(_ schema: String? = nil, suite text: String? = nil) throws -> PrefsCommand {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        prefs.environment["XDG_DATA_HOME"] = prefs.directory.path(of: "data")
        prefs.environment["XDG_DATA_DIRS"] = prefs.directory.path(of: "system")
        if let schema {
            try prefs.directory.write(schema, to: "data/prefs/schemas/t.schema.json")
        }
        if let text {
            try prefs.write(text, to: "t")
        }
        return prefs
    }

    /// A schema with many types and keywords.
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
