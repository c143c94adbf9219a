import Foundation
import SabirFeed
import SabirTranslation
import SabirRoom
import SabirWeb
import SabirProtocol

/// The page's questions about translations.
extension NodeServices {
    package nonisolated var outcomeWording: any OutcomeWording { wording }

    package func translate(
        _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> TranslationOutcome {
        let room = entry(room)
        let names = await room?.names() ?? .none
        var line =
            await translationService?.translator.translate(text, from: from, to: to, names: names)
            ?? (from.reads(to) ? .same(text) : .untranslated(.noEngine))
        if let host = room?.host { line = await host.instead(of: line, text, from: from, to: to, names: names) }
        return confirmation(in: room).marked(line, of: text, in: from)
    }

    /// A second look at translations by this node's own engines. A host that translates for a room checks its lines
    /// itself.
    package func secondLook(
        at line: TranslationOutcome, _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> SecondReading? {
        guard line.state == .translated, let translator = translationService?.translator else { return nil }
        let room = entry(room)
        let names = await room?.names() ?? .none
        return await translator.secondLook(at: line, text, from: from, to: to, names: names)
    }

    package func topic(
        _ topic: String, of room: String, for lang: LanguageTag
    ) async -> (written: LanguageTag, translation: TranslationOutcome)? {
        let found = LanguageIdentifier.identify(topic).flatMap { $0.isSure ? $0.tag : nil }
        let from = found ?? language
        return (from, await translate(topic, from: from, to: lang, in: room))
    }

    package func translates(from: LanguageTag, to: LanguageTag, in room: String) async -> Bool {
        if await availabilityCache.leads(from, to) { return true }
        guard let host = entry(room)?.host, host.isReached else { return false }
        return await host.availabilityCache.leads(from, to)
    }

    package func seemingLanguage(of text: String, declared: LanguageTag) async -> LanguageTag? {
        await drafts.offer(for: text, declared: declared)
    }

    package func engineEvents() async -> AsyncStream<EngineEvent?> {
        let (stream, subscriber) = AsyncStream.makeStream(of: EngineEvent?.self, bufferingPolicy: .bufferingNewest(64))
        let listener = UUID()
        engineListeners[listener] = subscriber
        let relay = translationService.map { service in
            Task { [availabilityCache] in
                for await event in await service.translator.events() {
                    await availabilityCache.clear()
                    subscriber.yield(event)
                }
                subscriber.finish()
            }
        }
        subscriber.onTermination = { [weak self] _ in
            relay?.cancel()
            Task { await self?.forget(engineListener: listener) }
        }
        return stream
    }

    private func forget(engineListener listener: UUID) { engineListeners[listener] = nil }

    /// Retries untranslated lines when a host's engine becomes available.
    func follow(_ host: HostEngine, of room: HostedRoom) {
        let id = room.settings.info.id
        hostNews[id]?.cancel()
        hostNews[id] = Task { [weak self] in
            for await event in await host.translator.events() {
                await host.availabilityCache.clear()
                await self?.tell(event)
            }
        }
    }

    func tell(_ event: EngineEvent?) {
        for listener in engineListeners.values { listener.yield(event) }
    }

    package func availability(
        for reader: LanguageTag, among present: [LanguageTag], in room: String?
    ) async -> LanguageAvailability {
        var best = await availabilityCache.answer(for: reader, among: present)
        for entry in entries where room == nil || entry.id == room {
            guard best != .translated, let host = entry.host, host.isReached else { continue }
            let there = await host.availabilityCache.answer(for: reader, among: present)
            if there == .translated || (there == .partly && best != .partly) { best = there }
        }
        return best
    }

    package func phrases(
        matching query: String, in lang: LanguageTag, to: LanguageTag?, limit: Int
    ) async -> (situations: [String], phrases: [PhraseSuggestion]) {
        let book = translationService?.phrasebook ?? .empty
        let found =
            query.isEmpty
            ? book.browse(situation: nil, language: lang, to: to, limit: limit)
            : book.suggest(query, in: lang, to: to, limit: limit)
        return (book.situations(in: lang), found)
    }

    package func check(
        _ text: String, in lang: LanguageTag, for present: [LanguageTag: Int], room: String, isStaffs: Bool
    ) async -> WebDraftCheck {
        let room = entry(room)
        let drafts = room?.host?.isReached == true ? room?.host?.drafts ?? drafts : drafts
        let report = await drafts.report(
            on: text, in: lang, for: Array(present.keys), knowing: await room?.names().names ?? [], advised: advice,
            isStaffs: isStaffs)
        let misspelt = report.misspellings.map { misspelling in
            WebDraftCheck.Advice(
                kind: "misspelt", text: wording.sentence(misspelling, in: lang), word: misspelling.word,
                suggestions: misspelling.suggestions)
        }
        let advice = report.advice.map {
            WebDraftCheck.Advice(kind: $0.kind.rawValue, text: wording.sentence($0, in: lang), word: $0.words.first)
        }
        return WebDraftCheck(
            readings: report.readings, advice: misspelt + advice, offeredLanguage: report.offer)
    }
}
