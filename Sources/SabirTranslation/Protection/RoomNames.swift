import Foundation

/// The names of the people in a room, made ready once for all lines: what they are called is no word to translate.
///
/// Names are taken whole. A part of one ("Schwester" of "Schwester Anna") may be a word that others need translated.
package struct RoomNames: Sendable, Hashable, ExpressibleByArrayLiteral {
    package static let none = RoomNames([])
    package static let maximumCount = 100
    /// Bytes of UTF-8 of one name.
    static let maximumLength = 128

    package let names: [String]
    /// For each byte that a name begins with.
    private let byFirstByte: [UInt8: [Int]]

    /// The first 100 that have two letters or more; the others are as any word.
    package init(_ names: some Sequence<String>) {
        var seen: Set<String> = []
        let usable = names.lazy.map(Self.written).filter { name in
            name.utf8.count <= Self.maximumLength && name.count(where: \.isLetter) >= 2 && seen.insert(name).inserted
        }
        self.names = Array(usable.prefix(Self.maximumCount))
        byFirstByte = Dictionary(grouping: self.names.indices) { [names = self.names] in names[$0].utf8.first ?? 0 }
    }

    package init(arrayLiteral elements: String...) { self.init(elements) }

    package var isEmpty: Bool { names.isEmpty }

    /// Those that may stand in `text`, which is composed (NFC), in a fixed order; more than those that a `Protector`
    /// will find there are harmless. Takes a microsecond or so.
    func written(in text: String) -> [String] {
        guard !names.isEmpty else { return [] }
        let bytes = Array(text.utf8)
        var found: Set<Int> = []
        for (place, byte) in bytes.enumerated() {
            for name in byFirstByte[byte] ?? [] where bytes[place...].starts(with: names[name].utf8) {
                found.insert(name)
            }
        }
        return found.map { names[$0] }.sorted()
    }

    /// As others write it: who calls herself "anna" is "Anna" to them.
    private static func written(_ name: String) -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        return name.contains(where: \.isUppercase) ? name : name.capitalized
    }
}
