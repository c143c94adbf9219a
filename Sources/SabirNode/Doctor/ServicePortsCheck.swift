import Glibc
import SabirConfiguration
import SabirCore

/// Checks that the page, the shared translation and IRC have their ports or could have them.
package enum ServicePortsCheck {
    package static func run(_ configuration: NodeConfiguration, _ listeners: Listeners) async -> [Finding] {
        var findings: [Finding] = []
        for listener in configuration.listeners where listener.part != .rooms && listener.port != 0 {
            findings.append(await listener.finding(listeners, configuration))
        }
        return findings
    }
}

extension NodeListener {
    private var service: RedactableText { "\(ours: use)" }

    fileprivate func finding(_ listeners: Listeners, _ configuration: NodeConfiguration) async -> Finding {
        let faults = addresses.map { PlainSocket.fault(listeningOn: $0, port: port) }
        let fault: Int32 = faults.first { $0 != 0 } ?? 0
        switch fault {
        case 0: return Finding(table, .ok, "Port \(port) is free, for \(service).")
        case EADDRINUSE: return await taken(listeners, configuration)
        case EACCES:
            return Finding(
                table, .wrong, "Port \(port), for \(service), may not be opened by this user.",
                remedy: "a port from 1024 up")
        default:
            return Finding(
                table, .wrong,
                "Port \(port), for \(service), cannot be had on \(addresses.joined(separator: ", ")): "
                    + "\(ours: String(cString: strerror(fault))).",
                remedy: "ip address, which shows the addresses there are")
        }
    }

    /// A finding for a port in use: fine if a node uses it, a problem if another program does.
    private func taken(_ listeners: Listeners, _ configuration: NodeConfiguration) async -> Finding {
        let program = listeners.program(on: port)
        if let program, program.name != "sabir" {
            return strange("\(program.name)", " (process \(program.process))")
        }
        if program != nil { return Finding(table, .ok, "A node serves \(service) on port \(port).") }
        // The program's owner is unknown, so an unencrypted answer has to tell.
        guard let (question, sign) = questionAndSign(configuration) else {
            return Finding(
                table, .ok,
                "Something listens on port \(port), for \(service), over TLS; as root this check says what.")
        }
        let host = addresses.first { IPAddress($0)?.isUnspecified != true } ?? "127.0.0.1"
        let answer = await PlainSocket.answer(from: host, port: port, to: question) ?? ""
        return answer.contains(sign)
            ? Finding(table, .ok, "A node serves \(service) on port \(port).") : strange("another program", "")
    }

    private func strange(_ name: RedactableText, _ process: RedactableText) -> Finding {
        Finding(
            table, .wrong, "Port \(port), for \(service), is taken by \(name)\(process).",
            remedy: "ss -ltnp 'sport = :\(port)', which names it, and its end; or another port in [\(ours: table)]")
    }

    /// What a node answers, and a text in its answer; nil over TLS.
    private func questionAndSign(_ configuration: NodeConfiguration) -> (String, String)? {
        let health = { (path: String) in "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" }
        return switch part {
        case .page where configuration.web.tls.certificate == nil: (health("/healthz"), "\"status\"")
        case .irc where configuration.irc.tls.certificate == nil: ("CAP LS 302\r\n", " CAP ")
        case .sharing: (health("/health"), "\"status\"")
        default: nil
        }
    }
}
