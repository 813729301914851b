// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "WindTunnel", path: "..")],
    targets: [
        .target(name: "HeapSize"),
        .executableTarget(
            name: "stress",
            dependencies: [.product(name: "WindTunnel", package: "WindTunnel")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "serve",
            dependencies: [.product(name: "WindTunnel", package: "WindTunnel")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "HeapSize", .product(name: "HTTPArchive", package: "WindTunnel"),
                .product(name: "WindTunnel", package: "WindTunnel"),
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
