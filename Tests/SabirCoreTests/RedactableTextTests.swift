import SabirCore
import Testing

@Suite("A text that can be shown without what came from elsewhere")
struct RedactableTextTests {
    private func redacted(_ texts: RedactableText...) -> [String] {
        var values = RedactedValues()
        return texts.map { $0.redacted(&values) }
    }

    @Test("keeps what this program wrote, and numbers")
    func ours() {
        let (port, word) = (8_275, "tcp")
        let text: RedactableText = "Port \(port)/\(ours: word) is closed."
        #expect(text.description == "Port 8275/tcp is closed." && redacted(text) == ["Port 8275/tcp is closed."])
    }

    @Test("leaves out everything else, the same value by the same number")
    func elsewhere() {
        let (name, folder) = ("Oncology", "/srv/vega")
        let inner: RedactableText = "in \(folder)"
        let text: RedactableText = "\(name) lies \(inner)" + ", \(name) too."
        #expect(text.description == "Oncology lies in /srv/vega, Oncology too.")
        #expect(redacted(text, "\(folder)") == ["[1] lies in [2], [1] too.", "[2]"])
    }

    @Test("takes a word of ours for somebody's, where nobody said what it is")
    func doubt() {
        let isOpen = true
        #expect(redacted("It is \(isOpen ? "open" : "closed").") == ["It is [1]."])
    }
}
