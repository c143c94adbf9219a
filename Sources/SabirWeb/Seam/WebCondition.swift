import Foundation
import SabirTranslation

/// The node's condition for its operator, beyond what rooms and page say themselves.
package struct WebCondition: Sendable {
    package var started: Date
    /// The engines by preference; empty if the node does not translate.
    package var engines: [EngineReport] = []
    /// The languages that people chose in the last week.
    package var chosen = LanguageWeek()
    /// Free bytes on the disk of the state folder; nil if unknown.
    package var free: Int?
    /// When the newest proved backup was made; nil if there is none.
    package var backup: Date?
    /// Everything that needs attention: the notices for staff, and those that only the machine's operator can resolve.
    package var attention: [WebStaffNotice] = []

    package init(started: Date) { self.started = started }
}
