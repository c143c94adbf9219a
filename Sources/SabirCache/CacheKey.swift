/// What a kept translation answers. Everything in it must agree to the byte.
package struct CacheKey: Hashable, Sendable {
    /// As it was asked, normalised by the caller.
    package let text: String
    /// Languages under any names, as long as the caller always uses the same ones.
    package let source: String
    package let target: String
    /// Names one state of the glossary; "" without one. An answer made under another state is not found.
    package let glossary: String

    package init(text: String, source: String, target: String, glossary: String = "") {
        self.text = text
        self.source = source
        self.target = target
        self.glossary = glossary
    }
}

/// What an engine answered.
package struct CachedTranslation: Hashable, Sendable {
    package let text: String
    package let engine: String
    /// What it is found by: the engine itself, whatever it is called.
    package let maker: String
    /// Whatever else the caller wants back with it, in a form of its own.
    package let details: String

    package init(text: String, engine: String, maker: String? = nil, details: String = "") {
        self.text = text
        self.engine = engine
        self.maker = maker ?? engine
        self.details = details
    }
}

/// Whose words an entry holds.
package struct CacheOrigin: Hashable, Sendable {
    /// Of a room; "" for an entry that goes by its age alone.
    package let room: String
    /// Milliseconds since 1970.
    package let said: Int

    package init(room: String = "", said: Int = 0) {
        self.room = room
        self.said = said
    }
}

struct CacheEntry: Sendable {
    let key: CacheKey
    let translation: CachedTranslation
    let origin: CacheOrigin
    /// Seconds since 1970.
    let created: Int64
}
