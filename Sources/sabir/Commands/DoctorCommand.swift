import ArgumentParser
import Foundation
import SabirConfiguration
import SabirDiscovery
import SabirNode
import SabirTranslation
import SabirCore

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check everything Sabir needs, and say how to mend what is wrong.",
        discussion: """
            As root, on a machine with the service sabir, it looks as the service's user: what that user may read and \
            write, and whether the system's bus lets it in.

            Examples:  sabir doctor --config /etc/sabir/sabir.toml
                       sudo sabir doctor --report > report.txt
                       sabir doctor --phone
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "One JSON document, for programs.")
    var json = false

    @Flag(help: "A text for whoever helps: without names, texts, keys, hosts and addresses.")
    var report = false

    @Flag(
        help: """
            Check a phone instead: prints a code and an address for it, and shows what the phone finds. For this the node \
            has to run.
            """)
    var phone = false

    @Option(help: "With --phone: how many phones to wait for, 1 to 8.")
    var phones = 1

    @Option(help: "With --phone: how many seconds to wait for them, 1 to 600.")
    var wait = 300

    func validate() throws {
        guard !json || !report else { throw ValidationError("--json and --report exclude each other.") }
        guard !phone || !report else { throw ValidationError("--phone and --report exclude each other.") }
        guard (1...8).contains(phones) else { throw ValidationError("--phones is 1 to 8.") }
        guard (1...600).contains(wait) else { throw ValidationError("--wait is 1 to 600.") }
    }

    func run() async throws {
        var findings: [Finding] = []
        var support = SupportReport(version: ProgramVersion.text)
        let tell = { (more: [Finding]) in
            findings += more
            if !json, !report { more.forEach(show) }
        }
        if phone { try await lookAtPhones(tell) } else { await look(&support, tell) }
        let level = findings.map(\.level).max() ?? .ok
        if json { StandardOutput.print(document(findings, level)) }
        if report { StandardOutput.print(support.text(findings)) }
        switch level {
        case .ok, .note: break
        case .wrong: throw ExitCode(1)
        case .severe: throw ExitCode(3)
        }
    }

    private func show(_ found: Finding) {
        let verdict = found.isFine ? found.isNote ? "note " : "ok   " : "wrong"
        StandardOutput.print("\(verdict) \(found.name): \(found.sentence)")
        if found.level > .ok, let mend = found.mend { StandardOutput.print("      mend it with: \(mend)") }
    }

    /// The report as JSON, by docs/schema/doctor.schema.json.
    private func document(_ findings: [Finding], _ level: Finding.Level) -> String {
        let found = findings.map { finding -> JSONFields in
            [
                "area": finding.area, "subject": finding.subject, "level": finding.level.rawValue,
                "sentence": finding.sentence, "remedy": finding.mend,
            ]
        }
        let document: JSONFields = ["version": ProgramVersion.text, "level": level.rawValue, "findings": found]
        return document.text
    }

    /// Reports each finding as soon as it is known, because some take seconds.
    private func look(_ support: inout SupportReport, _ tell: ([Finding]) -> Void) async {
        // These checks need root, and come before the process takes on the service's user.
        let wasRoot = geteuid() == 0
        let listeners = Listeners.now()
        var environment = ConfigurationEnvironment.current()
        environment.secrets = .check
        let service = ServiceUnit.ofThisMachine().flatMap { concerns($0) ? $0 : nil }
        if let service { tell(ServiceCheck.findings(service)) }
        let firewall = FirewallCheck.ofThisMachine()
        if let service, wasRoot { tell(stepDown(to: service, &environment)) }
        let configuration: NodeConfiguration
        do {
            let file = common.config ?? (wasRoot ? service?.configurationFile : nil)
            configuration = try NodeConfiguration.load(
                .locate(flag: file, environment: environment.variables), on: environment)
        } catch {
            let mend: RedactableText = "an editor, then: sabir check-config FILE"
            return tell([Finding("configuration", .severe, "\(error)", remedy: mend)])
        }
        support.add(configuration)
        tell(faults(configuration))
        tell(SetupCheck.run(configuration.node.stateDirectory))
        tell([await LoopbackCheck.run(firewall)])
        if configuration.discovery.mdns {
            let isDropped = firewall.dropsDiscovery
            await DiscoveryCheck(logger: common.logger(.critical), isMulticastDropped: isDropped).run(tell)
        } else {
            tell([Finding("discovery", .ok, "It is switched off; rooms are joined by address.")])
        }
        tell(await NetworkCheck.run(configuration, logger: common.logger(.critical)))
        tell([ClockCheck.run(stateDirectory: configuration.node.stateDirectory)])
        tell(DiskCheck.run(configuration.node.stateDirectory))
        tell(FilesCheck.run(configuration, isService: service != nil && wasRoot))
        tell(StaffCheck.run(configuration.node.stateDirectory))
        let port = await PortCheck.run(configuration.node, listeners)
        tell([port])
        let isPortFree = await PortCheck.isFree(configuration.node)
        tell(await ServicePortsCheck.run(configuration, listeners))
        tell(firewall.run(configuration, isRoot: wasRoot))
        tell(WifiCheck.run())
        tell(await ClusterCheck.run(configuration))
        tell(await HistoryCheck.run(configuration, isNodeRunning: port.isFine && !isPortFree))
        tell(BackupCheck.run(configuration.node.stateDirectory))
        tell(await EngineCheck.run(configuration, logger: common.logger(.critical)))
    }

    /// Problems in the file. A node starts in spite of them, but check-config also refuses them.
    private func faults(_ configuration: NodeConfiguration) -> [Finding] {
        let area = "configuration"
        let sound = configuration.warnings.isEmpty ? [Finding(area, .ok, "It has no problems.")] : []
        return sound + configuration.warnings.map { Finding(area, .wrong, "\($0)", remedy: "an editor") }
            + configuration.outdated.map { Finding(area, .note, "\($0)", remedy: "an editor") }
            + configuration.notes.map { Finding(area, .ok, "\($0)") }
    }

    /// Whether the checked configuration is the service's.
    private func concerns(_ service: ServiceUnit) -> Bool {
        guard let config = common.config, let file = service.configurationFile else { return common.config == nil }
        return URL(filePath: config).resolvingSymlinksInPath() == URL(filePath: file).resolvingSymlinksInPath()
    }

    /// Takes on the service's user and environment, so that later checks run with the service's rights.
    private func stepDown(to service: ServiceUnit, _ environment: inout ConfigurationEnvironment) -> [Finding] {
        environment.texts = service.credentialTexts()
        environment.variables.merge(service.environment) { $1 }
        for (name, value) in service.environment { setenv(name, value, 1) }
        guard let user = service.user else { return [] }
        do throws(NodeError) {
            try ServiceUser.become(user, groups: service.groups)
            environment.isRoot = false
            return [Finding("service", .ok, "What follows was looked at as its user, \(user).")]
        } catch {
            return [
                Finding(
                    "service", .wrong, "\(error)", remedy: "systemd-sysusers, after config/sabir.sysusers was installed"
                )
            ]
        }
    }
}
