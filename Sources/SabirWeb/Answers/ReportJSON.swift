import SabirWire

struct ReportJSON: Encodable, Sendable {
    /// Who reports.
    let member: String
    let from: String
    @OrNull var about: String?
    let text: String
    @OrNull var message: String?
    @OrNull var lang: String?
    let ts: Int

    init(_ kept: WebReport) {
        member = kept.report.reporter.id.rawValue
        from = kept.report.reporter.name
        about = kept.report.name
        text = kept.report.text
        message = kept.message
        lang = kept.lang?.description
        ts = kept.report.ts
    }
}
