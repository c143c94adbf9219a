import SabirProtocol
import SabirRoom

/// A report to staff, or a line that only they read.
struct ReportJSON: Encodable, Sendable {
    /// `report`, or `line`: about nobody.
    let kind: String
    /// Who reports.
    let member: String
    let from: String
    /// The reporter's, and the text's.
    let reader: String
    /// The name of whom it concerns.
    @OrNull var about: String?
    let text: String
    @OrNull var message: String?
    /// The message's.
    @OrNull var lang: String?
    let ts: Int
    let state: String
    /// Where it was made; left out in the room itself.
    let room: HelpJSON.Room?
    /// The text as the reader of the answer gets it; left out where none was asked for.
    var translation: TranslationJSON?
    /// Likewise the message.
    var messageTranslation: TranslationJSON?
    /// Of a line, at a desk: whether its writer is at a page of this node, where an answer can be shown.
    var page: Bool?
    /// Likewise: to which room staff have invited its writer.
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
        room = report.room.map { HelpJSON.Room(id: $0.id, name: $0.name) }
    }
}

/// That staff have read a line to them, as its writer alone is told.
struct ReadByStaffJSON: Encodable, Sendable {
    /// Of the line.
    let ts: Int
    /// What staff write back; left out where they have only read it.
    let answer: Answer?

    struct Answer: Encodable, Sendable {
        let text: String
        let lang: String
        /// Left out where the writer reads that language.
        let translation: TranslationJSON?
    }
}

/// The reports of all rooms, for staff.
struct ReportListJSON: Encodable, Sendable {
    let reports: [ReportJSON]
}
