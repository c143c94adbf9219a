import Testing

@testable import SabirTranslation

/// Engines like to quote what they refuse; the log is not to.
struct UnquotedFailureTests {
    @Test(arguments: [
        EngineFailure.serverError(500, "cannot translate 'Anna is ill'"), .refused(400, "Anna is ill: too short"),
        .quotaUsedUp("after 'Anna is ill'"), .keyRefused("for Anna is ill"),
    ])
    func theEnginesOwnWordsAreLeftOut(_ failure: EngineFailure) {
        #expect(failure.text.contains("Anna") && !failure.unquoted.text.contains("Anna"))
        #expect(failure.unquoted.text.contains("sabir doctor"))
    }

    @Test func theStatusStays() {
        #expect(EngineFailure.serverError(500, "x").unquoted.text.contains("500"))
        #expect(EngineFailure.timedOut.unquoted == .timedOut)
    }
}
