import SabirProtocol

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
        notices.finish()
        drafts.finish()
        pages.finish()
        newcomers.finish()
    }
}
