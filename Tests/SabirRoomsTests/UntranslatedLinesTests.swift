import NIOCore
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct UntranslatedLinesTests {
    @Test func theOldestAreForgottenFirst() {
        let lines = UntranslatedLines()
        for number in 1...UntranslatedLines.capacity { lines.add(number) }
        #expect(lines.contains(1) && lines.contains(UntranslatedLines.capacity))
        lines.add(UntranslatedLines.capacity + 1)
        #expect(!lines.contains(1))
        #expect(lines.contains(UntranslatedLines.capacity) && lines.contains(UntranslatedLines.capacity + 1))
    }

    @Test func anotherNumberingBeginsWithNone() {
        let lines = UntranslatedLines()
        lines.add(7)
        lines.forget()
        #expect(!lines.contains(7))
        lines.add(7)
        #expect(lines.contains(7))
    }
}
