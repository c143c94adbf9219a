import Foundation
import Testing

@testable import SabirHistory

/// Whichever page of the file is damaged while the node is off: where that is found as a room is opened, what is said in
/// the room afterwards is there after the next start. (What was acknowledged before damage is found is in the file that
/// is moved aside.)
@Suite(.serialized)
struct DamageTests {
    private static let pageSize = 4_096
    private let clock = Clock()

    @Test func whatIsSaidOverADamagedPageIsThereAfterTheNextStart() async throws {
        let whole = Folder()
        let first = openStore(whole, clock)
        await Talk(first, "one", clock).say((1...60).map { "before \($0) \(String(repeating: "padding ", count: 20))" })
        await first.close()
        let file = try Data(contentsOf: URL(fileURLWithPath: whole.history))

        var replaced = 0
        for page in 1..<file.count / Self.pageSize {
            let folder = Folder()
            var damaged = file
            let start = page * Self.pageSize
            damaged.replaceSubrange(start..<start + Self.pageSize, with: Data(repeating: 0xA5, count: Self.pageSize))
            try damaged.write(to: URL(fileURLWithPath: folder.history))

            let store = openStore(folder, clock)
            let talk = await Talk(store, "one", clock, rule: RetentionRule(keepFor: 3_600))
            guard folder.contents.contains(where: { $0.contains("damaged") }) else {
                await store.close()
                continue
            }
            replaced += 1
            await talk.say((1...7).map { "after \($0)" })
            #expect(await store.state == .fine, "page \(page)")
            await store.close()

            let next = openStore(folder, clock)
            let again = await Talk(next, "one", clock, rule: RetentionRule(keepFor: 3_600))
            #expect(again.seq == talk.seq, "page \(page)")
            let kept = await again.texts(limit: 7)
            #expect(kept == (1...7).map { "after \($0)" }, "page \(page)")
            await next.close()
        }
        #expect(replaced > 3, "several pages are read at the opening")
    }
}
