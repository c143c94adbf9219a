import NIOCore
import SabirProtocol

/// What a visitor of this process would find, asked before the visitor enters a name. Changes and counts nothing.
extension HostedRoom {
    package struct JoinPreview: Hashable, Sendable {
        /// Why the visitor could not come in now; nil where entering is possible.
        package var refusal: WireFault?
        /// Whether the visitor's messages would be refused.
        package let isMuted: Bool
    }

    /// `device`: the visitor's device secret, if there is one.
    package func joinPreview(
        ofDevice device: String?, address: String, isStaff: Bool, comesWithStaff: Bool
    ) -> JoinPreview {
        reading { room in
            guard !room.isOver else { return JoinPreview(refusal: Room.nodeIsClosing, isMuted: false) }
            let token = device.map { room.token(ofDevice: $0) }
            let joinContext = JoinContext(
                address: address, role: isStaff ? .staff : nil, comesWithStaff: comesWithStaff, isLocal: true,
                author: token.map { room.author(of: $0) }, token: token)
            return room.state.joinPreview(ofDevice: device, joinContext, now: room.now)
        }
    }
}

extension RoomState {
    func joinPreview(ofDevice device: String?, _ joinContext: JoinContext, now: NIODeadline) -> HostedRoom.JoinPreview {
        let earlierNumber = visibility.devices[device, joinContext.author]?.number
        let isMuted = moderation.isMuted(earlierNumber ?? .nobody, token: joinContext.token)
        var preview = HostedRoom.JoinPreview(refusal: nil, isMuted: isMuted)
        do throws(WireFault) {
            let place = JoinPurpose.place(
                of: PlaceHolder.all(of: joinContext), before: earlierNumber.flatMap { roster[$0] }, as: Profile())
            _ = try checkAdmission(of: joinContext, earlierNumber: earlierNumber, for: place, now: now)
        } catch {
            preview.refusal = error
        }
        return preview
    }
}
