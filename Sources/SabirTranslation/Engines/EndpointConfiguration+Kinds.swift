import SabirProtocol

extension EndpointConfiguration {
    /// The two engines that people run at home, at their usual ports; whichever answers is used.
    package static let defaults = [
        EndpointConfiguration(kind: .apertium, url: "http://127.0.0.1:2737"),
        EndpointConfiguration(kind: .libretranslate, url: "http://127.0.0.1:5000"),
    ]

    var endpoint: any Endpoint {
        let key = key.map(Secret.init)
        return switch kind {
        case .apertium: ApertiumEndpoint()
        case .libretranslate: LibreTranslateEndpoint(key: self.key)
        case .deepl: DeepLEndpoint(key: key)
        case .google: GoogleEndpoint(key: key)
        case .azure: AzureEndpoint(key: key, region: region)
        case .openai: OpenAIEndpoint(url: url, key: key, model: model ?? "", languages: languages)
        case .mymemory: MyMemoryEndpoint(key: key, email: email, languages: languages)
        case .custom: CustomEndpoint(custom ?? CustomInterface(), key: key, languages: languages)
        }
    }

    /// Whether each request costs money, part of a quota, or seconds of a model. Such an engine is proved once an hour
    /// instead of once a minute.
    var isMetered: Bool { allowInternet || ![.apertium, .libretranslate].contains(kind) }
}

extension EndpointConfiguration.Kind {
    /// The address of the public service; nil for engines that their operators run. DeepL's keys for its free service
    /// end in `:fx` and work only there.
    package func defaultURL(key: String?) -> String? {
        switch self {
        case .deepl: key?.hasSuffix(":fx") == true ? "https://api-free.deepl.com" : "https://api.deepl.com"
        case .google: "https://translation.googleapis.com"
        case .azure: "https://api.cognitive.microsofttranslator.com"
        case .openai: "https://api.openai.com"
        case .mymemory: "https://api.mymemory.translated.net"
        case .apertium, .libretranslate, .custom: nil
        }
    }

    /// Whether the service refuses requests without a key.
    package var needsKey: Bool { [.deepl, .google, .azure].contains(self) }

    /// Longer for public services, which need a TLS handshake over the Internet.
    package var defaultConnectTimeout: Duration {
        [.apertium, .libretranslate, .custom].contains(self) ? .milliseconds(500) : .seconds(3)
    }

    /// Longer for language models, which write word by word.
    package var defaultAnswerTimeout: Duration {
        switch self {
        case .apertium, .libretranslate, .custom: .seconds(5)
        case .deepl, .google, .azure, .mymemory: .seconds(8)
        case .openai: .seconds(14)
        }
    }
}
