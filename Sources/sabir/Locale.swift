import Foundation
import SabirWire

extension LanguageTag {
    /// The language of the environment's locale (POSIX.1-2024, XBD 8.2): `es_ES.UTF-8` is `es-ES`. English where the
    /// locale is `C`, `POSIX` or unreadable.
    static func ofThisLocale(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> LanguageTag {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = (value ?? "").prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
        // "en" is well-formed.
        return name == "POSIX" ? LanguageTag("en")! : LanguageTag(String(name)) ?? LanguageTag("en")!
    }
}
