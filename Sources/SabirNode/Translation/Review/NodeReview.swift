import Dispatch
import Foundation
import Logging
import SabirConfiguration
import SabirCore
import SabirProtocol
import SabirWeb
import Synchronization

/// The page's reviews: what reviewers are shown, and what they say. Works on a queue of its own; a command may add to
/// the file at any time.
package final class NodeReview: WebReview {
    private let file: ReviewFile
    private let folder: String?
    private let phrasebooks: Mutex<[String]>
    /// Digests of the entries and sections under review, by language. Used only on the queue, so never contended.
    private let asked = Mutex<[LanguageTag: [String: String]]>([:])
    private let queue = DispatchQueue(label: "sabir.review")
    private let logger: Logger

    /// - Parameter folder: the program's data folder.
    package init(_ configuration: NodeConfiguration, folder: String?, logger: Logger) {
        file = ReviewFile(stateDirectory: configuration.node.stateDirectory)
        self.folder = folder
        phrasebooks = Mutex(configuration.phrasebook.files)
        self.logger = logger
    }

    package func setPhrasebooks(of configuration: NodeConfiguration) {
        phrasebooks.withLock { $0 = configuration.phrasebook.files }
    }

    package func sections(
        in language: LanguageTag, for reviewer: String
    ) async throws(WebFault) -> [WebReviewSection] {
        try await queue.run { [self] () throws(WebFault) in
            let (sections, judged) = (readTexts(in: language), try state())
            return sections.map { Self.shown($0, judged, language, reviewer) }
        }
    }

    package func judge(
        _ word: WebReviewWord, in language: LanguageTag, by reviewer: String
    ) async throws(WebFault) {
        let record: ReviewRecord
        do throws(NodeError) {
            guard let verdict = ReviewRecord.Verdict(rawValue: word.verdict) else {
                throw NodeError(description: "\"verdict\" is yes, no, better, complete or missing.")
            }
            record = try ReviewRecord(
                verdict, of: word.id, digest: word.digest, text: word.text ?? "", in: language, by: reviewer, at: Date()
            )
        } catch {
            throw WebFault(.reviewWrong, error.description)
        }
        try await queue.run { [self] () throws(WebFault) in try keep(record) }
    }

    package func export(_ language: LanguageTag, of reviewer: String) async throws(WebFault) -> Data {
        try await queue.run { [self] () throws(WebFault) in
            ReviewExport(try state().records.filter { $0.lang == language && $0.by == reviewer }).data
        }
    }

    // MARK: On the queue

    /// The texts under review, as in the files now.
    @discardableResult
    private func readTexts(in language: LanguageTag) -> [ReviewSection] {
        let sections = ReviewTexts(folder: folder, phrasebooks: phrasebooks.withLock(\.self)).sections(in: language)
        let pairs = sections.flatMap { section in
            [(section.key, section.digest)] + section.entries.map { ($0.key, $0.digest) }
        }
        asked.withLock { $0[language] = Dictionary(pairs) { first, _ in first } }
        return sections
    }

    private func keep(_ record: ReviewRecord) throws(WebFault) {
        if asked.withLock({ $0[record.lang] == nil }) { readTexts(in: record.lang) }
        guard asked.withLock({ $0[record.lang]?[record.key] == record.digest }) else {
            throw WebFault(.textChanged, "This text was changed meanwhile. Load the page again.")
        }
        do throws(NodeError) { try file.append([record]) } catch { throw unusable(error) }
    }

    private func state() throws(WebFault) -> ReviewState {
        do throws(NodeError) { return try file.state(logger) } catch { throw unusable(error) }
    }

    private func unusable(_ error: NodeError) -> WebFault {
        logger.error("reviewers' answers cannot be stored: \(error)")
        return WebFault(
            .noReviews, "The reviews (reviews.jsonl) cannot be read or written here; the node's log says why.")
    }

    private static func shown(
        _ section: ReviewSection, _ state: ReviewState, _ language: LanguageTag, _ reviewer: String
    ) -> WebReviewSection {
        let whole = state.word(of: reviewer, on: section, in: language)
        let entries = section.entries.map { entry in
            let word = state.word(of: reviewer, on: entry, in: language)
            return WebReviewEntry(
                id: entry.id, digest: entry.digest, text: entry.text, reference: entry.reference,
                verdict: word?.verdict.rawValue, better: word?.text ?? "")
        }
        return WebReviewSection(
            id: section.id, part: section.part.rawValue, name: section.name, digest: section.digest,
            verdict: whole?.verdict.rawValue, text: whole?.text ?? "", entries: entries)
    }
}
