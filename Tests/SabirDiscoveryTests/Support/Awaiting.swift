import SabirCore

/// Nothing that was waited for came.
struct Missing: Error, CustomStringConvertible {
    let description: String
}

/// The first element that `isWanted` accepts; earlier ones are dropped. mDNS takes seconds to probe a name and to
/// notice a loss, so the bound is generous: it only ends a test that has failed.
func first<Element: Sendable>(
    of stream: AsyncStream<Element>, within bound: Duration = .seconds(120),
    where isWanted: @escaping @Sendable (Element) -> Bool = { _ in true }
) async throws -> Element {
    let found = await within(bound) { await stream.first(where: isWanted) } ?? nil
    guard let found else { throw Missing(description: "Nothing of the kind came within \(bound) or the stream ended.") }
    return found
}
