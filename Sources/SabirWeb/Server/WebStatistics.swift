/// How the page is used now.
package struct WebStatistics: Sendable, Hashable {
    /// Visitors who are in a room.
    package var visitors = 0
    /// Open streams, kiosks included.
    package var streams = 0
    /// Translations waiting to be asked for.
    package var waiting = 0
    /// Events waiting to be written to visitors.
    package var unwritten = 0

    package init() {}

    /// What `/metrics` answers, in Prometheus' text format, given how the page is used now.
    package typealias Measured = @Sendable (WebStatistics) async -> String
}
