/// Owns the open phone checks.
actor PhoneChecks {
    private var state = PhoneCheckState()

    func open() -> String { state.open(at: .now) }

    func markOpened(_ code: String) { state.markOpened(code, at: .now) }

    func admit(
        to code: String, _ visit: PhoneVisit, device: String?, from address: String
    ) -> PhoneCheckState.Admission {
        state.admit(to: code, visit, device: device, from: address, at: .now)
    }

    func beginStream(_ token: String) -> Bool { state.visit(by: token, at: .now) { $0.beginStream() } ?? false }

    func countEvent(to token: String) { _ = state.visit(by: token, at: .now) { $0.countEvent() } }

    /// Records a phone's report; returns the findings, or nil for an unknown token.
    func record(_ report: PhoneReport, from token: String) -> [PhoneFinding]? {
        state.visit(by: token, at: .now) { visit in
            visit.record(report)
            return visit.findings(at: .now)
        }
    }

    func answer(to code: String) -> PhoneCheckAnswer? { state.answer(to: code, at: .now) }
}
