import Foundation

@main
enum Main {
    static func main() async {
        // A reader that goes away is an error of a write, and not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        let console = Console.standard
        let status = await Commands.run(Array(CommandLine.arguments.dropFirst()), console)
        exit(status)
    }
}
