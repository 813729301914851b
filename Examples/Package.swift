// swift-tools-version: 6.2
import PackageDescription

// As a package of yours would be: its tests depend on WindTunnel, its clients do not.
let testing = Target.Dependency.product(name: "WindTunnelTesting", package: "WindTunnel")
let xctest = Target.Dependency.product(name: "WindTunnelXCTest", package: "WindTunnel")

let package = Package(
    name: "Examples",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [.library(name: "ShopClient", targets: ["ShopClient"])],
    dependencies: [.package(name: "WindTunnel", path: "..")],
    targets: [
        .target(name: "ShopClient"),
        .executableTarget(name: "ShopApp", dependencies: ["ShopClient"]),
        // A preview is the one place where an app itself has a mock in it; in a release build nothing of it is left.
        .target(
            name: "Previews", dependencies: ["ShopClient", .product(name: "WindTunnel", package: "WindTunnel")],
            path: "Previews"),
        .testTarget(name: "ShopTests", dependencies: ["ShopClient", testing]),
        .testTarget(name: "ShopXCTests", dependencies: ["ShopClient", xctest]),
        .testTarget(name: "RecordedTests", dependencies: ["ShopClient", testing], exclude: ["__Recordings__"]),
        .testTarget(name: "ShopAppTests", dependencies: ["ShopApp", testing]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
