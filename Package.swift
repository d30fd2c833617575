// swift-tools-version: 6.2

// With an older version, SwiftPM would refuse the unsafe flags below in a package that depends on this one by its URL.

import PackageDescription

/// Whether warnings are errors, as in the continuous integration of this package, but not in that of another one.
let refusesWarnings = Context.environment["PREFS_WARNINGS_AS_ERRORS"] != nil

/// What the compiler's driver leaves to the package on Linux.
///
/// The linker can order and omit only whole sections, so each function of a release build gets a section of its own.
/// Metadata of generic types, such as an array of our own type, are made by the compiler, as on Darwin, not at the first
/// use in each process: a seventh of the instructions of `prefs set`.
let flagsOfReleaseBuilds = ["-function-sections", "-prespecialize-generic-metadata"].flatMap { ["-Xfrontend", $0] }

/// What makes a debug build take four fifths of its time: an editor finds the symbols of the standard library without
/// it, and each module would list them once more.
let flagsOfDebugBuilds = ["-index-ignore-system-modules"]

let swiftSettings: [SwiftSetting] =
    [
        .unsafeFlags(flagsOfReleaseBuilds, .when(platforms: [.linux], configuration: .release)),
        .unsafeFlags(flagsOfDebugBuilds, .when(configuration: .debug)),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (refusesWarnings ? [.treatAllWarnings(as: .error)] : [])

/// The linker options that let the command start as fast as a C program, in debug builds too: tests start it 7,000 times.
///
/// The executable is static: dynamic linking alone costs 5.8 times the start of an empty program. The symbols that a
/// start needs are adjacent in the file, which halves the number of pages that the kernel must load.
/// Scripts/support/symbol-order/renew makes their list.
///
/// `--wrap` replaces a function of a runtime: see Sources/prefs/SwiftRuntime.swift.
let linkedStatically =
    ["-static-executable", "-use-ld=lld"]
    + [
        "--no-warn-symbol-ordering",
        "--symbol-ordering-file=\(Context.packageDirectory)/Scripts/support/symbol-order/symbols.txt",
        "--wrap=_ZN5swift28swift_abortAllocationFailureEmm", "--wrap=sysconf",
    ]
    .flatMap { ["-Xlinker", $0] }

/// Returns a program that only scripts run.
func program(
    _ name: String,
    _ dependencies: [Target.Dependency],
    flags: [String] = [],
    linkerSettings: [LinkerSetting] = []
) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: "Scripts/support/programs/\(name)",
        swiftSettings: swiftSettings + (flags.isEmpty ? [] : [.unsafeFlags(flags)]),
        linkerSettings: linkerSettings
    )
}

/// The programs of scripts, which are part of the package only if Scripts/support/program builds one of them.
let programs: [Target] = [
    program("access", ["PreferenceKit"]),
    // Linked statically, as prefs is, since the standard library is part of the measurement.
    program(
        "codecs",
        ["PropertyLists"],
        linkerSettings: [.unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))]
    ),
    program("foundation-codecs", []),
    program("fuzz", ["PropertyListFuzzing"], flags: ["-parse-as-library"]),
    program("growth", ["PropertyListFuzzing"]),
    program("soak", ["PreferenceKit", "PreferenceStore", "PropertyLists", "TestSupport"]),
]

let package = Package(
    name: "prefs",
    products: [
        .executable(name: "prefs", targets: ["prefs"]),
        .library(name: "PreferenceKit", targets: ["PreferenceKit"]),
        .library(name: "PreferenceCore", targets: ["PreferenceCore"]),
        .library(name: "PreferenceStore", targets: ["PreferenceStore"]),
        .library(name: "PropertyLists", targets: ["PropertyLists"]),
    ],
    targets: [
        .target(name: "CVectors"),
        .target(name: "CLinux"),
        .target(name: "PropertyLists", dependencies: ["CVectors"], swiftSettings: swiftSettings),
        .target(name: "PreferenceStore", dependencies: ["PropertyLists", "CLinux"], swiftSettings: swiftSettings),
        .target(
            name: "PreferenceJournal",
            dependencies: ["PreferenceStore", "PropertyLists"],
            swiftSettings: swiftSettings
        ),
        .target(name: "PreferenceSchemas", dependencies: ["PropertyLists"], swiftSettings: swiftSettings),
        .target(
            name: "PreferenceCore",
            dependencies: ["PreferenceJournal", "PreferenceSchemas", "PreferenceStore", "PropertyLists"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PreferenceKit",
            dependencies: [
                "PreferenceCore", "PreferenceJournal", "PreferenceSchemas", "PreferenceStore", "PropertyLists",
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "Browse",
            dependencies: [
                "CommandGrammar", "PreferenceCore", "PreferenceJournal", "PreferenceSchemas", "PreferenceStore",
                "PropertyLists",
            ],
            swiftSettings: swiftSettings
        ),
        .target(name: "ValueDifferences", dependencies: ["PropertyLists"], swiftSettings: swiftSettings),
        .target(name: "CommandGrammar", dependencies: ["PropertyLists"], swiftSettings: swiftSettings),
        .target(name: "HelpTopics", dependencies: ["CommandGrammar"], swiftSettings: swiftSettings),
        .target(
            name: "CommandErrors",
            dependencies: [
                "CommandGrammar", "PreferenceCore", "PreferenceSchemas", "PreferenceStore", "PropertyLists",
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "OtherTools",
            dependencies: ["CommandGrammar", "PreferenceStore", "PropertyLists"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PrefsCommands",
            dependencies: [
                "Browse", "CommandErrors", "CommandGrammar", "HelpTopics", "OtherTools", "PreferenceCore",
                "PreferenceJournal", "PreferenceSchemas", "PreferenceStore", "PropertyLists", "ValueDifferences",
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "prefs",
            dependencies: ["PrefsCommands", "CLinux"],
            swiftSettings: swiftSettings,
            linkerSettings: [.unsafeFlags(linkedStatically, .when(platforms: [.linux]))]
        ),
        .testTarget(
            name: "PropertyListsTests",
            dependencies: ["PropertyLists", "PropertyListFuzzing", "TestSupport", "CVectors", "CPlainVectors"],
            exclude: ["OddFiles", "Peers"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "ValueDifferencesTests",
            dependencies: ["ValueDifferences", "TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PreferenceStoreTests",
            dependencies: ["PreferenceStore", "TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PreferenceJournalTests",
            dependencies: ["PreferenceJournal", "PreferenceStore", "TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PreferenceSchemasTests",
            dependencies: ["PreferenceSchemas", "TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PreferenceCoreTests",
            dependencies: ["PreferenceCore", "TestSupport"],
            exclude: ["Refused"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PreferenceKitTests",
            dependencies: [
                "Articles", "CoreProgram", "PreferenceKit", "PreferenceKitPeer", "PreferenceSchemas",
                "PreferenceStore", "PropertyLists", "TestSupport",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "BrowseTests",
            dependencies: ["Browse", "CommandGrammar", "TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "CommandGrammarTests",
            dependencies: ["CommandGrammar", "PropertyLists", "TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PrefsCommandsTests",
            dependencies: [
                "Browse", "CommandErrors", "CommandGrammar", "HelpTopics", "OtherTools", "PrefsCommands", "TestSupport",
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "PreferenceKitPeer",
            dependencies: ["PreferenceKit"],
            path: "Tests/PreferenceKitPeer",
            swiftSettings: swiftSettings
        ),
        // The final examples of the articles in FromOtherLibraries.md.
        .executableTarget(
            name: "Articles",
            dependencies: ["PreferenceKit"],
            path: "Tests/Articles",
            swiftSettings: swiftSettings
        ),
        // A program without Foundation, for tests and for Scripts/support/check/linkage.sh.
        .executableTarget(
            name: "CoreProgram",
            dependencies: ["PreferenceCore"],
            path: "Tests/CoreProgram",
            swiftSettings: swiftSettings,
            linkerSettings: [
                .unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))
            ]
        ),
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(name: "CPlainVectors", dependencies: ["CVectors"], path: "Tests/CPlainVectors"),
        .target(
            name: "TestSupport",
            dependencies: ["CTestSupport"],
            path: "Tests/TestSupport",
            swiftSettings: swiftSettings
        ),
        // Scripts/fuzz also builds these sources, with a fuzzer and sanitizers.
        .target(
            name: "PropertyListFuzzing",
            dependencies: ["PropertyLists", "TestSupport"],
            path: "Tests/PropertyListFuzzing",
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["TestSupport"],
            exclude: ["Configuration", "Example", "Peers", "Transcripts"],
            swiftSettings: swiftSettings
        ),
    ] + (Context.environment["PREFS_PROGRAMS"] == nil ? [] : programs),
    swiftLanguageModes: [.v6]
)
