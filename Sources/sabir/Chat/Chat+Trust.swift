import SabirDiscovery
import SabirSecurity
import SabirTerminal
import SabirNode

extension Chat {
    /// Tells the person sentences of the interface, in their language. Programs are not told.
    func tell(_ sentences: [(key: String, values: [String: String])]) {
        guard !options.json, !sentences.isEmpty else { return }
        let words = ReaderWording(configuration, logger: logger).interface
        console.print(sentences.map { "* " + words.sentence($0.key, in: options.language, $0.values) })
    }

    /// Tells that the search for the room's name may take seconds.
    func tellSearch(for name: String) { tell([("rooms.looking", ["room": SafeText.name(name, columns: 40)])]) }

    /// Tells that other rooms use the name of the room that the person knows.
    @Sendable func tellPassedOver(_ others: [DiscoveredRoom]) {
        for other in others {
            logger.notice(
                "another room of that name is ignored: its host is not the known one",
                metadata: ["room": "\(other.id)", "host": "\(other.host)"])
        }
        guard let first = others.first else { return }
        let (name, host) = (SafeText.name(first.name, columns: 40), SafeText.name(first.host, columns: 40))
        tell([("trust.passed-over", ["name": name, "host": host])])
    }

    /// Tells if nothing vouches for the host.
    @Sendable func tellMeeting(_ meeting: RoomTrust.Meeting) {
        guard meeting.isFirstContact || meeting.isNamesake else { return }
        let pin = meeting.pin
        logger.info("first contact", metadata: ["certificate": "\(pin.certificate)"])
        var sentences: [(String, [String: String])] = []
        if meeting.isFirstContact {
            sentences.append(("trust.first", ["fingerprint": pin.certificate.description]))
            if options.staff { sentences.append(("trust.staff", [:])) }
        }
        if meeting.isNamesake {
            sentences.append(("trust.namesake", ["name": SafeText.name(pin.name, columns: 40)]))
        }
        tell(sentences)
    }
}
