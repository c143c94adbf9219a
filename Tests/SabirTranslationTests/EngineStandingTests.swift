import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// What the engines can and do, as whoever looks after the node is told.
@Suite(.timeLimit(.minutes(5))) struct EngineStandingTests {
    private static let noon = Date(timeIntervalSince1970: 1_795_608_000)

    private func week(_ chosen: [(String, Int)]) -> LanguageWeek {
        var week = LanguageWeek()
        for (language, times) in chosen { for _ in 0..<times { week.count(tag(language), at: Self.noon) } }
        return week
    }

    private func withTranslator(
        _ behaviour: @escaping FaultServer.Behaviour, _ body: (Translator) async throws -> Void
    ) async throws {
        let server = try FaultServer(behaviour)
        let endpoint = EndpointConfiguration(
            kind: .apertium, name: "apertium", url: server.url, answerTimeout: .seconds(20))
        let translator = Translator([endpoint], limits: .patient)
        try await body(translator)
        await translator.close()
        server.stop()
    }

    @Test func aLanguageThatNoEngineTranslatesIsAGapAndOneThatStaffReadIsNone() async throws {
        try await withTranslator(wellBehaved) { translator in
            let chosen = week([("ar", 3), ("en", 2), ("es-MX", 1), ("ca", 1)])
            #expect(await translator.gaps(among: chosen, house: [spanish, catalan]).isEmpty, "Nothing is known yet.")
            _ = await translator.standings()
            let gaps = await translator.gaps(among: chosen, house: [spanish, catalan])
            #expect(
                gaps.map(\.sentence.description) == [
                    "People chose ar 3 times in the last week, and no engine translates between it and es, ca.",
                    "People chose en 2 times in the last week, and no engine translates into it from es, ca.",
                ])
            #expect(gaps.map { $0.isUnderstood || $0.isReached } == [false, true])
        }
    }

    @Test func aHouseThatNamesNoLanguageIsWhoeverComes() async throws {
        try await withTranslator(wellBehaved) { translator in
            _ = await translator.standings()
            let gaps = await translator.gaps(among: week([("es", 2), ("ca", 1), ("ar", 1)]), house: [])
            #expect(gaps.map(\.language) == [tag("ar")])
            #expect(gaps.first?.sentence.description.hasPrefix("People chose ar once in the last week") == true)
            #expect(await translator.gaps(among: week([("ar", 9)]), house: []).isEmpty, "They read each other.")
        }
    }

    @Test func anEngineIsToldWithItsFigures() async throws {
        try await withTranslator(wellBehaved) { translator in
            #expect(await translator.engineReports().map(\.state) == [.unknown])
            _ = await translator.translate("Hola", from: spanish, to: catalan)
            let report = try #require(await translator.engineReports().first)
            #expect(report.name == "apertium" && report.state == .inUse && report.reason == nil && report.hasAnswered)
            #expect(report.today.answered == 1 && report.today.failed == 0)
            #expect(await translator.engineReports(at: Date() + 86_400).first?.today == EngineFigures())
        }
    }

    @Test func oneThatFailsIsToldWithTheReason() async throws {
        try await withTranslator({ _ in .closeHalfWay }) { translator in
            _ = await translator.standings()
            let report = try #require(await translator.engineReports().first)
            #expect(report.state == .down && report.reason != nil && !report.hasAnswered)
        }
    }
}
