import NIOCore
import SabirProtocol

/// Questions to the host's engine. Every question is resolved exactly once: with the answer, or with the reason why
/// none will come.
extension GuestState {
    private static let notIn = WireFault(.unreachable, "There is no connection to the room at the moment.")

    mutating func ask(_ question: TranslationQuestion, _ patience: TimeAmount, _ now: NIODeadline) -> [Action] {
        if let fault = refusal(of: question) { return [.resolve(question.id, .failure(fault))] }
        questions.add(question, until: now + patience)
        return sendDueQuestions(now)
    }

    mutating func askPairs(_ patience: TimeAmount, _ now: NIODeadline) -> [Action] {
        guard phase == .member else { return [.resolvePairs(.failure(Self.notIn))] }
        guard isSharing else { return [.resolvePairs(.failure(Self.notShared))] }
        guard questions.awaitPairs(until: now + patience) else { return [] }
        _ = pace?.take(now: now)
        return [.send(.pairs)]
    }

    private static let notShared = WireFault(.badPacket, "This host shares no engine.")

    private var isSharing: Bool { shared?.connection == true }

    private func refusal(of question: TranslationQuestion) -> WireFault? {
        guard phase == .member else { return Self.notIn }
        guard isSharing else { return Self.notShared }
        guard !questions.isFull else {
            return WireFault(.tooFast, "\(Questions.capacity) questions are waiting for the host already.")
        }
        let size = MemberPacket.translate(question).length
        guard size <= frameLimit, question.isWithinBounds else {
            return WireFault(.tooLarge, "These texts are too much for one question; ask for less at once.")
        }
        return nil
    }

    /// Questions count towards `pace` like messages, because the host limits both together.
    private mutating func sendDueQuestions(_ now: NIODeadline) -> [Action] {
        questions.takeDue().map { question in
            _ = pace?.take(now: now)
            return .send(.translate(question))
        }
    }

    mutating func resolve(_ id: String, _ answer: TranslatedTexts, _ now: NIODeadline) -> [Action] {
        guard let question = questions.remove(id) else { return [] }
        let fits = answer.texts.count == question.texts.count
        let fault = WireFault(.badPacket, "The host's answer does not fit what it was asked.")
        return [.resolve(id, fits ? .success(answer) : .failure(fault))] + sendDueQuestions(now)
    }

    mutating func resolve(_ pairs: TranslationPairs) -> [Action] {
        questions.stopAwaitingPairs() ? [.resolvePairs(.success(pairs))] : []
    }

    /// Fails the questions whose deadline is over. Also called while the front end is behind and nothing is read.
    mutating func expireQuestions(_ now: NIODeadline) -> [Action] {
        let expired = questions.removeExpired(at: now)
        let fault = WireFault(.unreachable, "The host did not answer in time.")
        return Self.resolveAll(expired, fault) + (phase == .member ? sendDueQuestions(now) : [])
    }

    mutating func failQuestions(_ why: String) -> [Action] {
        Self.resolveAll(questions.removeAll(), WireFault(.unreachable, why))
    }

    private static func resolveAll(_ taken: (ids: [String], pairs: Bool), _ fault: WireFault) -> [Action] {
        taken.ids.map { .resolve($0, .failure(fault)) } + (taken.pairs ? [.resolvePairs(.failure(fault))] : [])
    }
}

extension TranslationQuestion {
    fileprivate var isWithinBounds: Bool {
        (1...Self.maximumTexts).contains(texts.count)
            && texts.reduce(0) { $0 + $1.unicodeScalars.count } <= Self.maximumScalars
    }
}
