import Logging
import SabirConfiguration
import SabirTranslation
import Testing

@testable import SabirNode
@testable import SabirFeed

struct SharingServiceTests {
    private func service(allowing: Bool, outside: Bool) async -> SharingService? {
        let environment = ConfigurationEnvironment(hostName: "test", variables: [:], isRoot: false)
        var configuration = NodeConfiguration(on: environment)
        configuration.node.bind = ["127.0.0.1"]
        configuration.share.port = 0
        (configuration.phrasebook.files, configuration.glossary.files) = ([], [])
        configuration.share.allowInternet = allowing
        configuration.translation.endpoints = [
            EndpointConfiguration(kind: .libretranslate, url: "http://127.0.0.1:9", allowInternet: outside)
        ]
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let metrics = SabirMetrics.ofNode()
        let translationService = TranslationService(configuration, logger: logger)
        let service = await SharingService.start(
            configuration, translationService: translationService, metrics: metrics, logger: logger)
        await service?.stop()
        await translationService.close()
        return service
    }

    /// What strangers send would go to a service of the internet, at this node's cost.
    @Test func anEngineOutsideTheNetworkIsLentOnlyWhereTheConfigurationSaysSo() async {
        #expect(await service(allowing: false, outside: true) == nil)
        #expect(await service(allowing: true, outside: true) != nil)
        #expect(await service(allowing: false, outside: false) != nil)
    }
}
