/// Interfaces without a cable or antenna: bridges of containers and virtual machines, and tunnels. Their addresses are
/// offered to others last.
package enum VirtualInterface {
    private static let beginnings = [
        "docker", "br-", "veth", "virbr", "vnet", "cni", "flannel", "cali", "podman", "lxc", "lxd", "incus", "vmnet",
        "vboxnet", "tun", "tap", "wg", "ppp", "zt", "tailscale", "nordlynx", "ipsec",
    ]

    /// Judges by the kernel's name of the interface alone, as the programs that make such interfaces name them.
    package static func isNamed(_ name: String) -> Bool { beginnings.contains { name.hasPrefix($0) } }
}
