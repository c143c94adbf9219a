import SabirNode
import SabirSecurity
import SabirTerminal

extension Chat {
    /// Tells a person, in their language, when nothing vouches for the host they meet.
    var met: @Sendable (RoomTrust.Meeting) -> Void {
        { [configuration, console, logger, options] meeting in
            guard meeting.isFirstContact || meeting.isNamesake else { return }
            logger.info("first contact", metadata: ["certificate": "\(meeting.pin.certificate)"])
            guard !options.json else { return }
            let words = ReaderWording(configuration, logger: logger).interface
            let (lang, pin) = (options.language, meeting.pin)
            var lines: [String] = []
            if meeting.isFirstContact {
                lines.append(words.sentence("trust.first", in: lang, ["fingerprint": pin.certificate.description]))
                if options.staff { lines.append(words.sentence("trust.staff", in: lang)) }
            }
            if meeting.isNamesake {
                let name = SafeText.name(pin.name, columns: 40)
                lines.append(words.sentence("trust.namesake", in: lang, ["name": name]))
            }
            console.print(lines.map { "* " + $0 })
        }
    }
}
