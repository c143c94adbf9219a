import Foundation
import SabirProtocol

/// Second looks under way or waiting.
struct SecondLooks {
    var policy: SecondLookPolicy
    var queue: SecondLookQueue
    /// One task for each question, shared by all who ask for it.
    var tasks: [Question: Task<SecondReading?, Never>] = [:]
    var turns: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    /// Calls under way, one for each engine.
    var running: [Int: Task<Result<Translation, EngineFailure>, Never>] = [:]
    /// Starts due second looks while any are waiting.
    var timer: Task<Void, Never>?

    init(_ policy: SecondLookPolicy) {
        self.policy = policy
        queue = SecondLookQueue(perMinute: policy.perMinute)
    }
}

/// Takes a second look at translations that readers already have: nothing waits for it, and it gives way to every
/// reader's line.
extension Translator {
    /// Uses a new policy; second looks waiting under the old one are dropped.
    package func setSecondLookPolicy(_ policy: SecondLookPolicy) {
        guard policy != looks.policy else { return }
        endLooks()
        looks.policy = policy
        looks.queue = SecondLookQueue(perMinute: policy.perMinute)
    }

    func endLooks() {
        looks.timer?.cancel()
        looks.timer = nil
        for ticket in looks.queue.removeAll() { looks.turns.removeValue(forKey: ticket)?.resume(returning: false) }
        for task in looks.running.values { task.cancel() }
    }

    /// A second reading of a line, cached with its translation. Nil if the line needs none, none could be made within a
    /// minute, or the line may no longer be cached.
    ///
    /// - Parameter line: the answer of `translate` to the same question. Not for translations by a room's host, which
    ///   takes its own second looks.
    package func secondLook(
        at line: TranslationOutcome, _ text: String, from: LanguageTag, to: LanguageTag, names: RoomNames = .none
    ) async -> SecondReading? {
        guard looks.policy.mode != .off, !isClosed, line.state == .translated, line.second == nil else { return nil }
        let question = question(text.normalised, from, to, names)
        guard let known = known(question), known.engine == line.engine, known.cleanText == line.text else { return nil }
        if let second = known.second { return second.cleaned }
        let task = looks.tasks[question] ?? launchLook(question, from, to, at: known)
        return await task?.value?.cleaned
    }

    /// The cached translation by this node's own engines, if it may be kept.
    private func known(_ question: Question) -> Translation? {
        memory.permitKeeping(question.text) ? memory.translation(for: question, withPeer: false) : nil
    }

    private func launchLook(
        _ question: Question, _ from: LanguageTag, _ to: LanguageTag, at known: Translation
    ) -> Task<SecondReading?, Never>? {
        let look = SecondLook(policy: looks.policy, checker: resources.checker)
        guard look.isDue(question.text, in: from, known), choice(look, known, from, to) != nil else { return nil }
        let task = Task { [generation] () -> SecondReading? in
            let second = await makeLook(look, question, from, to, known)
            looks.tasks[question] = nil
            meter?.countSecondLook(agrees: second.map { $0.difference == nil })
            // The line was retracted, erased or translated anew while the engine worked.
            guard let second, generation == self.generation, self.known(question) == known else { return nil }
            var translation = known
            translation.second = second
            memory.keep(translation, for: question, ofPeer: false)
            return second
        }
        looks.tasks[question] = task
        return task
    }

    private func makeLook(
        _ look: SecondLook, _ question: Question, _ from: LanguageTag, _ to: LanguageTag, _ known: Translation
    ) async -> SecondReading? {
        // Repeats a look that gave way to a reader's line.
        for _ in 0..<3 {
            guard let choice = choice(look, known, from, to), await turn(at: choice.engine),
                self.known(question) == known, self.choice(look, known, from, to) == choice,
                let client = engines[choice.engine]?.client
            else { return nil }
            let (text, language) = choice.way == .back ? (known.text, to) : (question.text, from)
            switch await askAgain(client, choice, text, protector(language, question.names)) {
            case .success(let found):
                return look.reading(found, by: choice.way, of: question, known, from: from, to: to)
            case .failure(.cancelled): continue
            case .failure: return nil
            }
        }
        return nil
    }

    private func choice(
        _ look: SecondLook, _ known: Translation, _ from: LanguageTag, _ to: LanguageTag
    ) -> SecondLook.Choice? {
        let numbers = engines.numbers(withPeer: false)
        let maker = numbers.first { engines[$0]?.name == known.engine }
        return look.choice(
            among: numbers.compactMap { number in
                guard let state = engines[number], let own = state.configuration else { return nil }
                return SecondLook.Candidate(
                    number: number, make: "\(own.kind.rawValue) \(own.model ?? "")", isMaker: number == maker,
                    isMetered: state.client.isMetered, there: try? way(of: number, from, to).get(),
                    back: try? way(of: number, to, from).get())
            })
    }

    /// Does not use `call`, because a failure here must neither open a breaker nor trouble readers.
    private func askAgain(
        _ client: any Engine, _ choice: SecondLook.Choice, _ text: String, _ protector: Protector
    ) async -> Result<Translation, EngineFailure> {
        let work = Task { await client.answer(to: text, by: choice.route, protecting: protector) }
        looks.running[choice.engine] = work
        let patience = Task { [limits] in
            if (try? await Task.sleep(for: limits.line)) != nil { work.cancel() }
        }
        let began = ContinuousClock.now
        let result = await work.value
        patience.cancel()
        looks.running[choice.engine] = nil
        resources.meter?.countAnswer(of: client.name, EngineOutcome(result), took: ContinuousClock.now - began)
        startDueLooks()
        return result
    }

    // MARK: Turns

    /// Cancels a second look at this engine, because a reader's line goes there.
    func giveWay(at engine: Int) { looks.running[engine]?.cancel() }

    private func turn(at engine: Int) async -> Bool {
        guard !isClosed else { return false }
        let ticket = nextTicket()
        return await withCheckedContinuation { turn in
            looks.turns[ticket] = turn
            if let oldest = looks.queue.add(ticket, for: engine, now: .now) {
                looks.turns.removeValue(forKey: oldest)?.resume(returning: false)
            }
            startDueLooks()
        }
    }

    /// Starts waiting second looks. Called whenever an engine may have become idle.
    func startDueLooks() {
        while !looks.queue.isEmpty {
            let idle = looks.queue.engines.filter { isIdle($0) }
            let (ticket, expired) = looks.queue.next(now: .now, idle: idle)
            for ticket in expired { looks.turns.removeValue(forKey: ticket)?.resume(returning: false) }
            guard let ticket else { break }
            looks.turns.removeValue(forKey: ticket)?.resume(returning: true)
        }
        guard !looks.queue.isEmpty, looks.timer == nil else { return }
        looks.timer = Task {
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            looks.timer = nil
            startDueLooks()
        }
    }

    private func isIdle(_ engine: Int) -> Bool {
        guard let state = engines[engine], !state.isRetired else { return true }
        return state.calls.isEmpty && looks.running[engine] == nil
    }
}

extension Translation {
    fileprivate var cleanText: String { WireText.cleanMessage(text) }
}
