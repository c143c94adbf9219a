import Foundation

/// The settings file that the page may write.
package protocol WebSetup: Sendable {
    /// Whether there is no configuration yet, so that the node has no rooms and waits to be set up.
    var isAwaited: Bool { get }
    /// The current settings. Throws `locked` if they are made elsewhere, or were changed by hand.
    func settings() async throws(PlaceFault) -> PlaceSettings
    /// Writes the settings; returns once the file is on disk. The node then restarts with them.
    ///
    /// - Parameter who: The person's name for the log.
    func save(_ settings: PlaceSettings, by who: String) async throws(PlaceFault)
    /// Adds a piece of a backup file, in order; a piece at offset 0 begins a new file. Throws `backup`.
    func receive(_ piece: Data, at offset: Int) async throws(PlaceFault)
    /// Restores the received backup; returns once it is verified and ready on disk. The node then restarts with it.
    /// Throws `words` if they do not open the backup, `backup` for everything else; nothing is changed then.
    ///
    /// - Parameter words: The words on the recovery sheet.
    func restore(_ words: String, by who: String) async throws(PlaceFault)
    /// Shows the operator of this computer a code that lets one device set up the place, and the address for it.
    func tell(code: String, at address: String) async
}
