import NIOCore
/// What is kept of a device beyond one run of a room: by which member id it is known, and from which number on it may
/// see the room's lines.
package struct DeviceRecord: Hashable, Sendable {
    /// Stands for the device.
    package let author: AuthorID
    package let member: MemberID
    package let first: Int

    /// How old the record of a device that keeps coming may become before it is written again.
    package static let renewal = TimeAmount.hours(24)

    package init(author: AuthorID, member: MemberID, first: Int) {
        self.author = author
        self.member = member
        self.first = first
    }
}
