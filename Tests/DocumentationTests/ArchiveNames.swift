import Foundation
import HTTPArchive

// The names that a reader of the fences about archives would have.

let harURL = FileManager.default.temporaryDirectory.appendingPathComponent("profile.har")
let archive = HAR()
let entries = archive.log.entries
let entry = HAR.Entry(
    startedDateTime: "2026-03-01T10:00:00.000Z", request: HAR.Request(method: "GET", url: "https://api.example.com/"),
    response: HAR.Response(status: 200))
let reading = HAR.Reading(archive: archive, problems: [])
let handle = FileHandle.nullDevice
