import SabirClient
import SabirProtocol
import Testing

@testable import sabir

/// What is typed while the room may still want a password.
@Suite struct EarlyLinesTests {
    private var early = EarlyLines()

    private func line(_ text: String) -> ChatCommand { .say(Draft(text: text)) }

    private mutating func takes(_ commands: ChatCommand...) -> [EarlyLines.Turn] { commands.map { early.admit($0) } }

    private mutating func rest() -> [ChatCommand] {
        var commands: [ChatCommand] = []
        while let command = early.next() { commands.append(command) }
        return commands
    }

    @Test("is said in order once the room turns out to be open, and what is typed later at once")
    mutating func open() {
        #expect(takes(line("uno"), .who, line("dos")) == [.wait, .wait, .wait])
        early.endPasswordWait()
        #expect(early.next() == line("uno"))
        #expect(takes(line("tres")) == [.wait], "What is typed meanwhile stays behind it.")
        #expect(rest() == [.who, line("dos"), line("tres")])
        #expect(takes(line("cuatro")) == [.act])
    }

    @Test("is never said where a password is wanted, nor what is typed behind the password")
    mutating func wanted() {
        #expect(takes(line("tres ametlles"), line("hola")) == [.wait, .wait])
        #expect(early.dropForPassword() == 2 && early.count == 0)
        #expect(takes(.password("tres ametlles"), line("tres ametlles"), .quit) == [.act, .drop, .act])
        #expect(early.dropForPassword() == 0)
        early.endPasswordWait()
        #expect(takes(line("tres ametlles ")) == [.drop], "It was typed before the room's answer was there.")
        #expect(rest().isEmpty)
        #expect(takes(line("tres ametlles"), line("hola"), line("tres ametlles")) == [.drop, .act, .act])
        // Of a room that has another password when this end comes back.
        _ = early.dropForPassword()
        #expect(takes(line("tres ametlles")) == [.drop])
        early.endPasswordWait()
        #expect(takes(line("hola")) == [.act])
    }

    @Test("holds up neither leaving nor what is of this end alone, unless that stands behind a line")
    mutating func atOnce() {
        let french = ChatCommand.change(Profile(lang: "fr"))
        #expect(takes(french, .help, line("salut"), french, .quit) == [.act, .act, .wait, .wait, .act])
    }

    @Test("is bounded")
    mutating func full() {
        for _ in 0..<EarlyLines.capacity { _ = early.admit(line("uno")) }
        #expect(takes(line("dos")) == [.full] && early.count == EarlyLines.capacity)
    }
}
