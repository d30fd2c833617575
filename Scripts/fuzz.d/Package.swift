// swift-tools-version: 6.2

import PackageDescription

/// As in the package that is fuzzed.
let isContinuousIntegration = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isContinuousIntegration ? [.treatAllWarnings(as: .error)] : [])

// `Library` and `Tests` are links to directories of the package that is fuzzed: the targets are the ones that the tests
// run, and what is lent within that package alone is lent here too.
let package = Package(
    name: "fuzz",
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: ["PropertyListFuzzing"],
            swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(name: "growth", dependencies: ["PropertyListFuzzing"], swiftSettings: swiftSettings),
        .target(
            name: "PropertyListFuzzing",
            dependencies: ["PropertyLists", "TestSupport"],
            path: "Tests/PropertyListFuzzing",
            swiftSettings: swiftSettings
        ),
        .target(name: "PropertyLists", path: "Library/PropertyLists", swiftSettings: swiftSettings),
        .target(
            name: "TestSupport",
            dependencies: ["CTestSupport"],
            path: "Tests/TestSupport",
            swiftSettings: swiftSettings
        ),
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    ],
    swiftLanguageModes: [.v6]
)
