// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "WindTunnel", path: "..")],
    targets: [
        .target(name: "HeapSize"),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["HeapSize", .product(name: "WindTunnel", package: "WindTunnel")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .treatAllWarnings(as: .error),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
