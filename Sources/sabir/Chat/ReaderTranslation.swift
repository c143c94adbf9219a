import SabirClient
import SabirTranslation
import SabirProtocol
import SabirNode

/// What this end translates with; nothing where lines are shown as they were written.
struct ReaderTranslation: Sendable {
    let translator: Translator?
    let phrasebook: Phrasebook
    private let draftCheck: DraftCheck
    private let advice: AdviceData
    /// Who writes as staff is told of plainer words.
    private let isStaff: Bool
    /// By this end's own configuration, in whichever room it is.
    let confirmation: Confirmation
    /// Whether a host that shares its engines is asked where no own engine can.
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

    /// How a draft will read to the others, before it is said.
    func report(
        on text: String, in lang: LanguageTag, for readers: [LanguageTag], knowing names: [String]
    ) async -> DraftReport {
        await draftCheck.report(
            on: text, in: lang, for: readers, knowing: names, advised: advice, isStaffs: isStaff)
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
