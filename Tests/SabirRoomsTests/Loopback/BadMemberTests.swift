import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Members that break the contract: they go, and nobody else notices.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BadMemberTests {
    @Test func whoeverDoesNotReadIsDroppedAndTheOthersGoOn() async throws {
        let host = try await LoopbackHost.open(.test(queuedBytes: 100_000))
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        let boris = try await LoopbackGuest.join(.of("boris"), at: host)
        let slow = try await BareMember.connect(to: host.port, reading: false)
        try await slow.send(.hello(.of("slow")))
        _ = try await anna.journal.first("joined") {
            if case .packet(.joined(let info, _)) = $0, info.name == "slow" { true } else { nil }
        }

        // Once dropped it has a few seconds for reading why, whatever else this machine has to do.
        await host.room.onCountChange { count in
            if count == 2 { _ = slow.channel.setOption(.autoRead, value: true) }
        }
        // More than the kernel's buffers hold for one connection: the host drops whoever does not take it.
        let line = String(repeating: "🙂", count: 4_000)
        var said = 0
        while await host.room.memberCount == 3, said < 2_000 {
            for _ in 0..<20 { await anna.says(line) }
            said += 20
            for _ in 0..<20 { _ = try await anna.sees() }
        }
        #expect(await host.room.memberCount == 2)
        #expect(try await slow.error().code == .tooSlow)
        for seq in 1...said { #expect(try await boris.sees().seq == seq) }
        await host.server.close()
    }

    @Test func whoeverAsksAndDoesNotReadIsDroppedToo() async throws {
        let host = try await LoopbackHost.open(.test(queuedBytes: 100_000))
        for n in 0..<100 {
            let name = String(repeating: "🙂", count: 60) + "\(n)"
            _ = try await host.room.enter(.of(name), address: "10.0.0.1")
        }
        let (counts, told) = AsyncStream<Int>.makeStream()
        await host.room.onCountChange { told.yield($0) }
        let slow = try await BareMember.connect(to: host.port, reading: false)
        try await slow.send(.hello(.of("slow")))
        // Each answer is a page of a hundred long names.
        let asking = Task { while !Task.isCancelled { try await slow.send(.who(after: nil)) } }
        var coming = counts.makeAsyncIterator()
        #expect(await coming.next() == 101)
        #expect(await coming.next() == 100)
        asking.cancel()
        await host.server.close()
    }
}
