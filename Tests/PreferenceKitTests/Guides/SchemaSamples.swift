import PreferenceSchemas
import PreferenceKit

enum Accent: String, PreferenceValue, CaseIterable {
    case blue, green, red
}

extension PreferenceKeys {
    static let accent = PreferenceKey<Accent>(
        "accent",
        default: .blue
    ).summary("the colour of what is selected")
    static let lineWidth = PreferenceKey<Double>(
        "lineWidth",
        default: 1
    ).limited(to: 0.5...8).formerly("line").summary("in points")
}

struct Zoom: PreferenceValue {
    static var schema: SchemaRule { .integer(in: 10...400) }

    let percent: Int

    init?(propertyList: PropertyList) {
        guard let percent = Int(propertyList: propertyList),
            10...400 ~= percent
        else { return nil }
        self.percent = percent
    }

    var propertyList: PropertyList { percent.propertyList }
}

/// The samples of Schemas.md, verbatim.
enum SchemaSamples {
    static func setBeyond(show: (String) -> Void) {
        do {
            try Preferences.set(10, for: .lineWidth)
        } catch {
            show("\(error)")
        }
    }

    static func program() -> Never {
        PreferenceSchema.main(
            keys: [.accent, .lineWidth],
            scopes: [GeneralScope.self],
            title: "Editor"
        )
    }

    static func command(_ arguments: [String]) {
        if arguments.first == "schema" {
            PreferenceSchema.main(
                keys: [.accent, .lineWidth],
                title: "Editor",
                program: "editor schema",
                arguments: Array(arguments.dropFirst())
            )
        }
    }

    static func violations() throws -> [SchemaViolation] {
        let schema = try PreferenceSchema(keys: [.accent, .lineWidth])
        let violations = schema.violations(
            in: ["accent": "purple", "lineWidth": 2]
        )
        return violations
    }
}
