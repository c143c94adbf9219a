/// What makes a PIN easy to guess.
package enum StaffPIN {
    /// Fewest bytes of UTF-8 in a PIN that is not easy to guess.
    package static let leastLength = 6
    private static let common: Set<String> = [
        "159753", "951753", "147258", "258369", "147258369", "password", "passwort", "qwerty", "qwertz", "azerty",
        "abc123", "admin1", "secret", "letmein", "sabir1",
        "changeme", "not-a-real-pin",
    ]

    /// Doublings, Fibonacci numbers, squares and primes, each as one string.
    private static let sequences = [
        "1248163264128256512", "0112358132134558914", "149162536496481100", "235711131719232931",
    ]

    /// Completes "the PIN …"; nil for a PIN without a known weakness.
    package static func weakness(of pin: String) -> String? {
        if pin.utf8.count < leastLength { return "has fewer than \(leastLength) characters" }
        let characters = Array(pin.lowercased().utf8)
        return common.contains(pin.lowercased()) || hasAShape(characters) || isCounted(characters)
            ? "is one of the first that anybody tries" : nil
    }

    /// Nearly all one character, a repeated part, a palindrome, or each character twice.
    private static func hasAShape(_ pin: [UInt8]) -> Bool {
        let parts = (1...pin.count / 2).filter { pin.count % $0 == 0 }
        let isRepeated = parts.contains { part in pin.dropFirst(part).elementsEqual(pin.dropLast(part)) }
        let pairs = stride(from: 0, to: pin.count - 1, by: 2)
        let isDoubled = pin.count % 2 == 0 && pairs.allSatisfy { pin[$0] == pin[$0 + 1] }
        return Set(pin).count <= 2 || isRepeated || isDoubled || pin == pin.reversed()
    }

    /// Digits or letters in even steps, numbers in even steps, two years, or a known sequence.
    private static func isCounted(_ pin: [UInt8]) -> Bool {
        let steps = zip(pin, pin.dropFirst()).map { Int($1) - Int($0) }
        if Set(steps).count == 1 { return true }
        let zero = UInt8(ascii: "0")
        guard pin.allSatisfy({ $0 >= zero && $0 < zero + 10 }) else { return false }
        // 0 follows 9.
        if Set(steps.map { ($0 + 10) % 10 }).count == 1 { return true }
        let digits = String(decoding: pin, as: UTF8.self)
        let years = [digits.prefix(4), digits.suffix(4)].allSatisfy { $0.hasPrefix("19") || $0.hasPrefix("20") }
        if pin.count == 8, years { return true }
        return sequences.contains { $0.contains(digits) } || isOfEvenNumbers(digits)
    }

    /// Three numbers or more in even steps: 246810, 102030, 151413.
    private static func isOfEvenNumbers(_ digits: String) -> Bool {
        for length in 1...min(digits.count / 3, 6) {
            guard let first = Int(digits.prefix(length)) else { return false }
            for next in [length, length + 1] {
                guard let second = Int(digits.dropFirst(length).prefix(next)) else { continue }
                var (made, number) = (digits.prefix(length) + "", first)
                while made.count < digits.count {
                    number += second - first
                    guard number >= 0 else { break }
                    let text = String(number)
                    made += String(repeating: "0", count: max(0, length - text.count)) + text
                }
                if made == digits { return true }
            }
        }
        return false
    }
}
