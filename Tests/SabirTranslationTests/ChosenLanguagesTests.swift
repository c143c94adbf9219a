import Foundation
import Logging
import SabirProtocol
import Synchronization
import Testing

@testable import SabirTranslation

/// Which languages people chose in the last week: counts by day, and nothing else.
struct ChosenLanguagesTests {
    /// 25 November 2026, 12:00 UTC.
    private static let noon = Date(timeIntervalSince1970: 1_795_608_000)
    private static let day = 86_400.0

    private func times(_ week: LanguageWeek) -> [String] { week.languages.map { "\($0.language) \($0.times)" } }

    private func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }

    // MARK: The counts

    @Test func theMostFrequentComesFirstAndEqualOnesByName() throws {
        var week = LanguageWeek()
        for text in ["ca", "es", "ar", "es"] { week.count(try tag(text), at: Self.noon) }
        week.count(try tag("ca"), at: Self.noon + Self.day)
        week.count(try tag("ca"), at: Self.noon + Self.day)
        #expect(times(week) == ["ca 3", "es 2", "ar 1"])
    }

    @Test func aDayIsForgottenWhenSevenNewerOnesHaveBegun() throws {
        var week = LanguageWeek()
        week.count(try tag("ar"), at: Self.noon)
        week.forget(at: Self.noon + 6 * Self.day)
        #expect(times(week) == ["ar 1"])
        week.forget(at: Self.noon + 6.5 * Self.day)
        #expect(week.isEmpty, "midnight has passed")
        week.count(try tag("ar"), at: Self.noon)
        week.count(try tag("es"), at: Self.noon + 9 * Self.day)
        #expect(times(week) == ["es 1"], "counting forgets, too")
    }

    @Test func whatAWrongClockPutIntoTheFutureDoesNotStay() throws {
        var week = LanguageWeek()
        week.count(try tag("ar"), at: Self.noon + 400 * Self.day)
        week.count(try tag("es"), at: Self.noon)
        #expect(times(week) == ["es 1"])
    }

    @Test func noLanguageIsNotCounted() throws {
        var week = LanguageWeek()
        week.count(try tag("und"), at: Self.noon)
        #expect(week.isEmpty)
    }

    @Test func ofTooManyLanguagesInADayTheRarestGiveWay() throws {
        var week = LanguageWeek()
        week.count(try tag("es"), at: Self.noon)
        week.count(try tag("es"), at: Self.noon)
        for number in 0..<(LanguageWeek.maximumLanguages * 2) {
            week.count(try tag("en-x-a\(number)"), at: Self.noon)
        }
        week.count(try tag("ar"), at: Self.noon)
        #expect(week.languages.count == LanguageWeek.maximumLanguages)
        #expect(week.languages.first?.language.description == "es")
        #expect(week.languages.contains { $0.language.description == "ar" })
    }

    @Test func theFileHoldsDaysAndLanguagesAlone() throws {
        var week = LanguageWeek()
        week.count(try tag("es"), at: Self.noon)
        week.count(try tag("pt-BR"), at: Self.noon + Self.day)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(week)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"days":{"2026-11-25":{"es":1},"2026-11-26":{"pt-BR":1}}}"#)
        #expect(try JSONDecoder().decode(LanguageWeek.self, from: data) == week)
    }

    // MARK: Kept

    /// A node's, in a folder of its own, with a clock that is moved by hand.
    private final class Kept: Sendable {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-languages-\(UUID().uuidString)")
        private let clock = Mutex(noon)

        func pass(_ time: TimeInterval) { clock.withLock { $0 += time } }

        func open() -> ChosenLanguages {
            ChosenLanguages(
                stateDirectory: folder.path, now: { [self] in clock.withLock { $0 } },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }

        func stored() throws -> LanguageWeek? {
            try ChosenLanguages.week(in: folder.path, at: clock.withLock { $0 })
        }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    @Test func whatWasCountedIsThereAfterARestartForTheOwnerAlone() async throws {
        let kept = Kept()
        #expect(try kept.stored() == nil)
        let before = kept.open()
        before.count(try tag("ar"))
        before.count(try tag("es"))
        await before.close()
        let attributes = try FileManager.default.attributesOfItem(atPath: kept.folder.path + "/languages.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        kept.pass(Self.day)
        let after = kept.open()
        after.count(try tag("es"))
        #expect(times(after.week) == ["es 2", "ar 1"])
        await after.close()
        #expect(try times(#require(try kept.stored())) == ["es 2", "ar 1"])
        kept.pass(6 * Self.day)
        #expect(try times(#require(try kept.stored())) == ["es 1"])
        #expect(times(after.week) == ["es 1"], "who asks a week later is told no more")
    }

    @Test func nothingIsWrittenWhereNothingChanged() async throws {
        let kept = Kept()
        let languages = kept.open()
        languages.save()
        await languages.close()
        #expect(try kept.stored() == nil)
    }

    @Test(arguments: ["", "no JSON", "[]", #"{"days":{"yesterday":{"es":1}}}"#, #"{"days":{"2026-11-25":{"es":"x"}}}"#])
    func aFileThatCannotBeReadCountsAsNoneAndIsWrittenAnew(_ text: String) async throws {
        let kept = Kept()
        try FileManager.default.createDirectory(at: kept.folder, withIntermediateDirectories: true)
        let path = kept.folder.path + "/languages.json"
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(throws: (any Error).self) { try kept.stored() }
        let languages = kept.open()
        #expect(languages.week.isEmpty)
        languages.count(try tag("ca"))
        await languages.close()
        #expect(try times(#require(try kept.stored())) == ["ca 1"])
    }

    @Test func whatTheDiskDidNotTakeIsWrittenLater() async throws {
        let kept = Kept()
        let languages = kept.open()
        // A file where the folder has to be.
        try Data().write(to: kept.folder)
        languages.count(try tag("ca"))
        languages.save()
        try FileManager.default.removeItem(at: kept.folder)
        await languages.close()
        #expect(try times(#require(try kept.stored())) == ["ca 1"])
    }

    @Test func withoutAFolderItIsCountedInMemory() async throws {
        let languages = ChosenLanguages(
            stateDirectory: nil, now: { Self.noon }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        languages.count(try tag("ca"))
        await languages.close()
        #expect(times(languages.week) == ["ca 1"])
    }
}
