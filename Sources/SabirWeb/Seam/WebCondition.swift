import Foundation
import SabirTranslation

/// How the node is, for whoever looks after it: what its rooms and its page do not say themselves.
package struct WebCondition: Sendable {
    package var started: Date
    /// In order of preference; empty where the node does not translate.
    package var engines: [EngineReport] = []
    /// Which languages people chose in the last week.
    package var chosen = LanguageWeek()
    /// Bytes left on the disk of the state folder; nil where that cannot be known.
    package var free: Int?
    /// When the newest backup that is proved was made; nil where there is none.
    package var backup: Date?
    /// What somebody has to see to: what staff are told, and what only whoever runs the machine can mend.
    package var attention: [WebStaffNotice] = []

    package init(started: Date) { self.started = started }
}
