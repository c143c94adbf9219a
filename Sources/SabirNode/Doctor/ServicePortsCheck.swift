import Glibc
import SabirConfiguration
import SabirCore

/// Checks that the page, the shared translation and IRC have their ports or could have them.
package enum ServicePortsCheck {
    package static func run(_ configuration: NodeConfiguration, _ listeners: Listeners) async -> [Finding] {
        var findings: [Finding] = []
        for listener in configuration.listeners where listener.part != .rooms && listener.port != 0 {
            let port = Port(listener: listener, isPlain: isPlain(listener.part, configuration))
            findings.append(await port.finding(listeners))
        }
        return findings
    }

    private static func isPlain(_ part: NodeListener.Part, _ configuration: NodeConfiguration) -> Bool {
        switch part {
        case .page: configuration.web.tls.certificate == nil
        case .irc: configuration.irc.tls.certificate == nil
        default: part == .sharing
        }
    }

    private struct Port {
        let listener: NodeListener
        let isPlain: Bool

        private var table: String { listener.table }
        private var use: RedactableText { "\(ours: listener.use)" }
        private var number: Int { listener.port }

        func finding(_ listeners: Listeners) async -> Finding {
            let faults = listener.addresses.map { PlainSocket.fault(listeningOn: $0, port: number) }
            let fault: Int32 = faults.first { $0 != 0 } ?? 0
            switch fault {
            case 0: return Finding(table, .ok, "Port \(number) is free, for \(use).")
            case EADDRINUSE: return await taken(listeners)
            case EACCES:
                return Finding(
                    table, .wrong, "Port \(number), for \(use), may not be opened by this user.",
                    remedy: "a port from 1024 up")
            default:
                return Finding(
                    table, .wrong,
                    "Port \(number), for \(use), cannot be had on \(listener.addresses.joined(separator: ", ")): "
                        + "\(ours: String(cString: strerror(fault))).",
                    remedy: "ip address, which shows the addresses there are")
            }
        }

        /// A finding for a port in use: fine if a node uses it, a problem if another program does.
        private func taken(_ listeners: Listeners) async -> Finding {
            let program = listeners.program(on: number)
            if let program, program.name != "sabir" {
                return strange("\(program.name)", " (process \(program.process))")
            }
            if program != nil { return Finding(table, .ok, "A node serves \(use) on port \(number).") }
            // The program's owner is unknown, so an unencrypted answer has to tell.
            guard isPlain else {
                return Finding(
                    table, .ok,
                    "Something listens on port \(number), for \(use), over TLS; as root this check says what.")
            }
            let host = listener.addresses.first { IPAddress($0)?.isUnspecified != true } ?? "127.0.0.1"
            let (question, sign) = listener.part.questionAndSign
            let answer = await PlainSocket.answer(from: host, port: number, to: question) ?? ""
            return answer.contains(sign)
                ? Finding(table, .ok, "A node serves \(use) on port \(number).") : strange("another program", "")
        }

        private func strange(_ name: RedactableText, _ process: RedactableText) -> Finding {
            Finding(
                table, .wrong, "Port \(number), for \(use), is taken by \(name)\(process).",
                remedy:
                    "ss -ltnp 'sport = :\(number)', which names it, and its end; or another port in [\(ours: table)]")
        }
    }
}

extension NodeListener.Part {
    /// What a node answers, and a text in its answer.
    fileprivate var questionAndSign: (String, String) {
        let health = { (path: String) in "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" }
        return switch self {
        case .irc: ("CAP LS 302\r\n", " CAP ")
        case .sharing: (health("/health"), "\"status\"")
        default: (health("/healthz"), "\"status\"")
        }
    }
}
