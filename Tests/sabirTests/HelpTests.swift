import Testing

@testable import sabir

@Suite struct HelpTests {
    @Test func `commands that help shows stand on one line of a usual terminal`() {
        var open = Sabir.configuration.subcommands
        while let command = open.popLast() {
            open += command.configuration.subcommands
            let lines = command.configuration.discussion.split(separator: "\n")
            let shown = lines.filter { $0.hasPrefix(" ") || $0.hasPrefix("Example") }
            #expect(shown.filter { $0.count > 80 } == [])
        }
    }
}
