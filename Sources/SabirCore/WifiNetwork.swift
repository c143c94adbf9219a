/// The wifi by which people reach this node, as its operator named it, for a code that a phone's camera reads.
package struct WifiNetwork: Sendable, Equatable {
    package enum Security: String, CaseIterable, Sendable {
        /// WPA2, or WPA2 and WPA3 together: every phone can join.
        case wpa
        /// WPA3 alone.
        case sae
    }

    /// 1 to 32 bytes (IEEE 802.11).
    package let name: String
    /// 8 to 63 visible ASCII characters; nil for an open network.
    package let password: String?
    package let security: Security
    /// Whether the network hides its name, so that phones have to ask for it.
    package let isHidden: Bool

    package init(name: String, password: String? = nil, security: Security = .wpa, isHidden: Bool = false) {
        self.name = name
        self.password = password
        self.security = security
        self.isHidden = isHidden
    }

    /// The text of the code: `WIFI:T:WPA;S:Clinic;P:waiting-room;;`.
    ///
    /// Values that look like hexadecimal numbers are not quoted: only old Android readers wanted the quotes, and
    /// iPhones take them for part of the password. WPA3 alone is written `SAE`, as phones do.
    package var text: String {
        var fields = ["T:\(password == nil ? "nopass" : security.rawValue.uppercased())", "S:\(Self.escaped(name))"]
        if let password { fields.append("P:\(Self.escaped(password))") }
        if isHidden { fields.append("H:true") }
        return "WIFI:" + fields.joined(separator: ";") + ";;"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            if #"\;,:""#.unicodeScalars.contains(character) { escaped.append("\\") }
            escaped.unicodeScalars.append(character)
        }
        return escaped
    }
}
