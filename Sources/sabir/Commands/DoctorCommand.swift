import ArgumentParser
import SabirDiscovery
import SabirNode
import SabirTranslation
import SabirWire

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check everything Sabir needs, and say how to mend what is wrong.",
        discussion: "Example:  sabir doctor --config /etc/sabir/sabir.toml")

    @OptionGroup var common: CommonOptions

    func run() async throws {
        var isWell = true
        func tell(_ subject: String, _ isFine: Bool, _ sentence: String, mend: String? = nil) {
            isWell = isWell && isFine
            StandardOutput.print("\(isFine ? "ok   " : "wrong") \(subject): \(sentence)")
            if !isFine, let mend { StandardOutput.print("      mend it with: \(mend)") }
        }
        let configuration: NodeConfiguration
        do {
            configuration = try common.configuration()
            tell("configuration", true, "It has no problems.")
        } catch {
            tell("configuration", false, "\(error)", mend: "an editor, then: sabir check-config FILE")
            throw ExitCode(1)
        }
        if configuration.discovery.mdns {
            for finding in await DiscoveryCheck(logger: common.logger(.critical)).run() {
                tell(finding.subject, finding.isFine, finding.sentence, mend: finding.mend)
            }
        } else {
            tell("discovery", true, "It is switched off; rooms are joined by address.")
        }
        for finding in await NetworkCheck.run(configuration, logger: common.logger(.critical)) {
            tell(finding.name, finding.isFine, finding.sentence, mend: finding.mend)
        }
        let port = await PortCheck.run(configuration.node)
        tell("port", port.isFine, port.sentence, mend: "sabir serve --port 0, or [node] port in the configuration")
        let isPortFree = await PortCheck.isFree(configuration.node)
        for finding in await HistoryCheck.run(HistoryPlace(configuration), isNodeRunning: port.isFine && !isPortFree) {
            tell(finding.name, finding.isFine, finding.sentence, mend: finding.mend)
        }
        for finding in await EngineCheck.run(configuration.translation, logger: common.logger(.critical)) {
            tell("engine \(finding.name)", finding.isFine, finding.sentence, mend: finding.mend)
        }
        if !isWell { throw ExitCode(1) }
    }
}
