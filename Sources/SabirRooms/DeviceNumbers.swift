/// Which device has which member number, so that a returning one gets its own back. Bounded: the devices that came
/// first are forgotten.
struct DeviceNumbers: Sendable {
    private let capacity: Int
    private var next: UInt64
    private var numbers: [String: MemberNumber] = [:]
    private var order: [String] = []
    private var oldest = 0

    init(first: UInt64, capacity: Int) {
        next = first
        self.capacity = capacity
    }

    func number(of device: String?) -> MemberNumber? { device.flatMap { numbers[$0] } }

    mutating func newNumber(for device: String?) -> MemberNumber {
        defer { next += 1 }
        let number = MemberNumber(value: next)
        if let device { remember(device, number) }
        return number
    }

    private mutating func remember(_ device: String, _ number: MemberNumber) {
        if order.count < capacity {
            order.append(device)
        } else {
            numbers[order[oldest]] = nil
            order[oldest] = device
            oldest = (oldest + 1) % capacity
        }
        numbers[device] = number
    }
}
