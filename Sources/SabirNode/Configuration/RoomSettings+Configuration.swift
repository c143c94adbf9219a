import Foundation
import SabirRooms
import SabirWire

extension RoomSettings {
    init(_ room: RoomConfiguration, id: UUID, limits: LimitSettings, logsMessages: Bool) {
        self.init(
            info: RoomInfo(id: id.uuidString.lowercased(), name: room.name, topic: room.topic),
            maximumMembers: limits.unlimited ? .max : room.maxMembers, keptMessages: room.keepMessages,
            rate: limits.unlimited ? nil : (limits.messageRate, limits.messageBurst),
            queuedBytes: limits.queueBytes, maximumFrame: limits.frame)
        contact = room.contact
        self.logsMessages = logsMessages
    }
}
