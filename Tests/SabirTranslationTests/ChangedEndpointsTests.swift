import SabirProtocol
import Testing

@testable import SabirTranslation

/// Endpoints that come, go and change while lines are translated.
@Suite(.timeLimit(.minutes(5))) struct ChangedEndpointsTests {
    @Test func whatIsUnderWayEndsWhereItBeganAndWhatIsNewIsAskedElsewhere() async throws {
        try await withEngines(failing(with: .afterGate(apertiumAnswer("old")))) { translator, old, new in
            async let first = translator.translate("Hola", from: spanish, to: catalan)
            _ = await old.requestStream.first { $0.isFromReader }
            await translator.setEndpoints([endpoint(new, "new")])
            let second = await translator.translate("Hola", from: spanish, to: catalan)
            #expect(second.text == "HOLA" && second.engine == "new", "Not the request that is under way there.")
            old.openGate()
            let late = await first
            #expect(late.text == "old" && late.engine == "old")
            let again = await translator.translate("Hola", from: spanish, to: catalan)
            #expect(again.cached && again.engine == "new", "What came late is not kept.")
            #expect(old.readersRequests.count == 1 && new.readersRequests.count == 1)
        }
    }

    @Test func aLineThatTheOldOneFailsGoesToTheNew() async throws {
        try await withEngines(failing(with: .afterGate("[]"))) { translator, old, new in
            async let line = translator.translate("Hola", from: spanish, to: catalan)
            _ = await old.requestStream.first { $0.isFromReader }
            await translator.setEndpoints([endpoint(new, "new")])
            old.openGate()
            #expect(await line.engine == "new")
        }
    }

    @Test func itIsToldWhoWentAndWhoCame() async throws {
        try await withEngines(wellBehaved) { translator, old, new in
            let events = await translator.events()
            #expect(await first(of: events) { $0.isUp } == .up("old"))
            await translator.setEndpoints([endpoint(new, "new")])
            #expect(await first(of: events) { $0.isDown } == .down("old", reason: "is no longer configured"))
            #expect(await first(of: events) { $0.isUp } == .up("new"))
            #expect(await translator.standings() == [.up("new")])
            await translator.setEndpoints([])
            #expect(await translator.offers(from: spanish, to: catalan) == .not(.noEngine))
            #expect(await translator.translate("Hola", from: spanish, to: catalan).reason == .noEngine)
        }
    }

    @Test func oneThatStaysAsItIsIsKeptWithAllThatIsKnownOfIt() async throws {
        try await withEngines(wellBehaved) { translator, old, new in
            _ = await translator.translate("Hola", from: spanish, to: catalan)
            await translator.setEndpoints([endpoint(old, "old")])
            #expect(await translator.translate("Hola", from: spanish, to: catalan).cached, "Nothing was changed.")
            let looks = old.requests.count
            await translator.setEndpoints([endpoint(new, "new"), endpoint(old, "old")])
            #expect(await translator.standings() == [.up("new"), .up("old")])
            #expect(old.requests.count == looks, "It is not looked at anew.")
            let line = await translator.translate("Hola", from: spanish, to: catalan)
            #expect(line.engine == "new" && !line.cached)
        }
    }

    @Test func anEndWhileSomethingIsUnderWayAtTheOldOneReleasesWhoeverWaits() async throws {
        try await withEngines(failing(with: .hang)) { translator, old, new in
            async let line = translator.translate("Hola", from: spanish, to: catalan)
            _ = await old.requestStream.first { $0.isFromReader }
            await translator.setEndpoints([])
            await translator.close()
            #expect(await line.reason == .stopped)
        }
    }

    private func endpoint(_ server: FaultServer, _ name: String) -> EndpointConfiguration {
        EndpointConfiguration(
            kind: .apertium, name: name, url: server.url, connectTimeout: .seconds(20), answerTimeout: .seconds(3_600))
    }

    /// A translator that asks the first of two engines; the second is well. None is looked at anew while a test lasts.
    private func withEngines(
        _ behaviour: @escaping FaultServer.Behaviour,
        _ body: (Translator, _ old: FaultServer, _ new: FaultServer) async throws -> Void
    ) async throws {
        let (old, new) = (try FaultServer(behaviour), try FaultServer(wellBehaved))
        var limits = Translator.Limits.patient
        limits.refresh = .seconds(3_600)
        let translator = Translator([endpoint(old, "old")], limits: limits)
        try await body(translator, old, new)
        await translator.close()
        old.stop()
        new.stop()
    }
}
