import NIOCore
/// What is kept of a device beyond one run of a room: its member id, and the first message that it may see.
package struct DeviceRecord: Hashable, Sendable {
    /// Names the device.
    package let author: AuthorID
    package let member: MemberID
    /// Number of the first message that the device may see.
    package let first: Int

    /// The age at which the record of a device that keeps coming is written again.
    package static let renewal = TimeAmount.hours(24)

    package init(author: AuthorID, member: MemberID, first: Int) {
        self.author = author
        self.member = member
        self.first = first
    }
}
