// swift-tools-version: 6.2

import PackageDescription

/// Whether continuous integration builds the package, as in the measured package.
let isContinuousIntegration = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isContinuousIntegration ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
    name: "codecs",
    dependencies: [.package(name: "prefs", path: "../../..")],
    targets: [
        .executableTarget(
            name: "codecs",
            dependencies: [
                .product(name: "PreferenceStore", package: "prefs"), .product(name: "PropertyLists", package: "prefs"),
            ],
            swiftSettings: swiftSettings,
            // Linked statically, as prefs is, since the standard library is part of the measurement.
            linkerSettings: [.unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))]
        ),
        // Foundation does not work if it is linked statically.
        .executableTarget(name: "foundation-codecs", swiftSettings: swiftSettings),
    ],
    swiftLanguageModes: [.v6]
)
