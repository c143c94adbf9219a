import ArgumentParser
import SabirConfiguration
import SabirTerminal

/// Recognises an unknown command: the parser would call the word an unexpected argument, or complain about the options
/// after it.
enum UnknownCommand {
    /// A failure that names the unknown word; nil if the words lead to a command: the parser handles the rest.
    static func usage(in arguments: [String]) -> Failure? {
        var command: any ParsableCommand.Type = Sabir.self
        var path = [name(command)]
        for word in arguments {
            let below = command.configuration.subcommands
            let isHelp = word == "help" && path.count == 1
            guard !below.isEmpty, !word.hasPrefix("-"), !isHelp else { return nil }
            let names = below.map(name)
            guard let index = names.firstIndex(of: word) else {
                // The word may be an argument of the default subcommand.
                guard command.configuration.defaultSubcommand == nil else { return nil }
                let parent = path.joined(separator: " ")
                let meant = nearest(to: word, among: names).map { " Did you mean \"\(parent) \($0)\"?" } ?? ""
                let shown = SafeText.name(word, columns: 40)
                return .usage("There is no command \"\(parent) \(shown)\".\(meant) See: \(parent) --help")
            }
            command = below[index]
            path.append(word)
        }
        return nil
    }

    private static func name(_ command: any ParsableCommand.Type) -> String { command._commandName }
}
