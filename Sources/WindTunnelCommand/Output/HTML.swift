import Foundation

/// Pieces of a page.
enum HTML {
    /// Nothing of a recording is markup; a control character is none that a page may have, and marks that turn the
    /// direction around would show a URL as another one.
    static func text(_ text: String) -> String {
        var text = text
        // By bytes: a recording of 200 MB is a page of 200 MB.
        return text.withUTF8 { String(decoding: escaped($0), as: UTF8.self) }
    }

    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 16)
        var index = 0
        while index < bytes.count {
            let hidden = hiddenLength(bytes[index...])
            if hidden > 0 {
                result += "\u{FFFD}".utf8
            } else if let name = name(bytes[index]) {
                result += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            } else {
                result.append(bytes[index])
            }
            index += max(1, hidden)
        }
        return result
    }

    private static func name(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    /// How many bytes begin here that are not shown; 0 for what is.
    private static func hiddenLength(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let start = bytes.startIndex
        switch bytes[start] {
        case 0x09, 0x0A: return 0
        case ..<0x20, 0x7F: return 1
        // U+0080 to U+009F
        case 0xC2: return bytes[start + 1] < 0xA0 ? 2 : 0
        // U+202A to U+202E, U+2066 to U+2069
        case 0xE2:
            let (second, third) = (bytes[start + 1], bytes[start + 2])
            let turns =
                second == 0x80 && (0xAA...0xAE).contains(third) || second == 0x81 && (0xA6...0xA9).contains(third)
            return turns ? 3 : 0
        default: return 0
        }
    }

    /// The class says by colour what the number says.
    static func status(_ status: Int) -> String {
        let kind =
            switch status {
            case 200..<300: "good"
            case 300..<400: "moved"
            default: "bad"
            }
        return "<span class=\"\(kind)\">\(status == 0 ? "none" : String(status))</span>"
    }

    static func milliseconds(_ time: Double) -> String {
        let time = time.isFinite ? max(0, min(time, 1e12)) : 0
        return time < 10_000 ? "\(Int(time.rounded())) ms" : "\(Int((time / 1_000).rounded())) s"
    }

    static let style = """
        :root{--back:#fff;--front:#1b1f24;--faint:#57606a;--line:#d0d7de;--soft:#f6f8fa;--link:#0550ae;--good:#116329;\
        --bad:#a40e26;--bar:#0969da}
        @media(prefers-color-scheme:dark){:root{--back:#0d1117;--front:#e6edf3;--faint:#9198a1;--line:#3d444d;\
        --soft:#161b22;--link:#79c0ff;--good:#7ee787;--bad:#ff9492;--bar:#58a6ff}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--back);color:var(--front);font:15px/1.5 system-ui,sans-serif}
        main{max-width:90rem;margin:0 auto;padding:1.5rem clamp(.75rem,3vw,2.5rem)}
        h1{font-size:1.5rem;margin:0;overflow-wrap:anywhere}
        h2{font-size:1.1rem;margin:2rem 0 .5rem}
        h3{font-size:.95rem;margin:1.25rem 0 .25rem}
        .facts{color:var(--faint);margin:.25rem 0}.facts span{margin-right:1.25rem;white-space:nowrap}
        .wide{overflow-x:auto;border:1px solid var(--line);border-radius:8px}
        table{border-collapse:collapse;width:100%;font-size:.9rem}
        th,td{text-align:left;padding:.4rem .6rem;border-top:1px solid var(--line);vertical-align:top;font-weight:400}
        thead th{border-top:0;color:var(--faint);background:var(--soft);font-weight:600;white-space:nowrap}
        tbody th{overflow-wrap:anywhere;min-width:11rem}
        tbody tr:hover{background:var(--soft)}
        .number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
        .when{width:24%;min-width:5rem}
        .bar{display:block;height:.7rem;margin-top:.4rem;min-width:3px;border-radius:2px;background:var(--bar)}
        .aside{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
        .good{color:var(--good)}.moved{color:var(--link)}.bad{color:var(--bad);font-weight:600}
        details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0}
        summary{padding:.5rem .75rem;cursor:pointer;overflow-wrap:anywhere}
        details[open]>summary{background:var(--soft);border-bottom:1px solid var(--line);border-radius:8px 8px 0 0}
        details>div{padding:.25rem .75rem .75rem}
        .verb{font-weight:600}
        dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.1rem 1rem;margin:0;font-size:.9rem}
        dt{color:var(--faint);overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}
        pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.6rem;margin:.5rem 0;\
        overflow:auto;max-height:30rem;font:.85rem/1.45 ui-monospace,monospace;white-space:pre-wrap;\
        overflow-wrap:anywhere}
        :focus-visible{outline:3px solid var(--bar);outline-offset:2px}
        @media(max-width:45rem){thead{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}
        table,tbody{display:block}tr{display:grid;grid-template-columns:2.2rem 4.5rem 3.5rem 1fr;padding:.4rem .6rem}
        tbody tr+tr{border-top:1px solid var(--line)}tbody th,tbody td{border:0;padding:.1rem 0}.rare{display:none}
        tbody td:first-child{text-align:left}tbody th,.when{grid-column:1/-1;width:auto}tbody th{order:1}.when{order:2}
        dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}
        @media print{details>div{display:block}.wide{overflow:visible}}
        """
}
