import SabirCore
import Testing

@Suite struct LeastRecentlyUsedTests {
    @Test func itForgetsWhatWasUsedLongestAgo() {
        var cache = LeastRecentlyUsed<String, Int>(maximumCount: 2, maximumCost: 100)
        cache.insert(1, for: "one", cost: 1)
        cache.insert(2, for: "two", cost: 1)
        #expect(values(["one"], &cache) == [1])
        cache.insert(3, for: "three", cost: 1)
        #expect(values(["two", "one", "three"], &cache) == [nil, 1, 3])
    }

    @Test func costsBoundItTooAndWhatIsTooDearIsNotKept() {
        var cache = LeastRecentlyUsed<String, Int>(maximumCount: 10, maximumCost: 10)
        cache.insert(1, for: "one", cost: 6)
        cache.insert(2, for: "two", cost: 6)
        #expect(cache.count == 1 && cache.cost == 6)
        cache.insert(3, for: "three", cost: 11)
        #expect(values(["three", "two"], &cache) == [nil, 2])
    }

    private func values(_ keys: [String], _ cache: inout LeastRecentlyUsed<String, Int>) -> [Int?] {
        keys.map { cache.value(for: $0) }
    }

    @Test func nobodysEntriesPushOutThoseOfWhoeverHasFewer() {
        var table = ["a1": 1]
        func insert(_ key: String, _ time: Int) {
            table.makeRoom(for: key, of: key.first, each: 3, atMost: 5, owner: { key, _ in key.first }, by: { $0 })
            table[key] = time
        }
        for number in 2...9 { insert("b\(number)", number) }
        #expect(Set(table.keys) == ["a1", "b7", "b8", "b9"], "each has so many")
        insert("b9", 10)
        insert("c1", 11)
        insert("c2", 12)
        #expect(Set(table.keys) == ["a1", "b8", "b9", "c1", "c2"], "whoever has most gives way")
    }

    @Test func aGlanceUsesNothing() {
        var cache = LeastRecentlyUsed<String, Int>(maximumCount: 2, maximumCost: 2)
        for (number, key) in ["one", "two"].enumerated() { cache.insert(number, for: key, cost: 1) }
        #expect(cache.peek("one") == 0 && cache.peek("three") == nil)
        cache.insert(3, for: "three", cost: 1)
        #expect(cache.peek("one") == nil && cache.peek("two") == 1)
    }

    @Test func theOldestEntryMakesRoomForANewOne() {
        var table = ["a": 2, "b": 1, "c": 3]
        table.makeRoom(for: "a", atMost: 3) { $0 }
        table.makeRoom(for: "d", atMost: 4) { $0 }
        #expect(table.count == 3)
        table.makeRoom(for: "d", atMost: 3) { $0 }
        #expect(table == ["a": 2, "c": 3])
    }

    @Test func itAgreesWithAPlainListOverManyRandomUses() {
        var chance = SplitMix64(state: 3)
        var cache = LeastRecentlyUsed<Int, Int>(maximumCount: 8, maximumCost: 40)
        var model: [(key: Int, value: Int, cost: Int)] = []
        for step in 0..<20_000 {
            let key = Int.random(in: 0..<16, using: &chance)
            if Bool.random(using: &chance) {
                let cost = Int.random(in: 1...12, using: &chance)
                cache.insert(step, for: key, cost: cost)
                model.removeAll { $0.key == key }
                model.append((key, step, cost))
                while model.count > 8 || model.reduce(0, { $0 + $1.cost }) > 40 { model.removeFirst() }
            } else {
                let place = model.firstIndex { $0.key == key }
                let found = cache.value(for: key)
                #expect(found == place.map { model[$0].value })
                if let place { model.append(model.remove(at: place)) }
            }
            #expect(cache.count == model.count && cache.cost == model.reduce(0) { $0 + $1.cost })
        }
    }
}
