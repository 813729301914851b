extension MediaType {
    /// By the extension of a file's name; the few that stubs use. A table of the system exists on Apple only.
    static func forExtension(_ name: String) -> String {
        table[name.lowercased()] ?? "application/octet-stream"
    }

    private static let table = [
        "json": "application/json", "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
        "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8", "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "xml": "application/xml", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "heic": "image/heic",
        "ico": "image/vnd.microsoft.icon", "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip",
        "wasm": "application/wasm", "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4",
        "mov": "video/quicktime", "webm": "video/webm", "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t",
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "plist": "application/x-plist", "ics": "text/calendar; charset=utf-8", "jsonl": "application/jsonl",
        "yaml": "application/yaml", "yml": "application/yaml", "webmanifest": "application/manifest+json",
    ]
}
