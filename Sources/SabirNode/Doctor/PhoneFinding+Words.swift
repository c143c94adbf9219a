import SabirCore
import SabirWeb

extension PhoneFinding {
    /// The finding in the terminal's words; the phone shows it in its own language (`share/web/catalogues/phone`).
    ///
    /// - Parameter number: the phone's number, in order of arrival.
    func words(ofPhone number: Int) -> Finding {
        let item = verdict.rawValue.prefix { $0 != "." }
        return Finding("phone", of: "\(number) \(item)", level, sentence, remedy: remedy)
    }

    private var sentence: RedactableText {
        switch verdict {
        case .opens: "The page opens, and may keep its cookie."
        case .noCookie: "The browser gives no cookie back: nobody can enter a room with it."
        case .number: "It opened the page by its number, which every phone can."
        case .name: "It opened the page by its name, and the name works there."
        case .localName: "It opened the page by a name that ends in .local, which many phones do not find."
        case .own: "The page was opened on this machine itself: that says nothing of the wifi."
        case .unusualNumber:
            "It opened the page by a number that not every phone reaches: IPv6, a public one, or 169.254."
        case .encrypted: "The connection is encrypted."
        case .plain:
            "The connection is not encrypted, as is usual here; the PIN of staff and passwords go by HTTPS."
        case .sameNetwork:
            "It is in a network of this machine, and reaches it. Whether the wifi keeps phones apart from each other does "
                + "not matter: all goes through this machine."
        case .otherNetwork:
            "It comes from another network, through a router. The page works so; rooms are not found by themselves there."
        case .postArrives: "What it sends arrives."
        case .noPost: "What it sends does not arrive, or its page was closed."
        case .clockRight: "Its clock and this machine's agree."
        case .clockOff: "Its clock and this machine's differ by \(difference): times look wrong."
        case .clockFar:
            "Its clock and this machine's differ by \(difference): times look wrong, and pages over HTTPS do not open."
        case .nobodyElseAnswers: "Nobody else answers in this machine's place."
        case .notAsked:
            "It has not asked this machine whether there is an internet (captive in [web]): such phones may leave the wifi."
        case .somebodyElseAnswers:
            "Somebody else answers in this machine's place, such as the login page of a wifi."
        case .streamStays: "What others write arrives at once."
        case .streamCut: "The connection by which messages come breaks off or does not open."
        case .streamLate: "What others write arrives late and all at once: something on the way holds it back."
        }
    }

    private var remedy: RedactableText? {
        switch verdict {
        case .opens, .number, .name, .encrypted, .plain, .sameNetwork, .postArrives, .clockRight, .nobodyElseAnswers,
            .streamStays:
            nil
        case .noCookie: "cookies allowed for this page in the phone's browser, or another browser"
        case .localName: "the number in place of the name on codes and posters: address in [web]"
        case .own: "a phone in the wifi, with the same code"
        case .unusualNumber:
            "an IPv4 address of the house for this machine (10…, 172.16…, 192.168…), from the router's DHCP and always the "
                + "same"
        case .otherNetwork: "nothing, if every phone comes; else the router between both lets TCP 8275 and 8276 through"
        case .noPost, .streamCut, .streamLate:
            "VPN, proxy and data saving off on the phone; then whoever looks after the wifi: a proxy or filter on the way"
        case .clockOff, .clockFar:
            "look which is wrong; on the phone time set by itself, here: timedatectl set-ntp true"
        case .notAsked: "the wifi's DNS and port 80 lead to this machine, as docs/kiosk.md has it"
        case .somebodyElseAnswers:
            "log in at the wifi's own page; or have that let this machine's address through, and turn off proxies"
        }
    }

    private var difference: RedactableText {
        let seconds = (seconds ?? 0).magnitude
        return switch seconds {
        case ..<7_170: "\((seconds + 30) / 60) minutes"
        case ..<171_000: "\((seconds + 1_800) / 3_600) hours"
        default: "\((seconds + 43_200) / 86_400) days"
        }
    }
}
