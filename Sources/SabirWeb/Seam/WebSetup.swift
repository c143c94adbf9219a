import Foundation

/// The file of settings that the page may write, and whether the place waits for it.
package protocol WebSetup: Sendable {
    /// Whether there is no configuration yet: the node has no rooms, and waits for somebody to set it up.
    var isAwaited: Bool { get }
    /// What is set now. Throws `locked` where that is set elsewhere, or was changed by hand.
    func settings() async throws(PlaceFault) -> PlaceSettings
    /// Returns once the file is on the disk. The node begins anew with it by itself, right after.
    ///
    /// - Parameter who: for the log.
    func save(_ settings: PlaceSettings, by who: String) async throws(PlaceFault)
    /// A piece of a backup's file, in order; the one at 0 begins anew. Throws `backup`.
    func receive(_ piece: Data, at offset: Int) async throws(PlaceFault)
    /// Returns once the backup is sound and lies ready on the disk; the node begins anew with it by itself, right after.
    /// Throws `words` where the sheet is another's, `backup` for all else; nothing is changed then.
    ///
    /// - Parameter words: what stands on the recovery sheet.
    func restore(_ words: String, by who: String) async throws(PlaceFault)
    /// A code by which one device may set the place up, and where: told to whoever looks after this computer.
    func tell(code: String, at address: String) async
}
