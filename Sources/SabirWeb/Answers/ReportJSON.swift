import SabirProtocol
import SabirRoom

/// A report to staff, or a line that only staff read.
struct ReportJSON: Encodable, Sendable {
    /// `report`, or `line`, which is about no message.
    let kind: String
    /// The reporter's member id.
    let member: String
    let from: String
    /// The language of the reporter and of `text`.
    let reader: String
    /// The name of the member who is reported.
    @OrNull var about: String?
    let text: String
    @OrNull var message: String?
    /// The language of the reported message.
    @OrNull var lang: String?
    let ts: Int
    let state: String
    /// Id and name of the report's room; left out in that room itself.
    let room: [String: String]?
    /// The text translated for the requesting reader; left out if no translation was requested.
    var translation: TranslationJSON?
    /// The reported message, translated in the same way.
    var messageTranslation: TranslationJSON?
    /// For a line, at a desk: whether its writer has a page of this node open, which can show an answer.
    var page: Bool?
    /// For a line, at a desk: the private talk to which staff invited its writer.
    var talk: TalkTold?

    init(_ kept: KeptReport) { self.init(kept.report, about: kept.line) }

    init(_ report: Reported, about line: Message? = nil) {
        kind = report.isLineToStaff ? "line" : "report"
        member = report.reporter.id.rawValue
        from = report.reporter.name
        reader = report.reporter.lang.description
        about = report.name
        text = report.text
        message = line?.text
        lang = line?.lang.description
        ts = report.ts
        state = report.state.rawValue
        room = report.room.map { ["id": $0.id, "name": $0.name] }
    }
}

/// Tells the writer of a line to staff that they have read it.
struct ReadByStaffJSON: Encodable, Sendable {
    /// The time of the line.
    let ts: Int
    /// The answer of staff; left out if they only read the line.
    let answer: Answer?

    struct Answer: Encodable, Sendable {
        let text: String
        let lang: String
        /// The answer's translation; left out if the writer reads its language.
        let translation: TranslationJSON?
    }
}
