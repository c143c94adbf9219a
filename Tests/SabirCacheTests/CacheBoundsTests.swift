import Testing

@testable import SabirCache

struct CacheBoundsTests {
    let folder = Folder()
    let dependencies = CacheDependencies()

    @Test func theOldestGoWhenTheFileIsFull() async throws {
        var limits = CacheLimits()
        limits.bytes = 256 << 10
        limits.waiting = 10_000
        let cache = dependencies.open(folder.cache, limits)
        for number in 0..<3_000 { await cache.keep(answer("resposta \(number)"), for: question("pregunta \(number)")) }
        await cache.flush()
        let statistics = try #require(try CacheInspection(path: folder.cache).statistics())
        #expect(statistics.bytes <= limits.bytes)
        #expect(statistics.entries > 500 && statistics.entries < 3_000)
        #expect(await cache.translation(for: question("pregunta 2999"), by: ["apertium"]) != nil)
        #expect(await cache.translation(for: question("pregunta 0"), by: ["apertium"]) == nil)
    }

    @Test func aDiskThatIsBehindCostsNoMoreThanTheQueue() async throws {
        var limits = CacheLimits()
        limits.waiting = 8
        let cache = dependencies.open(folder.cache, limits)
        // Another process holds the lock: nothing can be written, and still nobody waits.
        let lock = try WriteLock(on: folder.cache)
        for number in 0..<100 { await cache.keep(answer("\(number)"), for: question("\(number)")) }
        #expect(await cache.dropped >= 100 - 2 * limits.waiting)
        #expect(await cache.translation(for: question("0"), by: ["apertium"]) == nil)
        try lock.release()
        await cache.flush()
        let dropped = await cache.dropped
        #expect(try CacheInspection(path: folder.cache).statistics()?.entries == 100 - dropped)
        #expect(dependencies.reports.count <= 1)
    }

    @Test func whatWaitsIsWrittenBeforeTheFileCloses() async throws {
        let cache = dependencies.open(folder.cache)
        for number in 0..<1_000 { await cache.keep(answer("\(number)"), for: question("\(number)")) }
        await cache.close()
        #expect(try CacheInspection(path: folder.cache).statistics()?.entries == 1_000)
        await cache.keep(answer("tard"), for: question("tarde"))
        #expect(await cache.translation(for: question("1"), by: ["apertium"]) == nil)
    }

    /// Prints how long a look takes, for docs/performance.md.
    @Test func amongManyEachIsFound() async throws {
        var limits = CacheLimits()
        limits.waiting = 20_000
        let cache = dependencies.open(folder.cache, limits)
        let padding = String(repeating: "palabra ", count: 15)
        for number in 0..<20_000 {
            await cache.keep(answer("\(padding)\(number)"), for: question("\(padding)\(number)"))
        }
        await cache.flush()
        let clock = ContinuousClock()
        var times: [Duration] = []
        for number in stride(from: 0, to: 20_000, by: 20) {
            let begun = clock.now
            let found = await cache.translation(for: question("\(padding)\(number)"), by: ["apertium"])
            times.append(clock.now - begun)
            #expect(found != nil)
        }
        times.sort()
        print("a look into 20,000 entries: median \(times[500]), 99th percentile \(times[990])")
    }
}
