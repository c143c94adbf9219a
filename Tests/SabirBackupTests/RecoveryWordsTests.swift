import Foundation
import Testing

@testable import SabirNode

@Suite struct RecoveryWordsTests {
    /// Of BIP-39's test vectors those of 256 bits: repeated bytes, and one that is not.
    @Test(arguments: [
        (
            "0000000000000000000000000000000000000000000000000000000000000000",
            String(repeating: "abandon ", count: 23) + "art"
        ),
        (
            "7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f",
            "legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal "
                + "winner thank year wave sausage worth title"
        ),
        (
            "8080808080808080808080808080808080808080808080808080808080808080",
            "letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid "
                + "letter advice cage absurd amount doctor acoustic bless"
        ),
        (
            "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            String(repeating: "zoo ", count: 23) + "vote"
        ),
    ])
    func theWordsAreThoseOfTheStandard(_ hexadecimal: String, _ words: String) throws {
        let digits = Array(hexadecimal)
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        let (list, key) = (try shippedWords(), try #require(RecoveryKey(bytes: bytes)))
        #expect(list.words(of: key).joined(separator: " ") == words)
        #expect(try list.key(of: words) == key)
    }

    @Test func numbersLineEndsCapitalsAndCutWordsDoNotMatter() throws {
        let (list, key) = (try shippedWords(), RecoveryKey())
        let typed = list.words(of: key).enumerated().map { "\($0 + 1). \($1.prefix(4).uppercased())" }
        #expect(try list.key(of: typed.joined(separator: "\n")) == key)
        #expect(try list.key(of: " \(key.code)\n") == key)
    }

    @Test func aSlipIsFound() async throws {
        let list = try shippedWords()
        let key = try #require(RecoveryKey(bytes: (0..<32).map { UInt8($0) }))
        var words = list.words(of: key)
        #expect(await failure { _ = try list.key(of: words.dropLast().joined(separator: " ")) }.contains("are 23"))
        words.swapAt(3, 4)
        #expect(await failure { _ = try list.key(of: words.joined(separator: " ")) }.contains("do not belong together"))
        words[6] = "zzzzz"
        #expect(await failure { _ = try list.key(of: words.joined(separator: " ")) }.contains("Word 7 is none"))
    }

    @Test func aCutWordMatchesItsOwnAlone() throws {
        let list = try shippedWords()
        #expect(list.matches(" Aban ", "abandon") && list.matches("abandon", "abandon"))
        #expect(!list.matches("aba", "abandon") && !list.matches("ability", "abandon") && !list.matches("", "abandon"))
    }

    @Test func aKeyShowsItselfNowhere() throws {
        let key = RecoveryKey()
        let bytes = String(key.code.dropFirst("sabir-recovery:".count))
        #expect(!"\(key)".contains(bytes) && !String(reflecting: key).contains(bytes))
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains(bytes) && !dumped.contains("[0]"))
    }
}
