import SabirProtocol
import SabirTranslation

/// Tells visitors which of their lines somebody in the room cannot read, and how many people they can reach.
extension RoomFeed {
    /// How many pairs of languages are cached; with more, the cache is emptied.
    private static let pairsKept = 4_096

    /// Called once a second. Tells visitors whom their lines reach, and the offered languages after the languages in
    /// the room changed or an engine came or went.
    package func tick() async {
        await tellReach()
        guard mustRefreshLanguages, !hasEnded else { return }
        mustRefreshLanguages = false
        let facts = await room.facts
        let present = Set(facts.langs.keys)
        guard present != toldLanguages?.present else { return }
        let languages = await dependencies.availability.languages(among: present, in: facts.info.id)
        let isNews = toldLanguages?.languages != languages
        toldLanguages = (present, languages)
        guard isNews else { return }
        listener?.tell(.languages(languages), to: recipients(.everyone))
        listener?.flush()
    }

    /// Tells each visitor whom its lines reach, if that differs from what it was told last.
    private func tellReach() async {
        guard mustTellReach, !hasEnded, !state.readers.members.isEmpty else { return }
        mustTellReach = false
        let langs = await room.facts.langs
        let written = Set(state.lines.map(\.message.lang))
        await lookUp(ReachTable.pairs(among: groups(langs, [:]).keys, and: written))
        // Read the members only now: they may have changed during the wait.
        let visitors = state.readers.members
        if !silent.isEmpty { silent.formIntersection(await room.present(silent)) }
        let others = await room.readers(besides: visitors.union(silent)).filter { langs[$0.key] != nil }
        let table = ReachTable(groups: groups([:], others), pairs: knownPairs)
        let own = lines(of: state.readers.members)
        var mutualReaches: [ReachGroup: MutualReach] = [:]
        var ahead: [MutualReach: [ReaderID]] = [:]
        var reaches: [(lines: [MessageID: Reach], reader: ReaderID)] = []
        for (id, seat) in state.readers.seats {
            guard let member = seat.listening.member, let group = seat.group else { continue }
            var told = toldReach[id] ?? ToldReach()
            let mutual = mutualReaches[group] ?? table.mutualReach(of: group)
            mutualReaches[group] = mutual
            if told.mutual.map({ !$0.isSame(as: mutual) }) ?? true {
                told.mutual = mutual
                ahead[mutual, default: []].append(id)
            }
            let lines = reach(of: own[member] ?? [], by: group, seeing: seat.visible, table)
            if lines != told.lines {
                told.lines = lines
                reaches.append((lines, id))
            }
            toldReach[id] = told
        }
        for (mutual, readers) in ahead { listener?.tell(.mutualReach(mutual), to: readers) }
        for one in reaches { listener?.tell(.reach(one.lines), to: [one.reader]) }
        listener?.flush()
    }

    func forgetPairs() {
        knownPairs = [:]
        engineChanges += 1
        mustTellReach = true
    }

    private func lookUp(_ wanted: Set<LanguagePair>) async {
        let unknown = wanted.filter { knownPairs[$0] == nil }
        guard !unknown.isEmpty else { return }
        if knownPairs.count + unknown.count > Self.pairsKept { knownPairs = [:] }
        let asked = engineChanges
        for pair in unknown {
            let isTranslated = await dependencies.services.translates(from: pair.from, to: pair.to, in: room.id)
            guard asked == engineChanges else { return }
            knownPairs[pair] = isTranslated
        }
    }

    /// Everybody in the room by group: each visitor with a stream once, and `others` by what they may see. Or, where
    /// only languages matter, all members by language (`langs`).
    private func groups(
        _ langs: [LanguageTag: Int], _ others: [LanguageTag: [Int: Int]]
    ) -> [ReachGroup: Int] {
        var visitors: [MemberID: ReachGroup] = [:]
        for seat in state.readers.seats.values {
            if let member = seat.listening.member { visitors[member] = seat.group }
        }
        var groups = langs.reduce(into: [:]) { $0[ReachGroup(lang: $1.key)] = $1.value }
        for group in visitors.values { groups[group, default: 0] += 1 }
        // Members who may see every kept line belong to the same group, whichever line was their first.
        let oldest = state.lines.first?.message.seq ?? .max
        for (lang, readers) in others {
            for (first, n) in readers {
                groups[ReachGroup(lang: lang, after: first <= oldest ? 0 : first - 1), default: 0] += n
            }
        }
        return groups
    }

    /// The newest lines of each of these members.
    private func lines(of members: Set<MemberID>) -> [MemberID: [FeedLine]] {
        var lines: [MemberID: [FeedLine]] = [:]
        for line in state.lines.reversed() where line.message.isTalk && members.contains(line.message.member) {
            guard lines[line.message.member, default: []].count < ReachTable.linesOfOne else { continue }
            lines[line.message.member, default: []].append(line)
        }
        return lines
    }

    private func reach(
        of lines: [FeedLine], by group: ReachGroup, seeing visible: VisibleLines, _ table: ReachTable
    ) -> [MessageID: Reach] {
        var told: [MessageID: Reach] = [:]
        for line in lines where visible.contains(line.message.seq) {
            let reach = table.reach(of: line, by: group)
            if reach.cannot > 0 { told[line.message.id] = reach }
        }
        return told
    }
}

extension FeedNodeServices {
    /// How many members, given by language, a newcomer who reads `lang` could reach, and be reached by.
    package func mutualReach(
        for lang: LanguageTag, among present: [LanguageTag: Int], in room: String
    ) async -> MutualReach {
        let groups = Dictionary(uniqueKeysWithValues: present.map { (ReachGroup(lang: $0.key), $0.value) })
        let own = ReachGroup(lang: lang)
        var pairs: [LanguagePair: Bool] = [:]
        let wanted = ReachTable.pairs(among: Array(groups.keys) + [own], and: [])
        for pair in wanted where pair.from == lang || pair.to == lang {
            pairs[pair] = await translates(from: pair.from, to: pair.to, in: room)
        }
        return ReachTable(groups: groups, pairs: pairs).mutualReach(of: own, isCounted: false)
    }
}
