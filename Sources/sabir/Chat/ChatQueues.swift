import SabirProtocol
import SabirTranslation

/// Queues for work beside the conversation, each in order and bounded, so that no work holds up the chat. A queue ends
/// when a task that reads it is cancelled.
struct ChatQueues: Sendable {
    struct Queue<Item: Sendable>: Sendable {
        let items: AsyncStream<Item>
        private let continuation: AsyncStream<Item>.Continuation

        init(_ policy: AsyncStream<Item>.Continuation.BufferingPolicy) {
            (items, continuation) = AsyncStream.makeStream(bufferingPolicy: policy)
        }

        /// Adds an item. Returns false if that item, or an older one, was dropped because the queue is full.
        @discardableResult
        func add(_ item: Item) -> Bool {
            if case .dropped = continuation.yield(item) { false } else { true }
        }
    }

    /// Lines to translate. Beyond the bound a line stays untranslated and is marked so.
    let lines = Queue<Message>(.bufferingOldest(2_000))
    /// Translated lines for a second look; beyond the bound the oldest are dropped.
    let looks = Queue<TranslatedLine>(.bufferingNewest(32))
    let notices = Queue<Notice>(.bufferingNewest(1))
    let drafts = Queue<String>(.bufferingOldest(16))
    let pages = Queue<EarlierPage>(.bufferingNewest(4))
    /// Signals that there may be a language that the reader was told nothing about.
    let newcomers = Queue<Void>(.bufferingNewest(1))
}

/// A line with the translation that its reader has.
struct TranslatedLine {
    let message: Message
    let outcome: TranslationOutcome
    let lang: LanguageTag
}

/// A page of earlier lines, with what to say if it is empty.
struct EarlierPage {
    let lines: HistoryPage
    /// The key of the sentence that says why the page is empty.
    let whyNothing: String
}

/// How a view receives earlier lines: the page, then each line, then the end.
enum EarlierNews {
    case page(HistoryPage, whyNothing: String)
    /// A translation follows at once or later, as for any line.
    case line(Message)
    case end(HistoryPage)
}
