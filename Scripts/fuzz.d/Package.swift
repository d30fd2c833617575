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

// `Tests` is a link to the folder of that name: the targets are the ones that the tests run.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "prefs", path: "../..")],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: ["PropertyListFuzzing"],
            swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(name: "growth", dependencies: ["PropertyListFuzzing"], swiftSettings: swiftSettings),
        .target(
            name: "PropertyListFuzzing",
            dependencies: [.product(name: "PropertyLists", package: "prefs"), "TestSupport"],
            path: "Tests/PropertyListFuzzing",
            swiftSettings: swiftSettings
        ),
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
