import Foundation
import HTTPArchive
import TestSupport
import Testing

/// Files and disks that are not as they should be.
@Suite(.timeLimit(.minutes(3)))
struct FileTests {
    @Test(.enabled(if: Tool.path("unshare") != nil && geteuid() == 0))
    func `a full disk is named, and has nothing left over`() async throws {
        let folder = try Folder()
        let ran = try await Program.shell(
            """
            export D='\(folder.path)'; unshare -m bash -c 'mount -t tmpfs -o size=4k none "$D" || exit 77
            "$W" redact Examples/shop.har "$D/full.har"; echo $?; ls -A "$D"'
            """)
        if ran.status == 77 { return }
        #expect(ran.output == "1\n")
        #expect(
            ran.errors == "windtunnel: \(folder.path)/full.har cannot be written: the disk is full; free some space\n")
    }

    @Test(.enabled(if: Tool.path("setpriv") != nil && geteuid() == 0))
    func `a file that may not be read is named`() async throws {
        let folder = try Folder()
        let ran = try await Program.shell(
            """
            cp Examples/shop.har '\(folder.path)/a.har'; chmod 0 '\(folder.path)/a.har'
            setpriv --bounding-set=-dac_override,-dac_read_search "$W" inspect '\(folder.path)/a.har'
            """)
        #expect(ran.status == 1)
        #expect(ran.errors == "windtunnel: \(folder.path)/a.har: it may not be read; change its rights\n")
    }

    @Test func `what is no file is written to, and stays what it is`() async throws {
        let folder = try Folder()
        let ran = try await Program.shell(
            """
            mkfifo '\(folder.path)/pipe'; cat '\(folder.path)/pipe' | cmp - Examples/shop.har & windtunnel redact Examples/shop.har \
            '\(folder.path)/pipe'; echo $?; wait $!; echo $?; test -p '\(folder.path)/pipe'; echo $?
            """)
        #expect(ran == Program.Ran(status: 0, output: "0\n0\n0\n", errors: ""))
    }

    @Test func `who may not read a file may not read what takes its place`() async throws {
        let folder = try Folder()
        let ran = try await Program.shell(
            """
            cp Examples/shop.har '\(folder.path)/a.har'; chmod 600 '\(folder.path)/a.har'; windtunnel redact '\(folder.path)/a.har'
            ls -l '\(folder.path)/a.har' | cut -c1-10
            """)
        #expect(ran == Program.Ran(status: 0, output: "-rw-------\n", errors: ""))
    }

    @Test func `a secret outside of the entries is told`() async throws {
        let folder = try Folder()
        let page = HAR.Page(
            startedDateTime: "2026-03-01T10:00:00Z", id: "p", title: "https://x.example/?token=s3cr3tTokenValue42xyz",
            pageTimings: HAR.PageTimings())
        try HAR(log: HAR.Log(pages: [page])).write(to: URL(fileURLWithPath: folder["a.har"]))
        let ran = try await Program.run(["redact", "--check", folder["a.har"]])
        #expect(ran.status == 1)
        #expect(ran.output == "\(folder["a.har"]): what stands outside of the entries has a secret\n")
        let json = try await Program.run(["redact", "--check", "--json", folder["a.har"]])
        #expect(json.output.hasPrefix(#"{"entry":null,"file":"#))
    }

    @Test func `a link leads to the file that is written`() async throws {
        let folder = try Folder()
        let ran = try await Program.shell(
            """
            cd '\(folder.path)'; cp "$OLDPWD/Examples/shop.har" a.har; ln -s a.har b.har
            windtunnel trim b.har --path /orders; test -L b.har; echo $?; windtunnel inspect a.har --json | wc -l | tr -d ' '
            """)
        #expect(ran == Program.Ran(status: 0, output: "0\n3\n", errors: "4 of 7 entries dropped\n"))
    }

    /// Mapped pages of the file count too: those that were read are given back.
    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["WINDTUNNEL_HUGE"] != nil && Tool.path("python3") != nil),
        arguments: ["", "--json", "--html", "--status 404"])
    func `a recording of 200 MB is shown in bounded memory`(_ options: String) async throws {
        let folder = try Folder()
        let ran = try await Program.shell(
            """
            python3 - '\(folder.path)/huge.har' <<'END'
            import json, sys
            entry = json.load(open('Examples/shop.har'))['log']['entries'][0]
            entry['response']['content'] = {'size': 100000, 'mimeType': 'text/plain', 'text': 'x' * 100000}
            text = json.dumps(entry)
            with open(sys.argv[1], 'w') as file:
                file.write('{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[' + ','.join([text] * 2000) + ']}}')
            END
            python3 - "$W" inspect '\(folder.path)/huge.har' \(options) <<'END'
            import resource, subprocess, sys
            status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
            kilobytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            print(status, 'bounded' if kilobytes < 80_000 else f'{kilobytes} KB')
            END
            """)
        #expect(ran == Program.Ran(status: 0, output: "0 bounded\n", errors: ""))
    }
}
