import ArgumentParser
import Foundation
import SabirConfiguration
import SabirCore
import SabirNode
import SabirProtocol
import SabirTerminal
import SabirWeb

extension PhrasesCommand {
    struct Review: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have native speakers review a language, and show what nobody has reviewed.",
            discussion: """
                With --lang and --name, the node on this computer makes a code. With it that person opens a page and \
                goes through all texts in their language: set sentences, warnings, what the checks know, the page's \
                words.

                Examples:  sabir phrases review --lang pl --name "Anna Nowak"
                           sabir phrases review --status
                           sabir phrases review --export reviews.json
                           sabir phrases review --import sabir-review-pl.json
                """)

        @OptionGroup var common: CommonOptions

        @Option(help: "The language of the reviewer.", transform: LanguageTag.known)
        var lang: LanguageTag?

        @Option(help: "The reviewer's name, which is kept with what they say.")
        var name: String?

        @Flag(help: "Show for each language how much is reviewed.")
        var status = false

        @Option(help: "Write all that reviewers said to this file; with --lang, of that language alone.")
        var export: String?

        @Option(name: .customLong("import"), help: "Add the reviews of such a file. What is here stays.")
        var file: String?

        @Flag(help: "Replace the file if it is there; with --export.")
        var force = false

        @Flag(help: "One JSON object a line, for programs.")
        var json = false

        func validate() throws {
            let ways = [status, export != nil, file != nil, name != nil].count { $0 }
            guard ways == 1 else {
                throw ValidationError("Give either --lang and --name, or --status, or --export FILE, or --import FILE.")
            }
            guard name == nil || lang != nil else { throw ValidationError("--name goes with --lang.") }
        }

        func run() async throws {
            let configuration = try common.configuration(secrets: .none)
            let reviews = ReviewFile(stateDirectory: configuration.node.stateDirectory)
            if let name, let lang { return try await invite(name, lang, configuration) }
            if let export { return try write(reviews, to: export) }
            if let file { return try importFile(file, reviews) }
            try printProgress(reviews, configuration)
        }

        private func invite(_ name: String, _ lang: LanguageTag, _ configuration: NodeConfiguration) async throws {
            guard !texts(configuration).sections(in: lang).isEmpty else {
                throw Failure("There is nothing in \(lang) to review. See: sabir phrases review --status")
            }
            let opened = try await common.withNodePage { node in
                try await ReviewInvitation.open(for: name, in: lang.description, at: node)
            }
            show(opened, name, lang)
        }

        private func show(_ opened: OpenedCode, _ name: String, _ lang: LanguageTag) {
            if json {
                let fields: JSONFields = [
                    "code": opened.code, "address": opened.address, "name": name, "lang": lang.description,
                    "fingerprint": opened.fingerprint, "seconds": opened.seconds,
                ]
                return StandardOutput.print(fields.text)
            }
            StandardOutput.print(
                """
                \(SafeText.line(name)) reviews \(lang) at
                  \(opened.address)
                by the code
                  \(opened.code)
                It is for one device, within \(opened.seconds / 3_600) hours.
                """)
            if let fingerprint = opened.fingerprint {
                StandardOutput.print("The browser warns of the certificate; its fingerprint is \(fingerprint)")
            }
            PageCode.show(opened.address)
        }

        private func write(_ reviews: ReviewFile, to path: String) throws {
            let target = try PhraseTarget(path, replacing: force)
            let records = ReviewState(try read(reviews)).records.filter { lang == nil || $0.lang == lang }
            try target.write(ReviewExport(records).data)
            say(path, "\(path): \(records.count) judgements.", records.count)
        }

        private func importFile(_ path: String, _ reviews: ReviewFile) throws {
            guard let file = FileHandle(forReadingAtPath: path),
                let data = try? file.read(upToCount: ReviewFile.most + 1), data.count <= ReviewFile.most
            else { throw Failure("\(path) cannot be read, or is too large.") }
            let export: ReviewExport
            do { export = try ReviewExport.read(data, now: Date()) } catch { throw Failure("\(path): \(error)") }
            let count = try reviews.merge(export.records)
            say(
                path, "\(count) judgements taken in. A running node goes by them after systemctl reload sabir.", count)
        }

        private func say(_ path: String, _ sentence: String, _ count: Int) {
            let fields: JSONFields = ["file": path, "judgements": count]
            StandardOutput.print(json ? fields.text : sentence)
        }

        private func printProgress(_ reviews: ReviewFile, _ configuration: NodeConfiguration) throws {
            let (state, texts) = (ReviewState(try read(reviews)), texts(configuration))
            for language in texts.languages where lang == nil || lang == language {
                let sections = texts.sections(in: language)
                let parts = ReviewSection.Part.allCases.map { part in
                    (part.rawValue, state.progress(of: sections.filter { $0.part == part }, in: language))
                }
                StandardOutput.print(json ? Self.json(language, parts) : Self.line(language, parts))
            }
        }

        private static func line(_ language: LanguageTag, _ parts: [(String, ReviewProgress)]) -> String {
            let told = parts.filter { $1.entries > 0 }.map { part, progress in
                let objected = progress.objected > 0 ? ", \(progress.objected) objected to" : ""
                return "\(part) \(progress.reviewed) of \(progress.entries) reviewed\(objected)"
            }
            return "\(language)  " + told.joined(separator: "; ")
        }

        private static func json(_ language: LanguageTag, _ parts: [(String, ReviewProgress)]) -> String {
            let counts = parts.map { part, progress in
                let counts = [
                    "entries": progress.entries, "reviewed": progress.reviewed, "unreviewed": progress.unreviewed,
                    "objected": progress.objected, "sections": progress.sections, "complete": progress.complete,
                ]
                return (part, counts)
            }
            let fields: JSONFields = [
                "lang": language.description, "parts": Dictionary(counts) { first, _ in first },
            ]
            return fields.text
        }

        private func texts(_ configuration: NodeConfiguration) -> ReviewTexts {
            ReviewTexts(
                folder: DataFolder.locate(configured: configuration.node.dataDirectory),
                phrasebooks: configuration.phrasebook.files)
        }

        private func read(_ reviews: ReviewFile) throws -> [ReviewRecord] {
            let (records, damaged) = try reviews.read()
            if damaged > 0 {
                StandardError.write("reviews.jsonl: lines that cannot be read are ignored: \(damaged)\n")
            }
            return records
        }
    }
}
