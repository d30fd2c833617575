// swift-tools-version: 6.2

import PackageDescription

// An example of a program that uses PreferenceKit. Scripts/example builds it and runs it together with `prefs`.
let package = Package(
    name: "editor",
    dependencies: [.package(name: "prefs", path: "../../..")],
    targets: [
        .executableTarget(
            name: "editor",
            dependencies: [.product(name: "PreferenceKit", package: "prefs")],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        )
    ],
    swiftLanguageModes: [.v6]
)
