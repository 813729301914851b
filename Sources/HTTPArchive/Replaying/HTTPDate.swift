import Foundation

/// The date of a field (RFC 9110, section 5.6.7).
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(_ date: Date) -> String {
        let iso = Array(CivilTime.text(secondsSince1970: date.timeIntervalSince1970))  // 2026-03-01T10:00:00.000Z
        let day = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
        let month = (Int(String(iso[5...6])) ?? 1) - 1
        return "\(days[((day % 7) + 7) % 7]), \(String(iso[8...9])) \(months[month]) \(String(iso[0...3])) "
            + "\(String(iso[11...18])) GMT"
    }
}
