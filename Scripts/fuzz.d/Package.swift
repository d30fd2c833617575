// swift-tools-version: 6.2

import PackageDescription

/// Whether continuous integration builds the package, as in the fuzzed package.
let isContinuousIntegration = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isContinuousIntegration ? [.treatAllWarnings(as: .error)] : [])

// `Library` and `Tests` are symbolic links to directories of the fuzzed package. The targets are therefore the ones
// that the tests run, and declarations with `package` access are visible here too.
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
        .target(
            name: "PropertyLists",
            dependencies: ["CVectors"],
            path: "Library/PropertyLists",
            swiftSettings: swiftSettings
        ),
        .target(name: "CVectors", path: "Library/CVectors"),
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
