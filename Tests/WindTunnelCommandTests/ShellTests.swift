import Foundation
import TestSupport
import Testing

@testable import WindTunnelCommand

/// What other programs make of what the tables give.
@Suite(.timeLimit(.minutes(3)))
struct ShellTests {
    @Test(
        .enabled(if: Tool.path("bash") != nil),
        arguments: [
            ("windtunnel s", "serve split"), ("windtunnel serve --po", "--port"),
            ("windtunnel split x --by ", "host path"),
            ("windtunnel help di", "diff"), ("windtunnel inspect -", "-n --entry"),
            ("windtunnel serve Examples/sh", "Examples/shop.har"),
        ])
    func `bash completes commands, options and values`(_ line: String, _ words: String) async throws {
        let script = """
            source <("$W" completions bash)
            COMP_WORDS=(\(line)\(line.hasSuffix(" ") ? " ''" : "")); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _windtunnel; printf '%s\\n' "${COMPREPLY[*]}"
            """
        let ran = try await Program.shell(script)
        #expect(ran.output.hasPrefix(words), "\(ran.output)\(ran.errors)")
        #expect(ran.errors == "")
    }

    @Test(arguments: Tool.present("zsh", "fish", "bash"))
    func `a shell reads its completions`(_ shell: String) async throws {
        let begin = shell == "zsh" ? "autoload -U compinit; compinit -u -D; " : ""
        let ran = try await Program.shell(
            #""$W" completions \#(shell) | \#(shell) -c '\#(begin)source \#(shell == "fish" ? "-" : "/dev/stdin"); echo read'"#
        )
        #expect(ran == Program.Ran(status: 0, output: "read\n", errors: ""))
    }

    @Test(.enabled(if: Tool.path("fish") != nil))
    func `fish completes commands and options`() async throws {
        let script =
            #"fish -c '"$W" completions fish | source; complete -C "windtunnel va"; complete -C "windtunnel validate --st"'"#
        let ran = try await Program.shell(script)
        #expect(
            ran.output
                == "validate\ttell what is wrong with recordings and stub mappings\n--strict\tEvery problem counts.\n")
    }

    @Test(.enabled(if: Tool.path("groff") != nil))
    func `the man page is set without a warning, and tells of every option`() async throws {
        let ran = try await Program.shell(#""$W" man | groff -man -Tutf8 -ww -rLL=100n -P-cbou"#)
        #expect(ran.status == 0)
        #expect(ran.errors == "")
        for spec in Commands.all.map({ $0.spec }) {
            #expect(ran.output.contains(spec.synopsis.dropFirst("windtunnel ".count)))
            for option in spec.options { #expect(ran.output.contains("--\(option.name)")) }
        }
    }

    @Test func `there is no colour where there is no terminal, and none where nobody wants it`() async throws {
        guard Tool.path("script") != nil else { return }
        let line = #"script -qec "$W inspect Examples/shop.har" /dev/null"#
        let colored = try await Program.shell("unset NO_COLOR; \(line)")
        #expect(colored.output.contains("\u{1B}[32m   200"))
        let plain = try await Program.shell("export NO_COLOR=1; \(line)")
        #expect(!plain.output.contains("\u{1B}") && plain.output.contains("200"))
    }

    @Test func `progress is told after a second, on a terminal alone`() {
        let told = Box<[String]>([])
        func run(_ showsProgress: Bool) -> [String] {
            told.change { $0 = [] }
            let console = Console(
                isTerminal: false, usesColor: false, showsProgress: showsProgress, output: { _ in 0 },
                errors: { data in told.change { $0.append(String(decoding: data, as: UTF8.self)) } })
            var time = 0.0
            var progress = Progress("reading", of: 320, console) {
                defer { time += 0.3 }
                return time
            }
            for count in 0..<320 { progress.step(count) }
            progress.end()
            return told.value
        }
        #expect(run(true) == ["\rreading: 192 of 320\u{1B}[K", "\rreading: 256 of 320\u{1B}[K", "\r\u{1B}[K"])
        #expect(run(false) == [])
    }
}
