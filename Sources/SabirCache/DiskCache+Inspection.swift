import Foundation

/// The cache on disk as `sabir cache` shows it, whether a node is using it or not.
package struct DiskCacheInspection: Sendable {
    package typealias Statistics = CacheStatistics

    package let path: String
    private let inspection: CacheInspection

    package init(stateDirectory: String) {
        path = DiskCache.path(in: stateDirectory)
        inspection = CacheInspection(path: path)
    }

    /// Nil where there is no cache on disk. Throws an error whose description is a sentence for people.
    package func statistics() throws -> Statistics? { try inspection.statistics() }

    /// Deletes all entries and says how many, nil where there is no cache on disk.
    package func clear() throws -> Int? { try inspection.clear() }
}
