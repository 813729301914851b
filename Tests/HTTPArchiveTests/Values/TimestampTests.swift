import Foundation
import HTTPArchive
import Testing

@Suite(.timeLimit(.minutes(3)))
struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.5Z", 0.5), ("1969-12-31T23:59:59.250Z", -0.75),
        ("2026-03-01T10:00:00Z", 1_772_359_200), ("2026-03-01T10:00:00.123456+02:00", 1_772_352_000.123456),
        ("2026-03-01T10:00:00.1234567-0730", 1_772_386_200.1234567), ("2026-03-01 10:00:00", 1_772_359_200),
        ("2026-03-01T10:00Z", 1_772_359_200), ("2026-03-01t10:00:00,5z", 1_772_359_200.5),
        ("2026-03-01T10:00:00+02", 1_772_352_000), ("2000-02-29T00:00:00Z", 951_782_400),
        ("1900-03-01T00:00:00Z", -2_203_891_200), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ])
    func `dates are read in all their spellings`(_ text: String, _ seconds: Double) throws {
        let date = try #require(HAR.Timestamp(text: text).date)
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    }

    @Test(arguments: [
        "", "now", "NaN-NaN-NaNTNaN:NaN:NaN", "Sun Mar 01 2026 10:00:00", "2026-03-01", "2026-13-01T10:00:00Z",
        "2026-03-00T10:00:00Z", "2026-03-01T25:00:00Z", "2026-03-01T10:00:00.Z", "2026-03-01T10:00:00+",
        "2026-03-01T10:00:00Zx",
        "2026-03-01T10:00:00é",
    ])
    func `what is no date has none, and its text stays`(_ text: String) {
        #expect(HAR.Timestamp(text: text).date == nil)
        #expect(HAR.Timestamp(text: text).description == text)
    }

    @Test func `a date is written in UTC, to the millisecond`() {
        #expect(HAR.Timestamp(Date(timeIntervalSince1970: 0)).text == "1970-01-01T00:00:00.000Z")
        #expect(HAR.Timestamp(Date(timeIntervalSince1970: 1_772_359_200.1236)).text == "2026-03-01T10:00:00.124Z")
        #expect(HAR.Timestamp(Date(timeIntervalSince1970: -0.001)).text == "1969-12-31T23:59:59.999Z")
        #expect(HAR.Timestamp(Date.distantPast).date != nil)
        #expect(HAR.Timestamp(Date(timeIntervalSince1970: .infinity)).text == "1970-01-01T00:00:00.000Z")
        #expect(HAR.Timestamp(Date(timeIntervalSince1970: 1e300)).text == "9999-12-31T23:59:59.999Z")
    }

    @Test func `each day of four centuries comes back`() {
        for day in stride(from: -80_000, to: 80_000, by: 13) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            #expect(HAR.Timestamp(date).date == date)
        }
    }
}
