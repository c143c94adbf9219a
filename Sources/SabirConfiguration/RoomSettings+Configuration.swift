import Foundation
import SabirCluster
import SabirCore
import SabirHistory
import SabirRoom
import SabirProtocol

extension RoomSettings {
    package init(_ room: RoomConfiguration, id: UUID, limits: LimitSettings, logsMessages: Bool) {
        let info = RoomInfo(id: id.uuidString.lowercased(), name: room.name, topic: room.topic)
        self.init(room, info: info, limits: limits, logsMessages: logsMessages)
    }

    package init(_ room: RoomConfiguration, info: RoomInfo, limits: LimitSettings, logsMessages: Bool) {
        self.init(
            info: info,
            maximumMembers: limits.unlimited ? .max : room.maxMembers, keptMessages: room.linesInMemory,
            rate: limits.unlimited ? nil : (limits.messageRate, limits.messageBurst),
            queuedBytes: limits.queueBytes)
        maximumPerAddress = limits.unlimited ? nil : room.placesPerAddress
        contact = room.contact
        history = room.history
        keepFor = room.keepFor
        newcomersSee = room.newcomersSee
        takeBack = room.takeBack
        staffConfirm = room.staffConfirm
        staffRead = room.staffSee == .conversation
        interfaces = room.interfaces
        isAnnounced = room.announce
        self.logsMessages = logsMessages
        if !limits.unlimited {
            // Nobody can read a thousand messages a second; the ceiling keeps a flood by many members from filling
            // every connection.
            ceilings = RoomCeilings(
                messages: (1_000, 10_000), joinsPerMinute: 6_000,
                charactersPerMinute: limits.translationCharacters, saidPerMinute: limits.messageCharacters)
        }
    }
}

extension ConnectionLimits {
    package init(_ limits: LimitSettings) {
        self.init(
            connections: min(limits.connections, DescriptorBudget.current().rooms),
            connectionsPerAddress: limits.unlimited ? nil : limits.connectionsPerAddress,
            joinsPerMinute: limits.unlimited ? nil : limits.joinsPerAddress,
            packets: limits.unlimited ? nil : (limits.messageRate * 50, limits.messageBurst * 5))
    }
}

extension RoomConfiguration {
    /// A room on disk keeps only its newest lines in memory, for members who return soon.
    fileprivate var linesInMemory: Int {
        let kept = keepMessages ?? Self.usualInMemory
        return history == .disk ? min(kept, Self.usualInMemory) : kept
    }

    /// Lets a clinic of sixty behind one address into any room for eighty, but no single address fills a room.
    fileprivate var placesPerAddress: Int { maxMembersPerAddress ?? max(1, min(250, maxMembers * 3 / 4)) }

    /// What the room's stream keeps, if the room's log is one.
    package var streamLimits: StreamLimits { StreamLimits(seconds: keepFor, messages: keepMessages) }

    package var retention: RetentionRule { RetentionRule(keepFor: keepFor, keepMessages: keepMessages) }
}
