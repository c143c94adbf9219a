/// How the page is used now.
package struct WebStatistics: Sendable, Hashable {
    /// Visitors who are in a room.
    package var visitors = 0
    /// Open streams, kiosks included.
    package var streams = 0
    /// Streams ended since the start because their visitor read too slowly.
    package var dropped = 0
    /// Translations waiting to be asked for.
    package var waiting = 0

    package init() {}
}
