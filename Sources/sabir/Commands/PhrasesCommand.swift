import ArgumentParser
import Foundation
import SabirCore
import SabirTerminal
import SabirTranslation
import SabirProtocol
import SabirNode

struct PhrasesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phrases",
        abstract: "Set sentences with stored translations: list, search, check, review, import, export.",
        discussion: """
            Without --file, the phrasebooks of the configuration are used, or the one that comes with Sabir.

            Examples:  sabir phrases search fever --lang en
                       sabir phrases check share/phrasebook/clinic.tmx
                       sabir phrases export --file share/phrasebook/clinic.tmx clinic.csv
                       sabir phrases import clinic.csv clinic.tmx
            """,
        subcommands: [List.self, Search.self, Check.self, Review.self, Import.self, Export.self])
}

/// Selects phrasebooks and the output format.
struct PhraseOptions: ParsableArguments {
    @OptionGroup var common: CommonOptions

    @Option(name: .customLong("file"), help: "A phrasebook (TMX); may be given several times.")
    var files: [String] = []

    @Flag(help: "One JSON object a line, for programs.")
    var json = false

    func paths(_ more: [String] = []) throws -> [String] {
        let named = files + more
        let paths = try named.isEmpty ? common.configuration(secrets: .none).phrasebook.files : named
        guard !paths.isEmpty else {
            throw Failure.usage("There is no phrasebook. Name one with --file, or in the configuration: [phrasebook].")
        }
        return paths
    }

    /// Reports unusable entries on standard error.
    func book() throws -> Phrasebook {
        let (book, problems) = Phrasebook.load(try paths(), marking: reviewed().mark)
        for problem in problems { StandardError.write(SafeText.line(problem.description) + "\n") }
        if book.isEmpty { throw Failure("No phrase could be read.") }
        return book
    }

    /// Phrases that reviewers approved; none if this user cannot read the node's files.
    func reviewed() -> ReviewedPhrases {
        let records = try? ReviewFile(stateDirectory: common.stateDirectory()).read().records
        return ReviewedPhrases(ReviewState(records ?? []))
    }

    func show(_ suggestions: [PhraseSuggestion]) {
        for suggestion in suggestions {
            StandardOutput.print(json ? suggestion.fields.text : suggestion.line)
        }
    }
}

extension PhrasesCommand {
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the sentences of one language.")

        @OptionGroup var options: PhraseOptions

        @Option(help: "Language of the list. Without it, that of your locale.", transform: LanguageTag.known)
        var lang: LanguageTag?

        @Option(help: "Only this situation, such as reception.")
        var situation: String?

        func run() throws {
            let book = try options.book()
            let language = lang ?? .ofThisLocale()
            if let situation {
                let found = book.browse(situation: situation, language: language)
                let known = book.situations.map(\.name).joined(separator: ", ")
                if found.isEmpty {
                    throw Failure("Nothing in \(language) under \"\(situation)\". There are: \(known).")
                }
                return options.show(found)
            }
            options.show(book.suggest("", in: language, limit: Phrasebook.maximumUnits))
        }
    }

    struct Search: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Find sentences by their words, in any language.")

        @OptionGroup var options: PhraseOptions

        @Option(help: "Language of the words. Without it, that of your locale.", transform: LanguageTag.known)
        var lang: LanguageTag?

        @Option(help: "At most this many sentences.")
        var limit = 20

        @Argument(help: "Words, or the beginning of a sentence.")
        var words: [String]

        func run() throws {
            guard (1...Phrasebook.maximumUnits).contains(limit) else {
                throw Failure.usage("--limit takes 1 to \(Phrasebook.maximumUnits).")
            }
            let found = try options.book().suggest(
                words.joined(separator: " "), in: lang ?? .ofThisLocale(), limit: limit)
            options.show(found)
            if found.isEmpty { throw ExitCode(1) }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what is wrong with phrasebooks, and what nobody reviewed.",
            discussion: "The exit status is 1 if something is wrong. Sentences without a reviewer are not wrong.")

        @OptionGroup var options: PhraseOptions

        @Argument(help: "Phrasebooks (TMX), as with --file.")
        var phrasebooks: [String] = []

        func run() throws {
            var problems: [(kind: String, problem: ExchangeFileProblem)] = []
            var documents: [(name: String, document: TMXDocument)] = []
            for file in try options.paths(phrasebooks) {
                do {
                    var (document, found) = try TMXDocument.read(file: file)
                    options.reviewed().mark(&document)
                    documents.append((file, document))
                    problems += found.map { ("malformed", $0) }
                } catch {
                    problems.append(("unreadable", error))
                }
            }
            let review = PhrasebookReview(documents)
            problems += review.findings.map { ($0.kind.rawValue, $0.problem) }
            for (kind, problem) in problems { show(kind, problem) }
            summarise(review, problems.count)
            if !problems.isEmpty { throw ExitCode(1) }
        }

        private func show(_ kind: String, _ problem: ExchangeFileProblem) {
            guard options.json else { return StandardOutput.print(SafeText.line(problem.description)) }
            let fields: JSONFields = [
                "kind": kind, "file": problem.file, "line": problem.line, "text": problem.message,
            ]
            StandardOutput.print(fields.text)
        }

        private func summarise(_ review: PhrasebookReview, _ problems: Int) {
            if options.json {
                let counts = review.unreviewed.map { ($0.language.description, $0.count) }
                let fields: JSONFields = [
                    "kind": "summary", "units": review.units, "problems": problems,
                    "unreviewed": Dictionary(counts) { first, _ in first },
                ]
                return StandardOutput.print(fields.text)
            }
            let counts = review.unreviewed.map { "\($0.language) \($0.count)" }.joined(separator: ", ")
            if review.units == 0, problems > 0 { return StandardOutput.print("No phrase could be read.") }
            let found = problems == 0 ? "no problems" : problems == 1 ? "1 problem" : "\(problems) problems"
            let reviewed =
                counts.isEmpty ? "All sentences have a reviewer." : "Sentences without a reviewer: \(counts)."
            StandardOutput.print("\(review.units) units, \(found). \(reviewed)")
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a phrasebook (TMX) from a table (CSV), or add TMX files into one.")

        @Argument(help: "CSV or TMX files to take in, and last the phrasebook to write. Later units win.")
        var files: [String]

        @Flag(help: "Replace the phrasebook if it is there.")
        var force = false

        func run() throws {
            guard files.count > 1, let target = files.last else {
                throw Failure.usage("Name a file to take in, and then the phrasebook to write.")
            }
            let document = try PhraseFiles.read(Array(files.dropLast()))
            try PhraseTarget(target, replacing: force).write(Data(document.text.utf8))
            StandardOutput.print("\(target): \(document.units.count) units.")
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the phrasebooks to one file: a table (name it .csv) or TMX.")

        @OptionGroup var options: PhraseOptions

        @Flag(help: "Replace the file if it is there.")
        var force = false

        @Argument(help: "The file to write.")
        var target: String

        func run() throws {
            let document = try PhraseFiles.read(options.paths())
            let text = target.lowercased().hasSuffix(".csv") ? PhraseTable.text(of: document) : document.text
            try PhraseTarget(target, replacing: force).write(Data(text.utf8))
            let count = document.units.count
            let fields: JSONFields = ["file": target, "units": count]
            StandardOutput.print(options.json ? fields.text : "\(target): \(count) units.")
        }
    }
}

/// Reads phrasebook files as a whole.
private enum PhraseFiles {
    /// Reads all files into one document. Any problem in a file is an error, because a written file must not lack what
    /// another had.
    static func read(_ paths: [String]) throws -> TMXDocument {
        var documents: [TMXDocument] = []
        for path in paths {
            do {
                let (document, problems) = try PhraseExchange.read(file: path)
                guard problems.isEmpty else {
                    throw Failure(problems.map { SafeText.line($0.description) }.joined(separator: "\n"))
                }
                documents.append(document)
            } catch let problem as ExchangeFileProblem {
                throw Failure(SafeText.line(problem.description))
            }
        }
        return TMXDocument(merging: documents)
    }
}

/// A file that a command of phrases writes in one step.
struct PhraseTarget {
    private let path: String

    /// Throws if the file exists and may not be replaced.
    init(_ path: String, replacing: Bool) throws {
        guard replacing || !FileManager.default.fileExists(atPath: path) else {
            throw Failure("\(path) is there already. Use --force to replace it.")
        }
        self.path = path
    }

    func write(_ data: Data) throws {
        do {
            try data.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Failure("\(path) cannot be written: \((error as NSError).localizedDescription)")
        }
    }
}

extension PhraseSuggestion {
    fileprivate var fields: JSONFields {
        [
            "id": unit, "situation": situation, "lang": language.description, "text": text,
            "languages": languages.map(\.description), "reviewed": reviewed.map(\.description),
        ]
    }

    fileprivate var line: String {
        let mark = reviewed.count == languages.count ? "reviewed" : reviewed.isEmpty ? "unreviewed" : "partly reviewed"
        let marks = [situation.map { SafeText.line($0) }, mark].compactMap { $0 }
        return "\(SafeText.line(text))  (\(marks.joined(separator: ", ")))"
    }
}
