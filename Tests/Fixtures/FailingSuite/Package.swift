// swift-tools-version: 6.2
import PackageDescription

// Tests that fail on purpose; Scripts/frameworks runs them and reads what they say.
let package = Package(
    name: "FailingSuite",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "WindTunnel", path: "../../..")],
    targets: [
        .testTarget(
            name: "FailingTests", dependencies: [.product(name: "WindTunnelTesting", package: "WindTunnel")],
            exclude: ["__Recordings__"]),
        .testTarget(
            name: "LegacyTests", dependencies: [.product(name: "WindTunnelXCTest", package: "WindTunnel")],
            exclude: ["__Recordings__"]),
    ]
)
