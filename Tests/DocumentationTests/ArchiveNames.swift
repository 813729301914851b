import Foundation
import HTTPArchive

// The names that a reader of the fences about archives would have.

/// An archive of its own for each fence that names it: fences run at the same time, and some of them write.
var harURL: URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).har")
    try? archive.write(to: url)
    return url
}
let archive = HAR(log: HAR.Log(entries: [entry]))
let entries = [entry]
let entry = HAR.Entry(
    startedDateTime: "2026-03-01T10:00:00.000Z", request: HAR.Request(method: "GET", url: "https://api.example.com/"),
    response: HAR.Response(status: 200))
let reading = HAR.Reading(archive: archive, problems: [])
let handle = FileHandle.nullDevice
