// swift-tools-version: 6.2

import PackageDescription

/// As in the package that is measured.
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
            dependencies: [.product(name: "PropertyLists", package: "prefs")],
            swiftSettings: swiftSettings,
            // Linked as prefs is: the standard library is part of what is measured.
            linkerSettings: [.unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))]
        ),
        // Foundation does not work where it is linked statically.
        .executableTarget(name: "foundation-codecs", swiftSettings: swiftSettings),
    ],
    swiftLanguageModes: [.v6]
)
