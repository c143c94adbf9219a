import SabirCore
import SabirNode
import SabirWeb

/// `sabir doctor --phone`: asks the node on this machine to check phones that open a code.
extension DoctorCommand {
    /// Reports findings as they come. Ends when all expected phones were checked, or soon after the waiting time.
    func lookAtPhones(_ tell: ([Finding]) -> Void) async throws {
        try await common.withNodePage { node in
            let check = try await PhoneCheck.open(at: node)
            invite(check.opened)
            let ends = ContinuousClock.now + .seconds(wait)
            var reading = PhoneCheckReading(wanted: phones)
            repeat {
                tell(reading.add(try await check.answer()))
                // A check that has begun runs to its end, which the node sets.
                if reading.isDone || ContinuousClock.now >= ends && !reading.isUnderWay { break }
            } while (try? await Task.sleep(for: .seconds(1))) != nil
            tell(reading.missing(at: check.opened.address))
        }
    }

    /// Writes to standard error if standard output is for programs.
    private func invite(_ opened: OpenedCode) {
        let time = wait < 120 ? "\(wait) seconds" : "\(wait / 60) minutes"
        let text = """
            Open this on a phone in the wifi, within \(time). The code is for this check alone.
              \(opened.address)
            """
        if json { StandardError.write(text + "\n") } else { StandardOutput.print(text) }
        PageCode.show(opened.address)
    }
}
