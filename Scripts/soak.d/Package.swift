// swift-tools-version: 6.2

import PackageDescription

/// As in the package that is tested.
let isContinuousIntegration = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isContinuousIntegration ? [.treatAllWarnings(as: .error)] : [])

// `Tests` is a link to the folder of that name: programs are started as the tests start them.
let package = Package(
    name: "soak",
    dependencies: [.package(name: "prefs", path: "../..")],
    targets: [
        .executableTarget(
            name: "soak",
            dependencies: [
                "SoakValues", "TestSupport", .product(name: "PropertyLists", package: "prefs"),
                .product(name: "PreferenceStore", package: "prefs"),
            ],
            swiftSettings: swiftSettings
        ),
        // Foundation does not work where it is linked statically.
        .executableTarget(name: "user-defaults", dependencies: ["SoakValues"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "preference-kit",
            dependencies: [.product(name: "PreferenceKit", package: "prefs")],
            swiftSettings: swiftSettings
        ),
        .target(name: "SoakValues", swiftSettings: swiftSettings),
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
