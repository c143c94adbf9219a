/// A key of an earlier version that a file may still hold. It is pointed out with its line, never keeps a node from
/// starting, and is neither suggested nor in the sample.
struct FormerKey<Section> {
    /// From the section that lists it down; through tables that stand once.
    let path: [String]
    /// What took its place, from the same section down; empty where no key did.
    let successor: [String]
    /// Ends the sentence that points it out: what counts in its place, and what to do.
    let instead: String
    /// False where the value is not allowed, and so does not count. Nil for a key whose value is not looked at.
    let read: ((ConfigurationValue, inout Section) -> Bool)?

    /// A key that counts no more, whatever stands behind it.
    static func gone(_ name: String, instead: String) -> FormerKey {
        FormerKey(path: [name], successor: [], instead: instead, read: nil)
    }

    /// A key whose value counts for `target`, unless `successor` stands in the file too.
    static func renamed<Value>(
        _ path: [String], to successor: [String], _ target: WritableKeyPath<Section, Value>, _ rule: ValueRule<Value>
    ) -> FormerKey {
        FormerKey(path: path, successor: successor, instead: "", read: reading(target, rule))
    }

    /// A key whose value counts as before, and that what `instead` says will replace.
    static func leaving<Value>(
        _ name: String, _ target: WritableKeyPath<Section, Value>, _ rule: ValueRule<Value>, instead: String
    ) -> FormerKey {
        FormerKey(path: [name], successor: [], instead: instead, read: reading(target, rule))
    }

    private static func reading<Value>(
        _ target: WritableKeyPath<Section, Value>, _ rule: ValueRule<Value>
    ) -> (ConfigurationValue, inout Section) -> Bool {
        { value, section in
            guard let read = rule.read(value) else { return false }
            section[keyPath: target] = read
            return true
        }
    }
}

extension ConfigurationReader {
    /// Takes the former keys of `Section` out of `entries`, so that what is left can be judged by today's.
    mutating func takeFormer<Section: ConfigurationSection>(
        of section: inout Section, from entries: inout [String: ConfigurationValue], at path: ConfigurationPath
    ) {
        for key in Section.formerKeys {
            guard let value = entries.value(at: key.path[...]) else { continue }
            entries.remove(at: key.path[...])
            let isReplaced = !key.successor.isEmpty && entries.value(at: key.successor[...]) != nil
            // The successor's value counts, so that the former one is not judged.
            let isRead = isReplaced ? true : key.read?(value, &section)
            pointOut(sentence(on: key, at: path, isRead: isRead, isReplaced: isReplaced), at: key.path.reduce(path, /))
        }
    }

    private func sentence<Section>(
        on key: FormerKey<Section>, at path: ConfigurationPath, isRead: Bool?, isReplaced: Bool
    ) -> String {
        let successor = key.successor.reduce(path, /).asKey
        return switch (key.successor.isEmpty, isRead) {
        case (_, nil): "this key is gone and ignored: \(key.instead)"
        case (false, true?) where isReplaced:
            "this key is called \(successor) now, which stands in this file too and is the one that counts; take this line "
                + "out"
        case (false, true?): "this key is called \(successor) now; write its value there, and take this line out"
        case (false, false?):
            "this key is called \(successor) now, and its value is none that can stand there and is ignored; take this line "
                + "out"
        case (true, true?): key.instead
        case (true, false?): "its value is ignored, as it cannot stand here; \(key.instead)"
        }
    }
}

extension [String: ConfigurationValue] {
    fileprivate func value(at path: ArraySlice<String>) -> ConfigurationValue? {
        guard let name = path.first, let value = self[name] else { return nil }
        if path.count == 1 { return value }
        guard case .table(let entries) = value else { return nil }
        return entries.value(at: path.dropFirst())
    }

    fileprivate mutating func remove(at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        if path.count == 1 {
            self[name] = nil
        } else if case .table(var entries) = self[name] {
            entries.remove(at: path.dropFirst())
            self[name] = .table(entries)
        }
    }
}
