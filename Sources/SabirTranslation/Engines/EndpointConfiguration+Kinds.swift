import SabirProtocol

extension EndpointConfiguration {
    /// Whichever answers of the two engines that people run at home, at their usual ports.
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

    /// Whether each request costs somebody money, a share of a quota, or a model's seconds: then a canary is sent
    /// once an hour and not once a minute.
    var isMetered: Bool { allowInternet || ![.apertium, .libretranslate].contains(kind) }
}

extension EndpointConfiguration.Kind {
    /// Where the public service answers; nil for what runs at an address of its operator's own. DeepL's keys for its
    /// free service end in `:fx` and are known there alone.
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

    /// Whether the service takes no request without a key.
    package var needsKey: Bool { [.deepl, .google, .azure].contains(self) }

    /// A public service is a TLS handshake over the Internet away.
    package var defaultConnectTimeout: Duration {
        [.apertium, .libretranslate, .custom].contains(self) ? .milliseconds(500) : .seconds(3)
    }

    /// A language model writes word after word.
    package var defaultAnswerTimeout: Duration {
        switch self {
        case .apertium, .libretranslate, .custom: .seconds(5)
        case .deepl, .google, .azure, .mymemory: .seconds(8)
        case .openai: .seconds(14)
        }
    }
}
