import Foundation
import SabirConfiguration
import SabirProtocol

@testable import SabirDiscovery
@testable import SabirTranslation

/// What people type to join, and the strings of a stranger's TXT record, one a line.
func fuzzJoin(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    if case .room(let name)? = try? JoinTarget(text) { demand((1...63).contains(name.utf8.count), "a name fits") }
    _ = try? RoomRecord(txt: text.split(separator: "\n").map(String.init))
    if let tag = LanguageTag(text) { demand(LanguageTag(tag.description) == tag, "a tag has one form") }
}

/// A message through what a translation does with it, without an engine.
func fuzzText(_ input: [UInt8]) {
    guard let text = try? WireText.message(String(decoding: input, as: UTF8.self)) else { return }
    demand((try? WireText.message(text)) == text, "cleaning twice changes nothing")
    for form in PlaceholderForm.allCases {
        let shielded = protector.protect(text, as: form)
        demand(shielded.restored(from: shielded.text) == text, "what is shielded comes back")
    }
    let found = Set(checker.warnings(source: text, from: "en", translation: text, to: "en").map(\.kind))
    demand(found.isDisjoint(with: figures), "a text has the same figures as itself")
}

private let figures: Set<TranslationWarning.Kind> = [.numbers, .units, .times, .dates, .percentages]
private let protector = Protector(terms: ["Paracetamol"], names: ["Anna", "Rosa Luz"])
private let checker = LineChecker(data: (try? LanguageData.load(from: "share/languages")) ?? .none)
