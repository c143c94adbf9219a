import Glibc
import SabirCore
import SabirProtocol

extension ValueRule where Value == String {
    /// A rule for texts that are taken as they are written.
    static func matching(
        _ allowed: String, isSecret: Bool = false, _ isAllowed: @escaping (String) -> Bool
    ) -> ValueRule {
        parsing(allowed, isSecret: isSecret) { isAllowed($0) ? $0 : nil }
    }

    /// A text of `length` Unicode scalars, without control characters.
    static func text(_ length: ClosedRange<Int>) -> ValueRule {
        let allowed = "a text of \(grouped(length.lowerBound)) to \(grouped(length.upperBound)) characters, on one line"
        return matching(allowed) { length.contains($0.unicodeScalars.count) && !$0.hasControlCharacters }
    }

    /// The name of a room or of this host, cleaned as members will see it, then measured.
    static var name: ValueRule {
        parsing("a name of 1 to \(WireText.maximumRoomNameBytes) bytes") { WireText.roomName($0) }
    }

    static var topic: ValueRule {
        parsing("a text of at most \(WireText.maximumTopic) characters") { text in
            let topic = WireText.cleanName(text)
            return topic.unicodeScalars.count <= WireText.maximumTopic ? topic : nil
        }
    }

    /// A numeric IPv4 or IPv6 address. A link-local IPv6 address needs its interface: `fe80::1%eth0`.
    static var address: ValueRule {
        matching("an IPv4 or IPv6 address, such as \"127.0.0.1\", \"::\" or \"fe80::1%eth0\"") { text in
            text.utf8.count < 64 && IPAddress(text) != nil
        }
    }

    /// An interface's name as the kernel allows: under IFNAMSIZ bytes, no slash, no white space.
    static var interface: ValueRule {
        matching("the name of a network interface, such as \"eth0\" (see: ip link)") { text in
            (1..<Int(IFNAMSIZ)).contains(text.utf8.count) && text != "." && text != ".."
                && text.unicodeScalars.allSatisfy { $0 != "/" && $0 != ":" && $0.value > 0x20 && $0.value != 0x7F }
        }
    }

    /// An absolute path, or one that begins with `~/`.
    static var path: ValueRule {
        matching("an absolute path, or one that begins with \"~/\"") { text in
            (text.hasPrefix("/") || text.hasPrefix("~/")) && text.utf8.count < Int(PATH_MAX)
                && !text.utf8.contains { $0 < 0x20 }
        }
    }

    /// A value sent in a header or a form: visible ASCII, so that it cannot inject another header.
    static var secret: ValueRule {
        matching("1 to 4,096 visible ASCII characters, without spaces", isSecret: true) { $0.isVisibleASCII(1...4_096) }
    }

    static var variable: ValueRule {
        matching("the name of an environment variable: letters, digits and _", isSecret: true) { text in
            text.isWord(1...255, besides: "_") && !text.utf8.prefix(1).contains { (0x30...0x39).contains($0) }
        }
    }
}

extension String {
    var hasControlCharacters: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }

    /// Whether the text has that many bytes, all of them visible ASCII characters, without spaces.
    func isVisibleASCII(_ count: ClosedRange<Int>) -> Bool {
        count.contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Whether the text has that many bytes, all of them ASCII letters and digits or among `others`.
    func isWord(_ count: ClosedRange<Int>, besides others: String) -> Bool {
        count.contains(utf8.count) && utf8.allSatisfy { $0.isASCIILetterOrDigit || others.utf8.contains($0) }
    }
}

extension UInt8 {
    var isASCIILetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
