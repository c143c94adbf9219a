import SabirConfiguration
import SabirProtocol

@testable import SabirTranslation

/// An engine's answer: the first byte says which kind of engine, the second the status, the rest is the body.
func fuzzEngines(_ input: [UInt8]) {
    guard input.count >= 2 else { return }
    let endpoint = endpoints[Int(input[0]) % endpoints.count]
    let statuses = [200, 200, 200, 400, 403, 429, 456, 500, 503]
    let response = HTTPResponse(status: statuses[Int(input[1]) % statuses.count], body: Array(input.dropFirst(2)))
    guard response.status == 200 || endpoint.refusal(in: response) == nil else { return }
    if let table = try? endpoint.pairs(in: response) { _ = table.reachable(from: "en", maximumHops: 3) }
    for pieces in [["How are you?"], ["Take 2 mg.", "Not more."]] where pieces.count <= endpoint.capacity.pieces {
        guard let answer = try? endpoint.translations(of: pieces, in: response) else { continue }
        demand(answer.count == pieces.count, "there are as many translations as texts")
        demand(answer.allSatisfy { $0.text.hasWords }, "no translation is empty")
    }
}

private let endpoints = EndpointConfiguration.Kind.allCases.map { kind in
    var configuration = EndpointConfiguration(kind: kind, url: "http://127.0.0.1", key: "k", model: "m")
    configuration.custom = CustomInterface()
    if let pointer = JSONPointer("/a/0") { configuration.custom?.result = pointer }
    return configuration.endpoint
}
