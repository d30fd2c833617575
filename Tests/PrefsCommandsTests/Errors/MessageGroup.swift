@testable import CommandGrammar
@testable import PreferenceCore
@testable import PreferenceSchemas
@testable import PreferenceStore
@testable import PrefsCommands
@testable import PropertyLists

/// Samples of every message, by the enumeration whose cases they are.
struct MessageGroup {
    let title: String
    /// The enumeration's source file, relative to Sources, and its name there; nil for errors and notes of the command,
    /// which functions in many files make.
    ///
    /// Each case has a sample.
    let source: (file: String, type: String)?
    /// The case of each sample, nil if it has no payload, and the lines.
    let samples: [(caseName: String?, lines: String)]

    init<Value>(_ title: String, _ file: String, _ type: String, _ values: [Value], _ lines: (Value) -> String) {
        self.title = title
        source = (file, type)
        samples = values.map { (Mirror(reflecting: $0).children.first?.label, lines($0)) }
    }

    private init<Value>(_ title: String, _ values: [Value], _ lines: (Value) -> String) {
        self.title = title
        source = nil
        samples = values.map { (nil, lines($0)) }
    }
}

extension MessageGroup {
    static let all = [
        MessageGroup("Command lines", "CommandGrammar/UsageError.swift", "UsageError", usage) {
            lines(CommandError($0))
        },
        MessageGroup("Keys, values, schemas", command, lines),
        MessageGroup("Values", "PropertyLists/Documents/PlainText.swift", "ValueError", values) {
            lines(.value($0, at: key))
        },
        MessageGroup("Places in a value", "PrefsCommands/Values/PointerObstacle.swift", "PointerObstacle", obstacles) {
            lines(.notReachable(ValuePointer("win", at: JSONPointer("/f/9") ?? .whole), $0))
        },
        MessageGroup("Lossy conversions", "PrefsCommands/Values/ConversionLoss.swift", "Fate", fates) {
            lines(.lossy(ConversionLoss(pointer: ["k"], fate: $0), others: 0))
        },
        MessageGroup("Preferences", "PreferenceCore/PreferenceError.swift", "PreferenceError", preferences) {
            lines(CommandError($0))
        },
        MessageGroup("Files", "PreferenceStore/PreferenceStoreError.swift", "PreferenceStoreError", store) {
            lines(.suiteFile($0))
        },
        MessageGroup("System calls", "PreferenceStore/PreferenceStoreError.swift", "StoreOperation", operations) {
            lines(.suiteFile(.system($0, path: "/no/app.plist", denied)))
        },
        MessageGroup("Names of suites", "PreferenceStore/Locations/SuiteName.swift", "SuiteNameProblem", names) {
            lines(store(.invalidSuiteName("NAME", $0)))
        },
        MessageGroup(
            "Configuration directories",
            "PreferenceStore/Locations/PreferenceDirectories.swift",
            "ConfigurationDirectoryProblem",
            directories
        ) { lines(store(.noConfigurationDirectory($0))) },
        MessageGroup("Watching", "PreferenceStore/Watching/FileWatcher.swift", "WatchProblem", watching) {
            lines(store(.cannotWatch($0)))
        },
        MessageGroup("Documents", "PropertyLists/Errors/PropertyListError.swift", "PropertyListProblem", documents) {
            lines(store(.corrupt(path: path, PropertyListError($0, at: place))))
        },
        MessageGroup(
            "Schema violations",
            "PreferenceSchemas/Validation/SchemaViolation.swift",
            "Problem",
            violations
        ) { lines(.violation(violation($0), path: schema)) },
        MessageGroup("Schemas", "PreferenceSchemas/Validation/PreferenceSchemaError.swift", "Problem", schemas) {
            finding(PreferenceSchemaError($0, at: place))
        },
        MessageGroup("Patterns", "PreferenceSchemas/Pattern/SchemaPattern.swift", "SchemaPatternProblem", patterns) {
            finding(PreferenceSchemaError(.pattern($0.description), at: place))
        },
        MessageGroup("Notes", notes, lines),
        MessageGroup("Warnings", "PreferenceStore/Reading/SuiteDocument.swift", "SuiteWarning", warnings) {
            lines(.warning($0))
        },
        MessageGroup("Findings of check", "PropertyLists/Value/PropertyListHazard.swift", "PropertyListHazard", hazards)
        {
            CheckFinding(path: path, PropertyListFinding(hazard: $0, position: place, pointer: ["k"])).line + "\n"
        },
    ]

    /// The exit code and the lines of an error.
    private static func lines(_ error: CommandError) -> String {
        let lines = error.messages.flatMap { $0.lines(labelled: "prefs") }
        return "\(error.exitCode.rawValue)  " + String(decoding: lines, as: UTF8.self)
    }

    private static func lines(_ note: Message) -> String {
        String(decoding: note.lines(labelled: "note"), as: UTF8.self)
    }

    private static func finding(_ error: PreferenceSchemaError) -> String {
        CheckFinding(path: schema, error).line + "\n"
    }
}
