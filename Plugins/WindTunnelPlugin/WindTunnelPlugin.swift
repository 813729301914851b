import Foundation
import PackagePlugin

/// `swift package windtunnel …`: the command, for packages that depend on this one.
@main
struct WindTunnelPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "WindTunnelCommand").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        // Standard input is how the package manager speaks with the plugin.
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }
}
