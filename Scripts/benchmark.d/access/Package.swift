// swift-tools-version: 6.2

import PackageDescription

/// Whether continuous integration builds the package, as in the measured package.
let isContinuousIntegration = Context.environment["CI"] != nil

let package = Package(
    name: "access",
    dependencies: [.package(name: "prefs", path: "../../..")],
    targets: [
        // An ordinary program with Foundation, linked as SwiftPM does by default.
        .executableTarget(
            name: "access",
            dependencies: [.product(name: "PreferenceKit", package: "prefs")],
            swiftSettings: [
                .strictMemorySafety(),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ] + (isContinuousIntegration ? [.treatAllWarnings(as: .error)] : [])
        )
    ],
    swiftLanguageModes: [.v6]
)
