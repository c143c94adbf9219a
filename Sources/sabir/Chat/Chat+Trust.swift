import SabirDiscovery
import SabirSecurity
import SabirTerminal
import SabirNode

extension Chat {
    /// Tells the person, in their language, that the search for the room's name may take seconds.
    func tellSearch(for name: String) {
        guard !options.json else { return }
        let words = ReaderWording(configuration, logger: logger).interface
        let fields = ["room": SafeText.name(name, columns: 40)]
        console.print(["* " + words.sentence("rooms.looking", in: options.language, fields)])
    }

    /// Tells the person, in their language, that other rooms use the name of the room they know.
    var passedOver: @Sendable ([DiscoveredRoom]) -> Void {
        { [configuration, console, logger, options] others in
            for other in others {
                logger.notice(
                    "another room of that name is ignored: its host is not the known one",
                    metadata: ["room": "\(other.id)", "host": "\(other.host)"])
            }
            guard !options.json, let first = others.first else { return }
            let words = ReaderWording(configuration, logger: logger).interface
            let fields = [
                "name": SafeText.name(first.name, columns: 40), "host": SafeText.name(first.host, columns: 40),
            ]
            console.print(["* " + words.sentence("trust.passed-over", in: options.language, fields)])
        }
    }

    /// Tells the person, in their language, if nothing vouches for the host.
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
