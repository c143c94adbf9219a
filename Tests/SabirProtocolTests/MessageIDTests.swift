import Testing

@testable import SabirProtocol

@Suite struct MessageIDTests {
    private static let text = "0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02"

    @Test func idsAreComparedByValueAndKeepTheirLetters() throws {
        let lower = try #require(MessageID(Self.text))
        let upper = try #require(MessageID(Self.text.uppercased()))
        #expect(lower == upper)
        #expect(Set([lower, upper]).count == 1)
        #expect(upper.description == Self.text.uppercased())
        #expect(lower.value.high == 0x0b0f_3d52_8c39_4b7c)
        #expect(lower.value.low == 0xa1b7_5f7d_2d2f_9e02)
    }

    @Test(arguments: [
        "", "0b0f3d528c394b7ca1b75f7d2d2f9e02", "0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e0", text + "0", "{\(text)}",
        "0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e0g", "0b0f3d5-28c39-4b7c-a1b7-5f7d2d2f9e02",
        "0b0f3d52_8c39_4b7c_a1b7_5f7d2d2f9e02", "０b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e", " " + text.dropLast(),
    ])
    func whatIsNoUUIDIsRefused(text: String) {
        #expect(MessageID(text) == nil)
    }

    @Test func aNewIdIsARandomUUIDOfVersion4() throws {
        for bits in [0, UInt64.max, 0x0123_4567_89AB_CDEF] {
            let id = MessageID { bits }
            #expect(id.value.high >> 12 & 0xF == 4)
            #expect(id.value.low >> 62 == 2)
            #expect(try #require(MessageID(id.description)) == id)
        }
        #expect(MessageID { 0 }.description == "00000000-0000-4000-8000-000000000000")
        #expect(Set((0..<1_000).map { _ in MessageID() }).count == 1_000)
    }
}
