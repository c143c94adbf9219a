import Glibc
import SabirCore
import SabirProtocol

extension ValueRule where Value == String {
    /// A text of `length` Unicode scalars, without control characters.
    static func text(_ length: ClosedRange<Int>) -> ValueRule {
        let allowed = "a text of \(grouped(length.lowerBound)) to \(grouped(length.upperBound)) characters, on one line"
        return ValueRule(allowed: allowed) { value in
            guard case .text(let text) = value, length.contains(text.unicodeScalars.count) else { return nil }
            return text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : text
        }
    }

    /// The name of a room or of this host, cleaned as members will see it, then measured.
    static var name: ValueRule {
        ValueRule(allowed: "a name of 1 to \(WireText.maximumRoomNameBytes) bytes") { value in
            if case .text(let text) = value { WireText.roomName(text) } else { nil }
        }
    }

    static var topic: ValueRule {
        ValueRule(allowed: "a text of at most \(WireText.maximumTopic) characters") { value in
            guard case .text(let text) = value else { return nil }
            let topic = WireText.cleanName(text)
            return topic.unicodeScalars.count <= WireText.maximumTopic ? topic : nil
        }
    }

    /// A numeric IPv4 or IPv6 address. A link-local IPv6 address needs its interface: `fe80::1%eth0`.
    static var address: ValueRule {
        ValueRule(allowed: "an IPv4 or IPv6 address, such as \"127.0.0.1\", \"::\" or \"fe80::1%eth0\"") { value in
            guard case .text(let text) = value, text.utf8.count < 64, IPAddress(text) != nil else { return nil }
            return text
        }
    }

    /// An interface's name as the kernel allows: under IFNAMSIZ bytes, no slash, no white space.
    static var interface: ValueRule {
        ValueRule(allowed: "the name of a network interface, such as \"eth0\" (see: ip link)") { value in
            guard case .text(let text) = value, (1..<Int(IFNAMSIZ)).contains(text.utf8.count) else { return nil }
            let fits = text.unicodeScalars.allSatisfy { $0 != "/" && $0 != ":" && $0.value > 0x20 && $0.value != 0x7F }
            return fits && text != "." && text != ".." ? text : nil
        }
    }

    /// An absolute path, or one that begins with `~/`.
    static var path: ValueRule {
        ValueRule(allowed: "an absolute path, or one that begins with \"~/\"") { value in
            guard case .text(let text) = value, text.hasPrefix("/") || text.hasPrefix("~/") else { return nil }
            return text.utf8.count < Int(PATH_MAX) && !text.utf8.contains { $0 < 0x20 } ? text : nil
        }
    }

    /// A value sent in a header or a form: visible ASCII, so that it cannot inject another header.
    static var secret: ValueRule {
        ValueRule(allowed: "1 to 4,096 visible ASCII characters, without spaces", isSecret: true) { value in
            guard case .text(let text) = value, (1...4_096).contains(text.utf8.count) else { return nil }
            return text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
        }
    }

    static var variable: ValueRule {
        ValueRule(allowed: "the name of an environment variable: letters, digits and _", isSecret: true) { value in
            guard case .text(let text) = value, (1...255).contains(text.utf8.count) else { return nil }
            guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return nil }
            let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_".utf8
            return text.utf8.allSatisfy(letters.contains) ? text : nil
        }
    }
}
