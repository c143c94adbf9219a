import SabirFeed
import SabirProtocol
import Testing

@testable import SabirIRC

/// Clients on their way into a room, for whom the news of all rooms wait.
@Suite struct EntryTests {
    /// A write can end a connection at once; what the client asked in the same breath is then passed on to nobody.
    @Test func whoEndsBeforeTheEntryIsPassedOnMutesNobody() {
        var scene = Scene()
        let anna = scene.joins("anna", "es")
        let rosa = scene.joins("rosa", "en")
        let boris = scene.comes("Boris", "es")
        _ = (scene.reads(anna), scene.reads(rosa))
        let stranger = scene.connects()
        scene.holds = true
        scene.says(stranger, "NICK eve", "USER e 0 * :e", "JOIN #reception")
        #expect(scene.asked.count { $0.id == stranger } == 1)
        let message = scene.told("hola", by: boris)
        #expect(!scene.state.deferred.isEmpty && scene.reads(anna).isEmpty)
        scene.closes(stranger)
        scene.translated(message, "en", "hello")
        #expect(scene.state.deferred.isEmpty)
        #expect(scene.reads(anna) == [":Boris!es@sabir PRIVMSG #Reception hola"])
        #expect(scene.reads(rosa) == [":Boris!es@sabir PRIVMSG #Reception :[es→en] hello"])
    }

    @Test func whoIsSentAwayBeforeTheAnswerMutesNobody() {
        var scene = Scene()
        let anna = scene.joins("anna", "es")
        let boris = scene.comes("Boris", "es")
        _ = scene.reads(anna)
        let stranger = scene.connects()
        scene.holds = true
        scene.says(stranger, "NICK eve", "USER e 0 * :e", "JOIN #reception")
        _ = scene.told("hola", by: boris)
        scene.overflows(stranger)
        #expect(scene.reads(anna) == [":Boris!es@sabir PRIVMSG #Reception hola"])
        scene.answerAll()
        #expect(scene.abandoned.count == 1, "The seat that came too late is given back.")
        #expect(scene.seat(of: stranger) == nil)
    }

    @Test func anEntryThatTakesTooLongIsWaitedForNoLonger() {
        var scene = Scene()
        let anna = scene.joins("anna", "es")
        let boris = scene.comes("Boris", "es")
        _ = scene.reads(anna)
        let slow = scene.connects()
        scene.holds = true
        scene.says(slow, "NICK eve", "USER e 0 * :e", "JOIN #reception")
        _ = scene.reads(slow)
        _ = scene.told("hola", by: boris)
        scene.passes(.seconds(9))
        #expect(scene.reads(anna).isEmpty)
        scene.passes(.seconds(2))
        #expect(scene.reads(anna) == [":Boris!es@sabir PRIVMSG #Reception hola"])
        #expect(
            scene.reads(slow) == [
                ":irc.sabir 437 eve #reception :The room has not answered in time; join it again."
            ])
        #expect(scene.refused == [.entry])
        scene.answerAll()
        #expect(scene.abandoned.count == 1)
        scene.says(slow, "JOIN #reception")
        #expect(scene.seat(of: slow) != nil)
    }

    /// Its end does not wait for whoever is on the way in: they come into the new one.
    @Test func aRoomThatIsCarriedAnewIsAnotherForWhoIsOnTheWayIn() {
        var scene = Scene()
        let anna = scene.joins("anna", "es")
        let boris = scene.comes("Boris", "es")
        _ = scene.reads(anna)
        let eve = scene.connects()
        scene.holds = true
        scene.says(eve, "NICK eve", "USER e 0 * :e", "JOIN #reception")
        _ = scene.told("hola", by: boris)
        scene.hears(.told(.closing("Closed."), .everyone))
        #expect(
            scene.reads(anna) == [
                ":Boris!es@sabir PRIVMSG #Reception hola", ":sabir!sabir@sabir KICK #Reception anna closing/es",
            ])
        scene.answerAll()
        #expect(!scene.reads(eve).contains { $0.contains("KICK") })
        #expect(scene.seat(of: eve) != nil && scene.abandoned.count == 1)
        _ = scene.told("adeu", by: scene.comes("Pau", "en"))
        #expect(scene.reads(eve).last == ":Pau!en@sabir PRIVMSG #Reception adeu")
    }

    /// Once by its name and once by its id, and staff sent the client out in between.
    @Test func whoJoinsTheSameRoomTwiceSitsThereOnce() throws {
        var scene = Scene()
        let rosa = scene.joins("rosa", "en")
        let anna = scene.connects()
        scene.says(anna, "NICK anna", "USER a 0 * :a")
        scene.holds = true
        scene.says(anna, "JOIN #reception,#\(Scene.room)")
        scene.answerNext()
        let first = try #require(scene.seat(of: anna))
        scene.hears(.removed(first.seat, WireFault(.removed, "Out.", fatal: true)))
        scene.hears(.left(first.info))
        _ = scene.reads(anna)
        scene.answerNext()
        let second = try #require(scene.seat(of: anna))
        #expect(second.seat != first.seat && scene.abandoned == [first])
        #expect(!scene.reads(anna).contains { $0.contains("KICK") || $0.contains("PART") })
        scene.answerAll()
        _ = scene.told("hello", by: scene.comes("Pau", "en"))
        #expect(scene.reads(anna).last == ":Pau!en@sabir PRIVMSG #Reception hello")
        #expect(scene.reads(rosa).last == ":Pau!en@sabir PRIVMSG #Reception hello")
    }

    /// The room tells of its leaving when it is in again, as the same member.
    @Test func whoPartsAndJoinsAtOnceReadsBothOnceAndStaysIn() throws {
        var scene = Scene()
        let (anna, rosa) = (scene.joins("anna", "en"), scene.joins("rosa", "en"))
        let first = try #require(scene.seat(of: anna))
        scene.comesBackAs = first.info.id
        scene.sent = [anna: [], rosa: []]
        scene.says(anna, "PART #reception", "JOIN #reception")
        let second = try #require(scene.seat(of: anna))
        scene.hears(.left(first.info))
        scene.hears(.joined(second.info))
        let both = [":anna!en@sabir PART #Reception", ":anna!en@sabir JOIN #Reception"]
        #expect(scene.reads(rosa) == both)
        #expect(scene.comesAndGoes(anna) == both)
        #expect(second.seat != first.seat && scene.seat(of: anna) == second && scene.abandoned.isEmpty)
        // This one is of the seat that it has.
        scene.hears(.left(second.info))
        #expect(scene.seat(of: anna) == nil && scene.abandoned == [second])
    }

    /// Twice, before the room's news of the first time are there.
    @Test func whoPartsAndJoinsTwiceAtOnceStaysIn() throws {
        var scene = Scene()
        let anna = scene.joins("anna", "en")
        let first = try #require(scene.seat(of: anna))
        scene.comesBackAs = first.info.id
        for _ in 0..<2 { scene.says(anna, "PART #reception", "JOIN #reception") }
        _ = scene.reads(anna)
        for _ in 0..<2 {
            scene.hears(.left(first.info))
            scene.hears(.joined(first.info))
        }
        #expect(scene.reads(anna).isEmpty && scene.seat(of: anna) != nil && scene.abandoned.isEmpty)
    }

    /// A large room tells of a member that went and came back within a tick as changed.
    @Test func whoWentAndCameBackWithinATickIsGoneAfterTheNextPart() throws {
        var scene = Scene()
        let (anna, rosa) = (scene.joins("anna", "en"), scene.joins("rosa", "en"))
        let first = try #require(scene.seat(of: anna)).info
        scene.comesBackAs = first.id
        scene.says(anna, "PART #reception", "JOIN #reception")
        scene.hears(.told(.presence(Presence(n: 2, langs: [:], changed: [first])), .everyone))
        #expect(scene.seat(of: anna) != nil)
        scene.says(anna, "PART #reception")
        scene.hears(.left(first))
        scene.sent[rosa] = []
        scene.says(rosa, "NAMES #reception")
        #expect(!scene.reads(rosa).contains { $0.contains("anna") })
    }

    /// They wait behind a line that is not translated yet.
    @Test func whatTheRoomTellsOfWhoHasComeInAgainIsForOthers() {
        var scene = Scene()
        let (anna, rosa) = (scene.joins("anna", "en"), scene.joins("rosa", "en"))
        let first = scene.seat(of: anna)!.info
        let line = scene.told("hola", by: scene.comes("Boris", "es"))
        scene.sent = [anna: [], rosa: []]
        scene.says(anna, "PART #reception")
        scene.hears(.joined(first))
        scene.hears(.left(first))
        scene.says(anna, "JOIN #reception")
        scene.translated(line, "en", "hello")
        #expect(scene.comesAndGoes(anna) == [":anna!en@sabir PART #Reception", ":anna!en@sabir JOIN #Reception"])
        #expect(scene.comesAndGoes(rosa) == [":anna!en@sabir JOIN #Reception", ":anna!en@sabir PART #Reception"])
    }

    @Test func whatWaitsIsBounded() {
        var limits = IRCLimits()
        limits.deferred = 3
        var scene = Scene(limits: limits)
        let anna = scene.joins("anna", "es")
        let boris = scene.comes("Boris", "es")
        _ = scene.reads(anna)
        let slow = scene.connects()
        scene.holds = true
        scene.says(slow, "NICK eve", "USER e 0 * :e", "JOIN #reception")
        for number in 1...3 { _ = scene.told("\(number)", by: boris) }
        #expect(scene.reads(anna).isEmpty)
        _ = scene.told("4", by: boris)
        #expect(scene.reads(anna).count == 4 && scene.state.deferred.isEmpty)
    }

    /// Clients that come, do everything there is, and end in the middle of it, while their node answers in any order.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func randomLivesMuteNobody(seed: UInt64) {
        var lives = RandomLives(seed: seed)
        for step in 0..<250 {
            lives.step()
            if let broken = lives.brokenLaw {
                Issue.record("seed \(seed), step \(step): \(broken)")
                return
            }
        }
        #expect(lives.settles() == nil, "seed \(seed)")
    }
}
