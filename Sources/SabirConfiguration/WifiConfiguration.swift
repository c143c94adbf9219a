import Foundation
import SabirCore

/// `[web.wifi]`: the house's wifi, for the code beside a room's code on walls, posters and slips.
package struct WifiConfiguration: Sendable, Equatable {
    /// The wifi's name; empty if no code for it is shown.
    package var name = ""
    package var password: String?
    package var security = WifiNetwork.Security.wpa
    package var hidden = false

    var passwordFile: String?

    package var network: WifiNetwork? {
        name.isEmpty ? nil : WifiNetwork(name: name, password: password, security: security, isHidden: hidden)
    }
}

extension WifiConfiguration: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("name", \.name, .networkName),
            .optional("password", \.password, .networkPassword),
            .optional("password_file", \.passwordFile, .path),
            .value("security", \.security, .word),
            .value("hidden", \.hidden, .flag),
        ]
    }

    /// Does not warn of a password file that others can read, because the password hangs on the wall anyway.
    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        if password != nil, passwordFile != nil {
            reader.report("password and password_file stand together; allowed: one of them", at: path / "password")
        }
        if name.isEmpty, password != nil || passwordFile != nil {
            let given = password == nil ? "password_file" : "password"
            reader.report("it stands without the name of its wifi; allowed: with name", at: path / given)
        }
        if security == .sae, password == nil, passwordFile == nil {
            reader.report("WPA3 without a password; allowed: with password or password_file", at: path / "security")
        }
        guard let file = passwordFile else { return }
        let place = path / "password_file"
        guard let text = reader.secret(.wifi, at: place, from: .file(file, atMost: 256)) else {
            // Without its password, the code would let nobody in.
            name = ""
            return
        }
        password = reader.value(.text(text.trimmingCharacters(in: .newlines)), at: place, by: .networkPassword)
    }
}

extension ValueRule where Value == String {
    fileprivate static var networkName: ValueRule {
        matching("the name of a wifi: 1 to 32 bytes, on one line") { text in
            (1...32).contains(text.utf8.count) && !text.hasControlCharacters
        }
    }

    fileprivate static var networkPassword: ValueRule {
        matching("8 to 63 ASCII characters, as wifi wants them", isSecret: true) { text in
            (8...63).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }
    }
}
