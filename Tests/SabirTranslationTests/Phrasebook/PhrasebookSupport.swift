import Foundation
import SabirProtocol

@testable import SabirTranslation

/// A unit of plain sentences, such as `["en": "Yes.", "es": "Sí."]`.
func unit(
    _ sentences: KeyValuePairs<String, String>, situation: String? = nil, reviewer: String? = nil, plural: String? = nil
) -> PhraseUnit {
    unit(nil, sentences, situation: situation, reviewer: reviewer, plural: plural)
}

func unit(
    _ id: String?, _ sentences: KeyValuePairs<String, String>, situation: String? = nil, reviewer: String? = nil,
    plural: String? = nil
) -> PhraseUnit {
    let segments = sentences.map { language, text in
        var segment = PhraseSegment(text, in: phraseTag(language))
        segment.plural = text.contains("{n}") ? plural : nil
        return segment
    }
    var unit = PhraseUnit(id: id, segments: segments)
    unit.situation = situation
    unit.reviewer = reviewer
    return unit
}

func book(_ units: PhraseUnit...) -> Phrasebook { Phrasebook([TMXDocument(units: units)]) }

func phraseTag(_ text: String) -> LanguageTag {
    guard let tag = LanguageTag(text) else { preconditionFailure("\(text) is no language tag") }
    return tag
}

extension Phrasebook {
    func match(_ text: String, from: LanguageTag, to: LanguageTag) -> PhraseMatch? {
        match(text, fromKey: from.readingKey, toKey: to.readingKey, reader: to)
    }

    /// The text of the match.
    func answer(_ text: String, _ from: String, _ to: String) -> String? {
        match(text, from: phraseTag(from), to: phraseTag(to))?.text
    }
}

/// A TMX file with this body.
func tmx(_ body: String, header: String = "") -> Data {
    Data("<?xml version=\"1.0\"?>\n<tmx version=\"1.4\">\n\(header)<body>\n\(body)\n</body></tmx>".utf8)
}

/// The message and line of why this is no phrasebook; nil where it is one.
func refusal(_ data: Data) -> ExchangeFileProblem? {
    do {
        _ = try TMXDocument.read(data)
        return nil
    } catch {
        return error
    }
}

/// A file of `share/`.
func shipped(_ path: String) throws -> Data {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return try Data(contentsOf: folder.appending(path: "share/\(path)"))
}

/// Repeatable chance (xorshift64*, S. Vigna).
struct PhraseChance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
