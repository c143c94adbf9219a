import Glibc

/// Times by this machine's clock and time zone, as the C library tells them: it reads each form of `TZ` (tzset(3)) and
/// an `/etc/localtime` that is no link, of which Foundation knows neither.
package enum LocalTime {
    /// `14:05`. `ts`: milliseconds since 1970.
    package static func minute(_ ts: Int) -> String { text(ts, "%H:%M") }

    /// - Parameters:
    ///   - ts: milliseconds since 1970.
    ///   - format: as strftime(3) reads it, for at most 63 bytes of text.
    package static func text(_ ts: Int, _ format: String) -> String {
        var (seconds, parts) = (time_t(ts / 1_000), tm())
        localtime_r(&seconds, &parts)
        return String(unsafeUninitializedCapacity: 64) { bytes in
            bytes.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress!, $0.count, format, &parts) }
        }
    }
}
