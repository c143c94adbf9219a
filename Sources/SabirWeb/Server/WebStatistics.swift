/// How the page is used at the moment.
package struct WebStatistics: Sendable, Hashable {
    /// Visitors in rooms.
    package var visitors = 0
    /// Translations that wait to be asked for.
    package var waiting = 0
    /// Events that wait to be written to visitors.
    package var unwritten = 0

    /// Makes the answer of `/metrics`, in Prometheus' text format, from the page's statistics.
    package typealias Measured = @Sendable (WebStatistics) async -> String
}
