import SabirProtocol
import SabirTranslation

/// What a chat does beside the conversation, each kind of it in its order and bounded, so that it holds nothing up.
struct ChatQueues: Sendable {
    struct Queue<Item: Sendable>: Sendable {
        let items: AsyncStream<Item>
        private let continuation: AsyncStream<Item>.Continuation

        init(_ policy: AsyncStream<Item>.Continuation.BufferingPolicy) {
            (items, continuation) = AsyncStream.makeStream(bufferingPolicy: policy)
        }

        /// False where it, or something before it, had no place.
        @discardableResult
        func add(_ item: Item) -> Bool {
            if case .dropped = continuation.yield(item) { false } else { true }
        }

        func finish() { continuation.finish() }
    }

    /// Lines to translate: beyond that a line stays untranslated and says so.
    let lines = Queue<Message>(.bufferingOldest(2_000))
    /// Lines that were translated and shown, to be looked at again: the oldest give way.
    let looks = Queue<TranslatedLine>(.bufferingNewest(32))
    /// The pinned notice to translate.
    let notices = Queue<Notice>(.bufferingNewest(1))
    /// Drafts to check.
    let drafts = Queue<String>(.bufferingOldest(16))
    /// Lines of before to show.
    let pages = Queue<EarlierPage>(.bufferingNewest(4))
    /// There may be a language of which the reader knows nothing yet.
    let newcomers = Queue<Void>(.bufferingNewest(1))

    func finish() {
        lines.finish()
        looks.finish()
        notices.finish()
        drafts.finish()
        pages.finish()
        newcomers.finish()
    }
}

/// A line as its reader has it.
struct TranslatedLine {
    let message: Message
    let outcome: TranslationOutcome
    let lang: LanguageTag
}

/// Lines of before, as they are asked for, and what to say where there are none.
struct EarlierPage {
    let lines: HistoryPage
    /// The key of the sentence that says why nothing came.
    let whyNothing: String
}

/// Lines of before, as a view is told of them: the page, then each line, then the end.
enum EarlierNews {
    case page(HistoryPage, whyNothing: String)
    /// Its translation, where it has one, follows at once or later, as any line's.
    case line(Message)
    case end(HistoryPage)
}
