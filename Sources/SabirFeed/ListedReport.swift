import SabirProtocol

/// What a member reported to a room's staff, as they are shown it.
package struct ListedReport: Sendable, Hashable {
    package var report: Reported
    /// What the reported message says, and in which language; nil where it is about none, or was no longer kept.
    package let message: String?
    package let lang: LanguageTag?

    package init(report: Reported, message: String?, lang: LanguageTag?) {
        self.report = report
        self.message = message
        self.lang = lang
    }
}
