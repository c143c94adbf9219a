import ArgumentParser
import Foundation
import SabirProtocol

extension LanguageTag {
    /// The language of the environment's locale (POSIX.1-2024, XBD 8.2): `es_ES.UTF-8` is `es-ES`. English if the
    /// locale is `C`, `POSIX` or unreadable.
    static func ofThisLocale(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> LanguageTag {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = (value ?? "").prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
        // "en" is a well-formed tag.
        return name == "POSIX" ? LanguageTag("en")! : LanguageTag(String(name)) ?? LanguageTag("en")!
    }

    /// Reads an option's language; for an unknown tag, throws with the language that was probably meant.
    static func known(_ text: String) throws -> LanguageTag {
        switch KnownLanguage(text) {
        case .known(let tag): return tag
        case .unknown(let meant?): throw ValidationError("There is no language “\(text)”. Perhaps \(meant) is meant.")
        case .unknown(nil): throw ValidationError("There is no language “\(text)”. Tags look like es, en or pt-BR.")
        }
    }
}
