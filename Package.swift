// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "WindTunnel",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "HTTPArchive", targets: ["HTTPArchive"]),
        .library(name: "WindTunnel", targets: ["WindTunnel"]),
        .library(name: "WindTunnelTesting", targets: ["WindTunnelTesting"]),
        .library(name: "WindTunnelXCTest", targets: ["WindTunnelXCTest"]),
        .executable(name: "windtunnel", targets: ["WindTunnelCommand"]),
        // A plugin finds its tool by the name of the target.
        .executable(name: "WindTunnelCommand", targets: ["WindTunnelCommand"]),
        .plugin(name: "WindTunnelPlugin", targets: ["WindTunnelPlugin"]),
    ],
    targets: [
        .target(name: "HTTPArchive"),
        .target(name: "LoopbackHTTP"),
        .target(name: "WindTunnel", dependencies: ["HTTPArchive", "LoopbackHTTP"]),
        .target(name: "WindTunnelWatching", dependencies: ["WindTunnel"]),
        .target(name: "WindTunnelTesting", dependencies: ["WindTunnel", "WindTunnelWatching"]),
        .target(name: "WindTunnelXCTest", dependencies: ["WindTunnel", "WindTunnelWatching"]),
        .executableTarget(name: "WindTunnelCommand", dependencies: ["WindTunnel", "HTTPArchive"]),
        .plugin(
            name: "WindTunnelPlugin",
            capability: .command(
                intent: .custom(verb: "windtunnel", description: "Serves, shows and changes recorded HTTP.")),
            dependencies: ["WindTunnelCommand"]
        ),
        .testTarget(
            name: "WindTunnelCommandTests",
            dependencies: ["WindTunnelCommand", "WindTunnel", "HTTPArchive", "TestSupport"],
            exclude: ["__Fixtures__"]),
        .executableTarget(name: "quickstart", dependencies: ["WindTunnel"], path: "Examples/Quickstart"),
        .target(name: "TestWidth", path: "Tests/TestWidth"),
        .target(name: "TestSupport", dependencies: ["TestWidth"], path: "Tests/TestSupport"),
        .testTarget(name: "HTTPArchiveTests", dependencies: ["HTTPArchive", "TestSupport"]),
        .testTarget(
            name: "WindTunnelTestingTests",
            dependencies: ["WindTunnelTesting", "WindTunnel", "TestSupport"],
            exclude: ["__Recordings__"]
        ),
        .testTarget(
            name: "WindTunnelXCTestTests", dependencies: ["WindTunnelXCTest", "TestSupport"],
            exclude: ["__Recordings__"]),
        .testTarget(name: "LoopbackHTTPTests", dependencies: ["LoopbackHTTP", "TestSupport"]),
        .testTarget(
            name: "WindTunnelTests",
            dependencies: ["WindTunnel", "HTTPArchive", "LoopbackHTTP", "TestSupport"],
            exclude: ["Responding/__Fixtures__"]
        ),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["HTTPArchive", "WindTunnelTesting", "WindTunnelXCTest", "TestSupport"],
            exclude: ["__Fixtures__", "__Recordings__", "Generated/__Recordings__"]
        ),
        .testTarget(name: "FidelityTests", dependencies: ["WindTunnel", "TestSupport"]),
        .testTarget(
            name: "BehaviorTests", dependencies: ["WindTunnel", "TestSupport"], exclude: ["__Fixtures__"]),
        .testTarget(name: "DropInTests", dependencies: ["WindTunnel", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// One voice for every target. None of this is an unsafe flag, and SwiftPM ignores the warning setting in a package
// that is somebody's dependency, so users never see it.
// The drop-in's tests are built as a fresh package would be.
for target in package.targets where target.name != "DropInTests" && target.type != .plugin {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .treatAllWarnings(as: .error),
        ]
}
