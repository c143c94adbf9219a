import Foundation
import SabirProtocol
import Synchronization
import Testing

@testable import SabirHistory

struct ExportTests {
    let folder = Folder()

    private func stage() async throws -> HistoryInspection {
        let store = openStore(folder)
        let talk = await Talk(store)
        await talk.say("Buenos días <b>&\"'", from: "Ana & <i>Eva</i>", lang: "es", ts: 1_795_000_000_000)
        await talk.say("صباح الخير\nsecond line", from: "Amal", lang: "ar", ts: 1_795_000_060_000)
        await talk.say("next day", from: "Bob", lang: "en", ts: 1_795_090_000_000)
        await store.close()
        return try HistoryInspection(path: folder.history)
    }

    private func export(
        _ format: HistoryExport.Format, _ filter: HistoryFilter = HistoryFilter(), isTranslated: Bool = true
    ) async throws -> String {
        let inspection = try await stage()
        defer { inspection.close() }
        let export = HistoryExport(
            format, title: "Clinic <1>", notice: isTranslated ? "By machine & unsure" : nil, lang: LanguageTag("en"),
            timeZone: .gmt,
            translate: isTranslated ? Self.translate : nil)
        var text = ""
        _ = try await inspection.export(filter, as: export) { text += $0 }
        return text
    }

    @Sendable private static func translate(_ message: Message, _ confirmations: [Message]) async -> ExportTranslation?
    {
        let english = LanguageTag("en")!
        switch message.lang.description {
        case "es":
            var found = ExportTranslation(
                lang: english, text: "Good morning <b>", state: "translated", origin: "Translated by <A>")
            found.engine = "A"
            found.pivots = [LanguageTag("ca")!]
            found.warnings = [.init(kind: "numbers", weight: "loud", sentence: "The numbers differ: 1 < 2.")]
            return found
        case "ar": return ExportTranslation(lang: english, text: nil, state: "untranslated", origin: "No engine.")
        default: return nil
        }
    }

    @Test func text() async throws {
        #expect(
            try await export(.text) == """
                By machine & unsure

                # Room r1

                2026-11-18
                11:06:40  Ana & <i>Eva</i> [es]: Buenos días <b>&"'
                          [en] Good morning <b>  (Translated by <A>)
                          ! The numbers differ: 1 < 2.
                11:07:40  Amal [ar]: صباح الخير
                            second line
                          [en] (No engine.)

                2026-11-19
                12:06:40  Bob [en]: next day

                """)
    }

    @Test func htmlIsEscapedAndSaysItsLanguages() async throws {
        let page = try await export(.html)
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\" dir=\"auto\">"))
        #expect(page.contains("<title>Clinic &lt;1&gt;</title>"))
        #expect(page.contains("<b dir=\"auto\">Ana &amp; &lt;i&gt;Eva&lt;/i&gt;</b>"))
        #expect(
            page.contains(
                "<p lang=\"es\" dir=\"auto\">Buenos días &lt;b&gt;&amp;&quot;&#39;</p>\n"
                    + "<p lang=\"en\" dir=\"auto\">Good morning &lt;b&gt;</p>\n"
                    + "<small lang=\"en\" dir=\"auto\">Translated by &lt;A&gt;</small>\n"
                    + "<strong lang=\"en\" dir=\"auto\">⚠ The numbers differ: 1 &lt; 2.</strong>"))
        #expect(page.contains("<p>By machine &amp; unsure</p>"))
        #expect(page.contains("<p lang=\"ar\" dir=\"auto\">صباح الخير\nsecond line</p>"))
        #expect(page.contains("@media print"))
        #expect(page.hasSuffix("</body>\n</html>\n"))
        // Every element that is opened is closed: an XML parser reads it once the empty elements are.
        let xml = page.replacingOccurrences(of: "<!DOCTYPE html>\n", with: "")
            .replacingOccurrences(of: "(<meta [^>]*)>", with: "$1/>", options: .regularExpression)
        #expect(tagsAreBalanced(xml))
    }

    /// Several lines are translated at a time, and stand in their order all the same.
    @Test func translationsKeepTheOrder() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        await talk.say((0..<600).map { "line \($0)" })
        await store.close()
        let inspection = try HistoryInspection(path: folder.history)
        let atATime = Mutex((now: 0, most: 0))
        let export = HistoryExport(.text, title: "", lang: LanguageTag("es")) { message, _ in
            atATime.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            for _ in 0..<(message.seq % 7) { await Task.yield() }
            atATime.withLock { $0.now -= 1 }
            return ExportTranslation(
                lang: LanguageTag("es")!, text: "of \(message.text).", state: "translated", origin: "o")
        }
        var text = ""
        try await inspection.export(HistoryFilter(), as: export) { text += $0 }
        inspection.close()
        let numbers = text.matches(of: /line ([0-9]+)\n.*of line ([0-9]+)\./).map { [Int($0.1), Int($0.2)] }
        #expect(numbers == (0..<600).map { [$0, $0] })
        #expect(atATime.withLock { $0.most } <= HistoryExport.translations)
    }

    /// Written page by page: no piece grows with the history.
    @Test func noPieceIsLarge() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        await talk.say((0..<5_000).map { "line \($0)" })
        await store.close()
        let inspection = try HistoryInspection(path: folder.history)
        var pieces: [Int] = []
        let count = try await inspection.export(
            HistoryFilter(), as: HistoryExport(.jsonLines, title: "")
        ) { pieces.append($0.utf8.count) }
        #expect(count == 5_000)
        #expect(pieces.count >= 5_000 / HistoryExport.page)
        #expect(pieces.max() ?? 0 < HistoryExport.page * 400)
        inspection.close()
    }

    private func tagsAreBalanced(_ text: String) -> Bool {
        var open: [Substring] = []
        for match in text.matches(of: /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/) {
            if match.1 == "/" {
                guard open.popLast() == match.2 else { return false }
            } else if match.3 != "/" {
                open.append(match.2)
            }
        }
        return open.isEmpty
    }
}

struct BackupTests {
    let folder = Folder()

    private func backUp(to path: String) async throws {
        let inspection = try HistoryInspection(path: folder.history)
        defer { inspection.close() }
        try await inspection.backUp(to: path)
    }

    @Test func aBackupOfARunningStoreIsWholeAndRestores() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        await talk.say((0..<2_000).map { "line \($0)" })
        let backup = folder.path + "/backup.sqlite"
        async let more: Void = { for number in 0..<100 { await talk.say("meanwhile \(number)") } }()
        try await backUp(to: backup)
        await more
        #expect(permissions(backup) == 0o600)
        #expect(!folder.contents.contains { $0.hasPrefix("backup.sqlite") && $0 != "backup.sqlite" })
        await #expect(throws: HistoryError.taken(backup)) { try await backUp(to: backup) }
        #expect(throws: HistoryError.locked(folder.history)) {
            try HistoryRestoring.restore(backup, to: self.folder.history)
        }
        #expect(await store.state == .fine, "what a backup cannot do is no trouble of the history's")
        await talk.say("not in the backup")
        await store.close()

        let aside = try #require(try HistoryRestoring.restore(backup, to: folder.history))
        #expect(aside.hasPrefix(folder.history + ".replaced-"))
        let restored = openStore(folder)
        let room = await restored.open(room: "r1", name: "Room r1", epoch: "after the restore")
        #expect(room.past.epoch == "after the restore", "members have seen numbers that the backup has not")
        let texts = await restored.lines(room.number, before: .max, limit: 10_000).map(\.text)
        #expect(texts.prefix(2_000) == (0..<2_000).map { "line \($0)" }[...])
        #expect(!texts.contains("not in the backup"))
        #expect(await restored.search(HistoryQuery("1999")).count == 1)
        await restored.close()
        let kept = try HistoryInspection(path: aside)
        #expect(try await kept.search(HistoryQuery("\"not in the backup\"")).count == 1)
        kept.close()
    }

    @Test func whatIsNoSoundBackupIsRefused() async throws {
        let store = openStore(folder)
        await Talk(store).say((0..<2_000).map { "line \($0) \(String(repeating: "x", count: 100))" })
        let backup = folder.path + "/backup.sqlite"
        try await backUp(to: backup)
        await store.close()
        let before = FileManager.default.contents(atPath: folder.history)
        #expect(throws: HistoryError.noBackup("/nowhere", "is not there")) {
            try HistoryRestoring.restore("/nowhere", to: folder.history)
        }
        var bytes = try #require(FileManager.default.contents(atPath: backup))
        try #require(bytes.count > 200_000)
        bytes.replaceSubrange(100_000..<200_000, with: Data(repeating: 7, count: 100_000))
        try bytes.write(to: URL(fileURLWithPath: backup))
        #expect(throws: HistoryError.damagedBackup(backup)) { try HistoryRestoring.restore(backup, to: folder.history) }
        let foreign = folder.path + "/foreign.sqlite"
        try execute("CREATE TABLE bookmark (url TEXT)", in: foreign)
        let letter = folder.path + "/letter.txt"
        try "Dear reader".write(toFile: letter, atomically: true, encoding: .utf8)
        let empty = folder.path + "/empty"
        try Data().write(to: URL(fileURLWithPath: empty))
        for (path, reason) in [
            (foreign, "is no backup of a history"), (letter, "is no backup of a history"), (empty, "is empty"),
            (folder.path, "is a folder"), ("/dev/null", "is no file"),
        ] {
            #expect(throws: HistoryError.noBackup(path, reason)) {
                try HistoryRestoring.restore(path, to: self.folder.history)
            }
        }
        #expect(FileManager.default.contents(atPath: folder.history) == before)
    }
}
