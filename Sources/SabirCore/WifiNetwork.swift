/// The wifi by which people come to this node, as its operator named it: what a code tells a phone's camera.
package struct WifiNetwork: Sendable, Equatable {
    package enum Security: String, CaseIterable, Sendable {
        /// WPA2, or WPA2 and WPA3 side by side: what every phone knows.
        case wpa
        /// WPA3 alone.
        case sae
    }

    /// 1 to 32 bytes (IEEE 802.11).
    package let name: String
    /// 8 to 63 visible ASCII characters; nil of an open network.
    package let password: String?
    package let security: Security
    /// Whether it does not call its name, so that phones have to ask for it.
    package let isHidden: Bool

    package init(name: String, password: String? = nil, security: Security = .wpa, isHidden: Bool = false) {
        self.name = name
        self.password = password
        self.security = security
        self.isHidden = isHidden
    }

    /// What the code says: `WIFI:T:WPA;S:Clinic;P:waiting-room;;`.
    ///
    /// Values that look like hexadecimal numbers stand as they are: the quotes that old readers on Android wanted round
    /// them are taken for part of the password by iPhones, and by nobody else for what they were. WPA3 alone is `SAE`, as
    /// phones write it themselves.
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
