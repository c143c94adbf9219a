import Glibc
import SabirConfiguration
import SabirCore

/// Checks that the page, the shared translation and IRC have their ports or could have them.
package enum ServicePortsCheck {
    package static func run(_ configuration: NodeConfiguration, _ listeners: Listeners) async -> [Finding] {
        let (web, share, irc) = (configuration.web, configuration.share, configuration.irc)
        func bind(_ own: [String]) -> [String] { own.isEmpty ? configuration.node.bind : own }
        let health = { (path: String) in "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" }
        var wanted: [Port] = []
        if web.enabled {
            wanted.append(
                Port(
                    table: "web", use: "the page", addresses: bind(web.bind),
                    number: web.port ?? WebConfiguration.defaultPort, isPlain: web.tls.certificate == nil,
                    question: health("/healthz"), sign: "\"status\""))
        }
        if let number = web.secondListenerPort {
            wanted.append(
                Port(
                    table: "web", use: "the page over HTTPS", addresses: bind(web.bind), number: number, isPlain: false,
                    question: "", sign: ""))
        }
        if share.enabled, configuration.translation.enabled, let number = share.port {
            wanted.append(
                Port(
                    table: "share", use: "the shared translation", addresses: bind(share.bind),
                    number: number, isPlain: true,
                    question: health("/health"), sign: "\"status\""))
        }
        if irc.enabled {
            wanted.append(
                Port(
                    table: "irc", use: "IRC", addresses: irc.bind, number: irc.port,
                    isPlain: irc.tls.certificate == nil,
                    question: "CAP LS 302\r\n", sign: " CAP "))
        }
        var findings: [Finding] = []
        for port in wanted where port.number != 0 { findings.append(await port.finding(listeners)) }
        return findings
    }

    private struct Port {
        let table: String
        let use: RedactableText
        let addresses: [String]
        let number: Int
        let isPlain: Bool
        let question: String
        /// A text in a node's answer.
        let sign: String

        func finding(_ listeners: Listeners) async -> Finding {
            let faults = addresses.map { PlainSocket.fault(listeningOn: $0, port: number) }
            let fault: Int32 = faults.first { $0 != 0 } ?? 0
            switch fault {
            case 0: return fine("Port \(number) is free, for \(use).")
            case EADDRINUSE: return await taken(listeners)
            case EACCES:
                return wrong("Port \(number), for \(use), may not be opened by this user.", "a port from 1024 up")
            default:
                return wrong(
                    "Port \(number), for \(use), cannot be had on \(addresses.joined(separator: ", ")): "
                        + "\(ours: String(cString: strerror(fault))).",
                    "ip address, which shows the addresses there are")
            }
        }

        /// A finding for a port in use: fine if a node uses it, a problem if another program does.
        private func taken(_ listeners: Listeners) async -> Finding {
            let program = listeners.program(on: number)
            if let program, program.name != "sabir" {
                return strange("\(program.name)", " (process \(program.process))")
            }
            if program != nil { return fine("A node serves \(use) on port \(number).") }
            // The program's owner is unknown, so an unencrypted answer has to tell.
            guard isPlain else {
                return fine("Something listens on port \(number), for \(use), over TLS; as root this check says what.")
            }
            let host = addresses.first { IPAddress($0)?.isUnspecified != true } ?? "127.0.0.1"
            let answer = await PlainSocket.answer(from: host, port: number, to: question) ?? ""
            return answer.contains(sign)
                ? fine("A node serves \(use) on port \(number).") : strange("another program", "")
        }

        private func strange(_ name: RedactableText, _ process: RedactableText) -> Finding {
            wrong(
                "Port \(number), for \(use), is taken by \(name)\(process).",
                "ss -ltnp 'sport = :\(number)', which names it, and its end; or another port in [\(ours: table)]")
        }

        private func fine(_ sentence: RedactableText) -> Finding {
            Finding(name: table, isFine: true, sentence: sentence, mend: nil)
        }

        private func wrong(_ sentence: RedactableText, _ mend: RedactableText) -> Finding {
            Finding(name: table, isFine: false, sentence: sentence, mend: mend)
        }
    }
}
