/// What a node lends its rooms: what they need and do not make themselves.
package struct RoomSurroundings: Sendable {
    package var skeleton: NameSkeleton
    package var office: any StaffOffice
    package var meter: any RoomMeter

    package init(
        skeleton: NameSkeleton = .letterCase, office: (any StaffOffice)? = nil, meter: (any RoomMeter)? = nil
    ) {
        self.skeleton = skeleton
        self.office = office ?? NoStaff()
        self.meter = meter ?? NoMeter()
    }
}
