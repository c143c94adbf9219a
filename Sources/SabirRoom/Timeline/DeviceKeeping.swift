import SabirProtocol

/// Keeps what devices may see of rooms whose lines are numbered elsewhere, over restarts of the node. Called on rooms'
/// event loops; nothing here waits.
package protocol DeviceKeeping: Sendable {
    func known(in room: String, epoch: String) -> [DeviceRecord]
    func keep(_ record: DeviceRecord, in room: String, epoch: String)
}
