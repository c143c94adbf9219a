import SabirClient
import SabirTranslation
import SabirProtocol
import SabirNode

/// The translation for this chat's reader; does nothing if lines are shown as they were written.
struct ReaderTranslation: Sendable {
    let translator: Translator?
    let phrasebook: Phrasebook
    private let draftCheck: DraftCheck
    private let advice: AdviceData
    /// Whether the person writes as staff, and is told plainer words for hard ones.
    private let isStaff: Bool
    /// Which topics a person should confirm, by this program's own configuration, the same in every room.
    private let confirmation: Confirmation
    /// Whether a host that shares its engines is asked for languages that no engine here translates.
    private let mayAskHost: Bool

    init(_ service: TranslationService?, mayAskHost: Bool, advice: AdviceData, isStaff: Bool) {
        self.advice = advice
        self.isStaff = isStaff
        translator = service?.translator
        phrasebook = service?.phrasebook ?? .empty
        draftCheck = DraftCheck(translator: service?.translator)
        confirmation = service?.confirmation ?? .none
        self.mayAskHost = mayAskHost
    }

    /// A text's translation, marked if nobody confirmed such ones; nil if this chat translates nothing.
    func outcome(
        of text: String, from source: LanguageTag, to lang: LanguageTag, names: RoomNames
    ) async -> TranslationOutcome? {
        guard let made = await translator?.translate(text, from: source, to: lang, names: names) else { return nil }
        return confirmation.marked(made, of: text, in: source)
    }

    /// How a draft will read to the others, before it is said; without readings if this chat translates nothing, as
    /// others may have engines of their own.
    func report(
        on text: String, in lang: LanguageTag, for readers: [LanguageTag], knowing names: [String]
    ) async -> DraftReport {
        await draftCheck.report(
            on: text, in: lang, for: translator == nil ? [] : readers, knowing: names, advised: advice,
            isStaffs: isStaff)
    }

    /// Adds the host's shared engines, to be asked after this program's own, for this room only.
    func adoptHost(_ welcome: Welcome, of room: RemoteRoom) async {
        guard let translator, mayAskHost else { return }
        if welcome.translation?.connection == true {
            await translator.adopt(RoomPeer(room), name: RoomPeer.name)
        } else {
            await translator.dismiss(name: RoomPeer.name)
        }
    }

    /// What a reader can expect of each of these languages, once the engines were checked.
    ///
    /// - Returns: `unsure`: languages whose engine is unavailable for the moment, which says nothing yet.
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
