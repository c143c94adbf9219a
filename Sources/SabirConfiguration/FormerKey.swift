/// A key of an earlier version that a file may still hold. Its value does not count; it is pointed out with its line, never
/// keeps a node from starting, and is neither suggested nor in the sample.
struct FormerKey {
    let name: String
    /// Ends the sentence that points the key out: what counts in its place, and what to do.
    let instead: String

    static func gone(_ name: String, instead: String) -> FormerKey { FormerKey(name: name, instead: instead) }
}

extension ConfigurationReader {
    /// Takes former keys out of the `entries` of a table, so that the keys that are left can be judged by today's.
    mutating func takeFormer(
        _ keys: [FormerKey], from entries: inout [String: ConfigurationValue], at path: ConfigurationPath
    ) {
        for key in keys {
            guard entries.removeValue(forKey: key.name) != nil else { continue }
            pointOut("this key is gone and ignored: \(key.instead)", at: path / key.name)
        }
    }
}
