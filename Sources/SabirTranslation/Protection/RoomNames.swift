import Foundation

/// The names of the people in a room, prepared once for all lines, so that they are not translated.
///
/// Only whole names count. A part of one ("Schwester" of "Schwester Anna") may be a word that needs translation.
package struct RoomNames: Sendable, Hashable, ExpressibleByArrayLiteral {
    package static let none = RoomNames([])
    /// Most names of one room; further ones are ignored.
    package static let maximumCount = 100
    /// The longest name in bytes of UTF-8.
    static let maximumLength = 128

    package let names: [String]
    /// Names by their first byte.
    private let byFirstByte: [UInt8: [Int]]

    /// Takes the first 100 names with two letters or more; others are translated like any word.
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

    /// The names that may occur in `text`, which must be composed (NFC), in a fixed order. May include names that a
    /// `Protector` does not find. Takes about a microsecond.
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

    /// The spelling used by others: a person who writes "anna" is "Anna" to them.
    private static func written(_ name: String) -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        return name.contains(where: \.isUppercase) ? name : name.capitalized
    }
}
