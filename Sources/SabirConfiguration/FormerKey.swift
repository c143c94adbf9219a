/// A key of an earlier version that a file may still hold. The value is ignored. `check-config` mentions the key with
/// its line; it never keeps a node from starting, and is neither suggested nor in the sample.
struct FormerKey {
    let name: String
    /// What to use instead and what to do, as the end of the sentence about the key.
    let instead: String

    static func gone(_ name: String, instead: String) -> FormerKey { FormerKey(name: name, instead: instead) }
}

extension ConfigurationReader {
    /// Removes former keys from a table's `entries`, so that the remaining keys can be checked.
    mutating func takeFormer(
        _ keys: [FormerKey], from entries: inout [String: ConfigurationValue], at path: ConfigurationPath
    ) {
        for key in keys {
            guard entries.removeValue(forKey: key.name) != nil else { continue }
            pointOut("this key is gone and ignored: \(key.instead)", at: path / key.name)
        }
    }
}
