import SabirClient
import SabirProtocol
import SabirTranslation
import SabirTranslationService

/// What this end translates with; nothing where lines are shown as they were written.
struct ReaderTranslation: Sendable {
    let translator: Translator?
    let phrasebook: Phrasebook
    let draftCheck: DraftCheck
    /// Whether a host that shares its engines is asked where no own engine can.
    private let mayAskHost: Bool

    init(_ service: TranslationService?, mayAskHost: Bool) {
        translator = service?.translator
        phrasebook = service?.phrasebook ?? .empty
        draftCheck = DraftCheck(translator: service?.translator)
        self.mayAskHost = mayAskHost
    }

    /// The host's engines, where it shares them: after all of this end's own, and for this room alone.
    func adoptHost(_ welcome: Welcome, of room: RemoteRoom) async {
        guard let translator, mayAskHost else { return }
        if welcome.translation?.connection == true {
            await translator.adopt(RoomPeer(room), name: RoomPeer.name)
        } else {
            await translator.dismiss(name: RoomPeer.name)
        }
    }

    /// What a reader can count on for each of these languages, once the engines were judged.
    ///
    /// - Returns: `unsure`: of those an engine is away for the moment, which says nothing of what to count on.
    func availability(
        of languages: [LanguageTag], for reader: LanguageTag, _ wording: ReaderWording
    ) async -> (known: [ChatLanguageAvailability], unsure: [LanguageTag]) {
        guard let translator else { return ([], []) }
        _ = await translator.standings()
        var (known, unsure): ([ChatLanguageAvailability], [LanguageTag]) = ([], [])
        for lang in languages {
            let expectation = await translator.offers(from: lang, to: reader)
            if case .not(let reason) = expectation, reason.mayPass {
                unsure.append(lang)
                continue
            }
            let hasPhrases = phrasebook.covers(lang, reader)
            let told = ChatLanguageAvailability(of: lang, expectation, hasPhrases: hasPhrases, for: reader, wording)
            if let told { known.append(told) }
        }
        return (known, unsure)
    }
}
