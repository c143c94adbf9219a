import Foundation
import SabirCore

/// Hosts that are meant for IPv4 addresses and are none: they look like names to whoever resolves them, and lead nowhere.
enum NumericAddress {
    /// The same of the host of a URL.
    static func doubt(inURL text: String) -> String? { URLComponents(string: text)?.host.flatMap { doubt($0) } }

    /// What is wrong with `10.0.0.300` or `10.0.5`; nil for addresses and for names. No name's last label is of digits alone
    /// (RFC 1123 §2.1).
    static func doubt(_ host: String) -> String? {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, !last.isEmpty, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        guard IPAddress(host) == nil else { return nil }
        return "\"\(printable(host, atMost: 40))\" is no IPv4 address; one has four numbers from 0 to 255, such as "
            + "\"10.0.0.5\""
    }
}
