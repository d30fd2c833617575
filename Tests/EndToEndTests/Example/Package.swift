// swift-tools-version: 6.2

import PackageDescription

// A program as an author of one would write it on PreferenceKit. Scripts/example builds it and runs it beside `prefs`.
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
