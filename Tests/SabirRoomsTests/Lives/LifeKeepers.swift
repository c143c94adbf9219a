import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// What a room leans on besides its log and its authority, each driven by hand: where decisions of staff are stored, what
/// is known of devices, an engine, a password, tokens.
///
/// Unchecked, all of them: used on the life's one thread alone.
final class HandModerationStore: ModerationStore, @unchecked Sendable {
    private let record: LifeRecord
    private var waiting: [@Sendable (String?) -> Void] = []
    private var kept = 0

    init(_ record: LifeRecord) { self.record = record }

    func keep(_ moderation: StoredModeration, done: @escaping @Sendable (String?) -> Void) {
        record.note(moderation)
        waiting.append(done)
    }

    /// One in seven could not be stored.
    func getOn() {
        let due = waiting
        waiting = []
        for done in due {
            kept += 1
            done(kept % 7 == 0 ? "The disk is full." : nil)
        }
    }
}

final class HandDevices: DeviceKeeping, @unchecked Sendable {
    private let record: LifeRecord
    private var kept: [String: [DeviceRecord]] = [:]

    init(_ record: LifeRecord) { self.record = record }

    func known(in room: String, epoch: String) -> [DeviceRecord] { kept[epoch] ?? [] }
    func keep(_ device: DeviceRecord, in room: String, epoch: String) {
        record.note(device)
        kept[epoch, default: []].append(device)
    }
}

/// Says everything backwards, between the languages that packets of a life are in.
struct HandEngine: RoomTranslation {
    let isOffered = true
    let port: Int? = 5_000

    func translate(
        _ texts: [String], from source: LanguageTag, to target: LanguageTag, staysHere: Bool
    ) async -> TranslatedTexts {
        TranslatedTexts(texts: texts.map { String($0.reversed()) }, engine: "mirror")
    }

    func pairs() async -> TranslationPairs {
        TranslationPairs(
            ["es": ["ca"], "ca": ["es"]].reduce(into: [:]) { pairs, pair in
                guard let source = LanguageTag(pair.key) else { return }
                pairs[source] = pair.value.compactMap { LanguageTag($0) }
            })
    }
}

/// Takes one proof.
struct HandPasswordVerification: PasswordVerification {
    static let right = String(repeating: "A", count: 43)

    var changes = 0

    func challenge(for room: String) -> PasswordChallenge {
        PasswordChallenge(
            room: room, salt: String(repeating: "s", count: 22),
            cost: PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 1), nonce: String(repeating: "n", count: 24))
    }

    func answer(to proof: String, offer: PasswordOffer, challenge: PasswordChallenge) -> String? {
        proof == Self.right ? String(repeating: "B", count: 43) : nil
    }

    func accepts(_ password: String) async -> Bool { password == "right" }
}

/// Tokens that say in plain words what they stand for.
struct HandTokens: ResumeTokens {
    func token(room: String, epoch: String, first: Int, device: String?) -> String? {
        "t.\(epoch).\(device ?? "").\(first)"
    }

    func read(_ token: String, room: String, epoch: String, device: String?) -> ResumeClaim? {
        guard token.hasPrefix("t.\(epoch).\(device ?? "")."), let first = Int(token.split(separator: ".").last ?? "")
        else { return nil }
        return ResumeClaim(first: first, isFromBefore: false)
    }
}
