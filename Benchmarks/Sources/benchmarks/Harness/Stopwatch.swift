import Foundation

/// Wall time, and the time that all threads of the process worked.
struct Stopwatch {
    private let wall = Self.seconds(CLOCK_MONOTONIC)
    private let processor = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)

    /// What one of `count` times cost.
    func sample(_ count: Int) -> Sample {
        let wall = Self.seconds(CLOCK_MONOTONIC) - wall
        let processor = Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - processor
        return Sample(value: wall / Double(count), processor: processor / Double(count))
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
