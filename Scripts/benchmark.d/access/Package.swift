// swift-tools-version: 6.2

import PackageDescription

/// As in the package that is measured.
let isContinuousIntegration = Context.environment["CI"] != nil

let package = Package(
    name: "access",
    dependencies: [.package(name: "prefs", path: "../../..")],
    targets: [
        // An ordinary program with Foundation, linked as SwiftPM links one.
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
