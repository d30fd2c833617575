// swift-tools-version: 6.2

import PackageDescription

// Preferences as a provider for Swift Configuration, and a server that uses it. Scripts/example builds and tests both,
// and changes the server's preferences with `prefs`.
let package = Package(
    name: "preference-configuration",
    products: [.library(name: "PreferenceConfiguration", targets: ["PreferenceConfiguration"])],
    dependencies: [
        .package(name: "prefs", path: "../../.."),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.0.0", traits: []),
    ],
    targets: [
        .target(
            name: "PreferenceConfiguration",
            dependencies: [
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "PreferenceCore", package: "prefs"),
            ],
            // As in the protocols of Swift Configuration.
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        ),
        .executableTarget(
            name: "server",
            dependencies: ["PreferenceConfiguration", .product(name: "Configuration", package: "swift-configuration")]
        ),
        .testTarget(
            name: "PreferenceConfigurationTests",
            dependencies: [
                "PreferenceConfiguration",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "ConfigurationTesting", package: "swift-configuration"),
                .product(name: "PreferenceCore", package: "prefs"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
