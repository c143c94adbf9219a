import SabirCore
import Testing

@Suite struct BoundedCommandTests {
    @Test func whatAProgramPrintsCountsOnlyWhereItEndsWell() {
        #expect(BoundedCommand.output("sh", ["-c", "echo one; echo two >&2"]) == "one\n")
        #expect(BoundedCommand.output("sh", ["-c", "echo one; exit 3"]) == nil)
        #expect(BoundedCommand.output("sabir-no-such-program", []) == nil)
        #expect(BoundedCommand.isThere("sh") && !BoundedCommand.isThere("sabir-no-such-program"))
    }

    @Test func howItEndedIsToldWithWhatItPrintedInItsOwnEnvironment() {
        let script = ["-c", "echo \"$SABIR_WORD\"; echo bad >&2; exit 3"]
        let ended = BoundedCommand.run("sh", script, more: ["SABIR_WORD": "hola"], within: 60)
        #expect(ended?.isWell == false && ended?.text == "hola\n")
    }

    /// Its standard input is empty, and not this process's.
    @Test func whoWaitsForEverIsEnded() {
        #expect(BoundedCommand.output("cat", []) == "")
        #expect(BoundedCommand.output("sleep", ["600"], within: 0) == nil)
    }

    /// A child that outlives the program and holds its output open is not waited for.
    @Test func whatAProgramLeavesBehindIsNotWaitedFor() {
        let ended = BoundedCommand.run("sh", ["-c", "sleep 600 & echo one"], within: 1)
        #expect(ended?.isWell == true && ended?.text == "one\n")
    }
}
