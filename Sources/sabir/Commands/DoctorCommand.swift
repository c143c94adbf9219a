import ArgumentParser
import Foundation
import SabirConfiguration
import SabirDiscovery
import SabirDoctor
import SabirTranslation
import SabirProtocol
import SabirCore

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check everything Sabir needs, and say how to mend what is wrong.",
        discussion: """
            As root, on a machine with the service sabir, it looks as the service's user: at what that user may read and \
            write, and whom the system's bus lets in.

            Example:  sabir doctor --config /etc/sabir/sabir.toml
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        var isWell = true
        func tell(
            _ subject: String, _ isFine: Bool, _ sentence: String, mend: String? = nil, isNote: Bool = false
        ) {
            isWell = isWell && isFine
            StandardOutput.print("\(isFine ? isNote ? "note " : "ok   " : "wrong") \(subject): \(sentence)")
            if !isFine || isNote, let mend { StandardOutput.print("      mend it with: \(mend)") }
        }
        func tell(_ findings: [Finding]) {
            for found in findings {
                tell(found.name, found.isFine, found.sentence, mend: found.mend, isNote: found.isNote)
            }
        }
        // What root alone sees, before it becomes the service's user.
        let wasRoot = geteuid() == 0
        let (listeners, firewall) = (Listeners.now(), Firewall.ofThisMachine())
        var environment = ConfigurationEnvironment.current()
        environment.secrets = .check
        let service = ServiceUnit.ofThisMachine().flatMap { concerns($0) ? $0 : nil }
        if let service {
            tell(ServiceCheck.findings(service))
            if wasRoot { tell(stepDown(to: service, &environment)) }
        }
        let configuration: NodeConfiguration
        do {
            let file = common.config ?? (wasRoot ? service?.configurationFile : nil)
            configuration = try NodeConfiguration.load(
                .locate(flag: file, environment: environment.variables), on: environment)
            if configuration.warnings.isEmpty { tell("configuration", true, "It has no problems.") }
            // A node starts with these all the same; check-config refuses them, too.
            for warning in configuration.warnings { tell("configuration", false, "\(warning)", mend: "an editor") }
            for key in configuration.outdated {
                tell("configuration", true, "\(key)", mend: "an editor", isNote: true)
            }
            for note in configuration.notes { tell("configuration", true, "\(note)") }
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
        tell(await NetworkCheck.run(configuration, logger: common.logger(.critical)))
        tell([ClockCheck.run(stateDirectory: configuration.node.stateDirectory)])
        tell(FilesCheck.run(configuration, isService: service != nil && wasRoot))
        let port = await PortCheck.run(configuration.node)
        tell("port", port.isFine, port.sentence, mend: "sabir serve --port 0, or [node] port in the configuration")
        let isPortFree = await PortCheck.isFree(configuration.node)
        tell(await ServicePortsCheck.run(configuration, listeners))
        tell(FirewallCheck.run(configuration, firewall, isRoot: wasRoot))
        tell(await ClusterCheck.run(configuration))
        tell(await HistoryCheck.run(HistoryPlace(configuration), isNodeRunning: port.isFine && !isPortFree))
        for finding in await EngineCheck.run(configuration.translation, logger: common.logger(.critical)) {
            tell("engine \(finding.name)", finding.isFine, finding.sentence, mend: finding.mend)
        }
        if !isWell { throw ExitCode(1) }
    }

    /// Whether the configuration that is asked about is the service's.
    private func concerns(_ service: ServiceUnit) -> Bool {
        guard let config = common.config, let file = service.configurationFile else { return common.config == nil }
        return URL(filePath: config).resolvingSymlinksInPath() == URL(filePath: file).resolvingSymlinksInPath()
    }

    /// From here on this process may what the service may, and has its environment.
    private func stepDown(to service: ServiceUnit, _ environment: inout ConfigurationEnvironment) -> [Finding] {
        environment.texts = service.credentialTexts()
        environment.variables.merge(service.environment) { $1 }
        for (name, value) in service.environment { setenv(name, value, 1) }
        guard let user = service.user else { return [] }
        do throws(NodeError) {
            try ServiceUser.become(user, groups: service.groups)
            environment.isRoot = false
            return [ServiceCheck.fine("What follows was looked at as its user, \(user).")]
        } catch {
            return [
                ServiceCheck.wrong(error.description, "systemd-sysusers, after config/sabir.sysusers was installed")
            ]
        }
    }
}
