import SabirCore
import SabirProtocol
import SabirTerminal
import SabirTranslation
import SabirNode

/// The report of `sabir engines`: for each pair the engine that translates it and how well, or how to get one.
struct EnginesReport {
    struct PairReport {
        let pair: LanguagePair
        /// Debian's package for the pair, if there is one.
        let package: String?
        var engine: String?
        /// Why no engine translates the pair, or why its engine is not tried.
        var reason: String?
        var isPhrasesOnly = false
        /// The result of the pair's trial; nil if none ran.
        var result: EngineTrial.Result?
    }

    let chosen: [(language: LanguageTag, times: Int)]
    let engines: [EngineReport]

    var heading: [String] {
        let languages = chosen.map { "\($0.language) \($0.times)" }.joined(separator: ", ")
        let week =
            languages.isEmpty
            ? "Nobody has chosen a language here in the last week." : "Chosen in the last week: \(languages)"
        let told = engines.map { engine in
            "Engine \(name(engine.name)): " + (engine.reason.map { "it \(SafeText.line($0))" } ?? "it answers")
        }
        return (StatusText.wrapped(week, indent: 4) + told.flatMap { StatusText.wrapped($0, indent: 4) }) + [""]
    }

    func lines(_ entry: PairReport) -> [String] {
        let pair = "\(entry.pair.from) > \(entry.pair.to)"
        let gap = String(repeating: " ", count: max(14 - pair.count, 1))
        return StatusText.wrapped(pair + gap + words(entry), indent: 14)
    }

    private func words(_ entry: PairReport) -> String {
        if entry.isPhrasesOnly { return "phrases only, as the configuration has it" }
        guard let engine = entry.engine else {
            let remedy =
                entry.package.map { _ in " See: sabir engines install \(entry.pair.from) \(entry.pair.to)" } ?? ""
            return SafeText.line(entry.reason ?? "") + remedy
        }
        guard let result = entry.result else { return name(engine) }
        if result.verdict == .notTried, let reason = entry.reason { return "\(name(engine)): not tried: \(reason)" }
        let lost = result.lost.isEmpty ? "" : "; lost: \(result.lost.map(\.rawValue).joined(separator: ", "))"
        let count = result.tried == 0 ? "" : " (\(result.kept) of \(result.tried) sentences\(lost))"
        let offer =
            result.verdict == .phrasesOnly
            ? ". See: sabir engines phrases-only \(entry.pair.from) \(entry.pair.to)" : ""
        return "\(name(engine)): \(result.verdict.rawValue)\(count)\(offer)"
    }

    private func name(_ engine: String) -> String { SafeText.name(engine, columns: 30) }

    func fields(_ entries: [PairReport]) -> JSONFields {
        let chosen = chosen.map { ["lang": $0.language.description, "times": $0.times] as JSONFields }
        let engines = engines.map { engine -> JSONFields in
            ["name": engine.name, "state": engine.state.rawValue, "reason": engine.reason]
        }
        return ["chosen": chosen, "engines": engines, "pairs": entries.map(fields)]
    }

    private func fields(_ entry: PairReport) -> JSONFields {
        let verdict = entry.isPhrasesOnly ? EngineTrial.Verdict.phrasesOnly : entry.result?.verdict
        return [
            "from": entry.pair.from.description, "to": entry.pair.to.description, "engine": entry.engine,
            "reason": entry.reason, "package": entry.package, "verdict": verdict?.rawValue, "kept": entry.result?.kept,
            "tried": entry.result?.tried, "lost": (entry.result?.lost ?? []).map(\.rawValue),
        ]
    }
}
