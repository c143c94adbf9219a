import SabirClient
import SabirTranslation
import SabirProtocol

/// Earlier lines: requested a page at a time and translated when shown, without holding up the conversation.
extension ChatSession {
    /// Lines translated at the same time.
    private static let together = 8
    /// How long an earlier line waits for its translation, so that both appear together. After that the translation
    /// follows.
    private static let patienceForEarlier = Duration.seconds(2)

    func requestEarlier(before: Int? = nil, limit: Int = EarlierLines.usual) async {
        if let (code, key) = connection.whyNoHistory { return view.showRefusal(code, phrase(key)) }
        guard let request = earlier.ask(before: before, limit: limit, now: .now) else { return }
        await room.askHistory(before: request.before, limit: request.limit)
    }

    func addEarlier(_ page: HistoryPage) async {
        switch earlier.add(page) {
        case .ask(let request): await room.askHistory(before: request.before, limit: request.limit)
        case .show(let lines):
            queues.pages.add(EarlierPage(lines: lines, whyNothing: connection.whyNothing(before: lines.before)))
        case .nothing: break
        }
    }

    func show(_ page: EarlierPage) async {
        view.show(.page(page.lines, whyNothing: page.whyNothing))
        var rest = page.lines.messages[...]
        while !rest.isEmpty, !Task.isCancelled {
            await show(rest.prefix(Self.together))
            rest = rest.dropFirst(Self.together)
        }
        view.show(.end(page.lines))
    }

    private func show(_ lines: ArraySlice<Message>) async {
        guard translation.translator != nil, reader.showsTranslations else {
            return lines.forEach { view.show(.line($0)) }
        }
        let (lang, names, translation) = (reader.lang, people.translatedNames, translation)
        await withTaskGroup(of: (Message, TranslationOutcome)?.self) { group in
            group.addTask {
                try? await Task.sleep(for: Self.patienceForEarlier)
                return nil
            }
            for line in lines {
                group.addTask {
                    await translation.outcome(of: line.text, from: line.lang, to: lang, names: names).map { (line, $0) }
                }
            }
            var made: [MessageID: TranslationOutcome] = [:]
            while made.count < lines.count, case let (line, translation)?? = await group.next() {
                made[line.id] = translation
            }
            guard !Task.isCancelled else { return }
            for line in lines {
                view.show(.line(line))
                if let translation = made[line.id] { show(translation, of: line, in: lang) }
            }
            while made.count < lines.count, let next = await group.next() {
                guard let (line, translation) = next else { continue }
                made[line.id] = translation
                show(translation, of: line, in: lang)
            }
            group.cancelAll()
        }
    }

    private func show(_ outcome: TranslationOutcome, of message: Message, in lang: LanguageTag) {
        if translations.record(outcome, of: message, now: .now) { view.show(outcome, of: message, in: lang) }
    }
}
