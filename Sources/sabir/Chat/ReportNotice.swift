import SabirProtocol
import SabirTranslation

/// A report to staff, as shown to this person.
struct ReportNotice {
    let report: Reported
    let own: Bool
    /// In the reader's language.
    let sentence: String

    init(
        _ report: Reported, about message: Message?, own: Bool, for reader: LanguageTag, _ wording: InterfaceCatalogue
    ) {
        self.report = report
        self.own = own
        let key = own ? report.staffIsPresent ? "report.made" : "report.left" : "report.staff"
        let values = [
            "name": Badge.name(report.reporter.name, nil),
            "about": Badge.name(report.name ?? message?.from ?? "…", nil),
            "text": [report.text, message.map { "«\($0.text)»" } ?? ""].filter { !$0.isEmpty }.joined(separator: " "),
        ]
        sentence = wording.sentence(key, in: reader, values)
    }
}
