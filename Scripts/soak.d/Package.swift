// swift-tools-version: 6.2

import PackageDescription

/// Whether continuous integration builds the package, as in the tested package.
let isContinuousIntegration = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isContinuousIntegration ? [.treatAllWarnings(as: .error)] : [])

// `Tests` is a symbolic link: TestSupport starts the programs here as in the tests.
let package = Package(
    name: "soak",
    dependencies: [.package(name: "prefs", path: "../..")],
    targets: [
        .executableTarget(
            name: "soak",
            dependencies: [
                "TestSupport", .product(name: "PreferenceKit", package: "prefs"),
                .product(name: "PreferenceStore", package: "prefs"),
                .product(name: "PropertyLists", package: "prefs"),
            ],
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
