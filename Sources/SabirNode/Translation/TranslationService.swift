import Glibc
import Logging
import SabirConfiguration
import SabirCore
import SabirTranslation
import SabirFeed

/// Everything that a node needs to translate, made from its configuration.
package struct TranslationService: Sendable {
    package let translator: Translator
    package var phrasebook: Phrasebook { translator.books.phrasebook }
    /// Sentences for readers in their languages.
    package let wording: ReaderWording
    /// The settings at the start.
    package let confirmation: Confirmation

    /// Reads the necessary files. Missing or invalid ones are logged, and the rest works.
    package init(_ configuration: NodeConfiguration, metrics: SabirMetrics? = nil, logger: Logger) {
        var resources = TranslationResources()
        let endpoints = configuration.translation.endpoints
        resources.meter = metrics?.translation(expected: endpoints != EndpointConfiguration.defaults)
        resources.books = Self.books(configuration, logger)
        let folder = DataFolder.locate(configured: configuration.node.dataDirectory)
        if folder == nil {
            logger.warning(
                "The folder \"share\" was not found: translations are checked in part only. Name it in [node] data_directory."
            )
        }
        resources.checker = LineChecker(data: Self.languages(folder, logger))
        if folder != nil, let notice = resources.checker.notice { logger.warning("\(notice)") }
        resources.ledger = EngineDays(stateDirectory: configuration.node.stateDirectory, logger: logger)
        var limits = Translator.Limits()
        limits.cachedLines = 10_000
        limits.logsMessages = configuration.node.logMessages
        limits.secondLook = configuration.translation.secondLooks
        wording = ReaderWording(configuration, logger: logger)
        confirmation = Confirmation(
            cues: Self.loaded("topics", in: folder, logger, TopicCues.load) ?? .none,
            topics: Set(configuration.safety.topics))
        translator = Translator(
            configuration.translation.endpoints, resources: resources, limits: limits, logger: logger)
    }

    package func close() async { await translator.close() }

    /// Phrases and terms as in their files now. Throws if a file cannot be used at all; smaller problems are logged.
    package static func books(
        rereading configuration: NodeConfiguration, logger: Logger
    ) throws(NodeError) -> TranslationBooks {
        let books = read(configuration, logger)
        guard books.unread.isEmpty else {
            throw NodeError(
                description: books.unread.map { "\($0) It is named in [phrasebook] or [glossary]." }
                    .joined(separator: "\n"))
        }
        for problem in books.problems { logger.warning("\(problem)") }
        return books
    }

    private static func books(_ configuration: NodeConfiguration, _ logger: Logger) -> TranslationBooks {
        let books = read(configuration, logger)
        for problem in books.problems { logger.warning("\(problem)") }
        let named = [("phrasebook", configuration.phrasebook.files), ("glossary", configuration.glossary.files)]
        for (table, files) in named {
            for file in files where access(file, R_OK) != 0 {
                logger.error(
                    """
                    the \(table) \(file) is missing: its texts are left to the engine, or not translated; put it there, or \
                    mend [\(table)] files
                    """)
            }
        }
        return books
    }

    private static func read(_ configuration: NodeConfiguration, _ logger: Logger) -> TranslationBooks {
        let reviewed = ReviewedPhrases(stateDirectory: configuration.node.stateDirectory, logger: logger)
        return TranslationBooks(
            phrasebook: configuration.phrasebook.files, glossary: configuration.glossary.files,
            phrasesOnly: configuration.translation.phrasesOnly, marking: reviewed.mark)
    }

    static func languages(_ folder: String?, _ logger: Logger) -> LanguageData {
        loaded("languages", in: folder, logger, LanguageData.load) ?? .none
    }

    static func catalogue(_ folder: String?, _ logger: Logger) -> WarningCatalogue {
        loaded("warnings", in: folder, logger, WarningCatalogue.load) ?? .english
    }

    /// Loads the files of one kind; nil if the folder was not found or its files are invalid, which is logged.
    private static func loaded<Content>(
        _ name: String, in folder: String?, _ logger: Logger, _ load: (String) throws -> Content
    ) -> Content? {
        do {
            return try folder.map { try load($0 + "/" + name) }
        } catch {
            logger.warning("\(error)")
            return nil
        }
    }
}
