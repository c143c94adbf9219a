import NIOCore
import SabirClient
import SabirCore
import SabirProtocol

/// A guest's security: TLS, and the hosts in this person's pins.
struct PinnedSecurity: GuestSecurity {
    let tls: GuestTLS
    var trust: RoomTrust
    /// Stores the pins; nil where nothing is stored.
    var keeper: PinKeeper?
    /// Called when a host is trusted, once for each connection.
    var told: @Sendable (RoomTrust.Meeting) -> Void = { _ in }

    func secure(_ channel: any Channel, to address: NodeAddress) -> EventLoopFuture<String> {
        tls.secure(channel, to: address.description).map(\.description)
    }

    func trustLevel(of certificate: String, at destination: Destination) -> HostTrustLevel {
        guard let shown = Fingerprint(certificate) else { return .unproven }
        return trust.trustLevel(of: shown, asked: destination.room, now: ClockReading.now().wall)
    }

    func refusal(of certificate: String, at destination: Destination) -> Sentence {
        guard let shown = Fingerprint(certificate) else { return Self.noCertificate.sentence }
        var trust = trust
        do throws(SecurityError) {
            try trust.judge(nil, shown: shown, asked: destination.room, now: ClockReading.now().wall)
            return Self.noCertificate.sentence
        } catch {
            return error.sentence
        }
    }

    mutating func judge(
        _ welcome: Welcome, from certificate: String, at destination: Destination
    ) throws(RouteError) {
        guard let shown = Fingerprint(certificate) else { throw Self.noCertificate }
        do throws(SecurityError) {
            let meeting = try trust.judge(
                room: welcome.room.id, name: welcome.room.name, grant: welcome.grant, shown: shown,
                asked: destination.room, at: destination.address.description, now: ClockReading.now().wall)
            if meeting.isFirstContact { keeper?.keepAtOnce(meeting.pin) } else { keeper?.keep(meeting.pin) }
            told(meeting)
        } catch {
            throw RouteError(error.sentence, isUntrusted: true)
        }
    }

    mutating func judge(
        _ grant: Grant, from certificate: String, at destination: Destination
    ) throws(RouteError) {
        guard let shown = Fingerprint(certificate) else { throw Self.noCertificate }
        do throws(SecurityError) {
            try trust.judge(grant, shown: shown, asked: destination.room, now: ClockReading.now().wall)
        } catch {
            throw RouteError(error.sentence, isUntrusted: true)
        }
    }

    private static let noCertificate = RouteError("No certificate.", as: "untrusted", isUntrusted: true)

    func settle() async { await keeper?.settle() }
}
