import SabirProtocol

/// Stores, over restarts of the node, what devices may see of rooms that are numbered elsewhere. Called on the rooms'
/// event loops; nothing here waits.
package protocol DeviceKeeping: Sendable {
    func known(in room: String, epoch: String) -> [DeviceRecord]
    func keep(_ record: DeviceRecord, in room: String, epoch: String)
}
