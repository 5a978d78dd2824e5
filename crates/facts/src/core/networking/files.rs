//! Network facts from files: routes, flags, bonds; and, without system calls, all interfaces.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::{root::Root, system::Link};

/// Names of the flags of an address, in the order in which they are listed.
const FLAGS: [(u32, &str); 8] = [
    (0x01, "temporary"),
    (0x02, "noad"),
    (0x04, "optimistic"),
    (0x08, "dadfailed"),
    (0x10, "homeaddress"),
    (0x20, "deprecated"),
    (0x40, "tentative"),
    (0x80, "permanent"),
];

/// The interface of the default route.
pub(super) fn default_route(root: &Root) -> Option<String> {
    let routes = root.text("/proc/net/route")?;
    routes.lines().skip(1).find_map(|line| {
        let words: Vec<&str> = line.split('\t').map(str::trim).collect();
        match words[..] {
            [interface, "00000000", _, _, _, _, _, "00000000", ..] if interface != "*" => Some(interface.to_owned()),
            _ => None,
        }
    })
}

/// An interface, one of its addresses, and the flags of this.
pub(super) type Flags = (String, IpAddr, Vec<&'static str>);

/// The flags of every address of IPv6.
pub(super) fn flags(root: &Root) -> Vec<Flags> {
    let table = addresses6(root).into_iter();
    let named = |bits: u32| FLAGS.iter().filter(move |(bit, _)| bits & bit != 0).map(|(_, name)| *name).collect();
    table.map(|entry| (entry.interface, entry.address, named(entry.flags))).collect()
}

struct Address6 {
    interface: String,
    index: u32,
    address: IpAddr,
    length: u8,
    flags: u32,
}

fn addresses6(root: &Root) -> Vec<Address6> {
    let table = root.text("/proc/net/if_inet6").unwrap_or_default();
    let entry = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [address, index, length, _, flags, interface] = words[..] else { return None };
        Some(Address6 {
            interface: interface.to_owned(),
            index: u32::from_str_radix(index, 16).ok()?,
            address: Ipv6Addr::from_bits(u128::from_str_radix(address, 16).ok()?).into(),
            length: u8::from_str_radix(length, 16).ok()?,
            flags: u32::from_str_radix(flags, 16).ok()?,
        })
    };
    table.lines().filter_map(entry).collect()
}

/// The permanent address of a member of a bond.
pub(super) fn address_before_bond(root: &Root, bond: &str, interface: &str) -> Option<String> {
    let text = root.text(format!("/proc/net/bonding/{bond}"))?;
    let mut of_interface = false;
    for line in text.lines() {
        if let Some(name) = line.trim().strip_prefix("Slave Interface: ") {
            of_interface = name == interface;
        } else if let Some((_, address)) = line.split_once("Permanent HW addr: ")
            && of_interface
        {
            return address.split_whitespace().next().map(str::to_owned);
        }
    }
    None
}

/// The interfaces as the files of `/sys` and `/proc` have them.
///
/// Addresses of IPv4 are those that the machine takes for its own; an interface has those inside its networks.
pub(super) fn links(root: &Root) -> Vec<Link> {
    let mut links: Vec<Link> = root.names("/sys/class/net").into_iter().map(|name| link(root, name)).collect();
    let networks = networks(root);
    for address in own_addresses(root) {
        let inside = |(_, network, mask): &&(String, u32, u32)| address.to_bits() & mask == *network;
        let network = networks.iter().filter(inside).max_by_key(|(_, _, mask)| *mask);
        let (name, length) = match network {
            _ if address.is_loopback() => ("lo", 8),
            Some((name, _, mask)) => (name.as_str(), mask.count_ones() as u8),
            None => continue,
        };
        if let Some(link) = links.iter_mut().find(|link| link.name == name) {
            link.addresses.push((address.into(), length));
        }
    }
    for entry in addresses6(root) {
        let same = |link: &&mut Link| link.name == entry.interface || link.index == entry.index;
        if let Some(link) = links.iter_mut().find(same) {
            link.addresses.push((entry.address, entry.length));
        }
    }
    links
}

fn link(root: &Root, name: String) -> Link {
    let read = |file: &str| root.word(format!("/sys/class/net/{name}/{file}"));
    let number = |file: &str| read(file).and_then(|number| number.parse().ok());
    let master = root.link(format!("/sys/class/net/{name}/master"));
    let master = master.and_then(|target| Some(target.file_name()?.to_str()?.to_owned()));
    Link {
        index: number("ifindex").unwrap_or_default(),
        address: read("address"),
        mtu: number("mtu"),
        master: master.and_then(|master| root.number(format!("/sys/class/net/{master}/ifindex"))?.try_into().ok()),
        addresses: Vec::new(),
        name,
    }
}

/// Networks that an interface is in: routes without a gateway.
fn networks(root: &Root) -> Vec<(String, u32, u32)> {
    // The table has the bytes of an address in the order of the machine that wrote it.
    let number = |word: &str| u32::from_str_radix(word, 16).ok().map(u32::swap_bytes);
    let table = root.text("/proc/net/route").unwrap_or_default();
    let routes = table.lines().skip(1).filter_map(|line| {
        let words: Vec<&str> = line.split('\t').map(str::trim).collect();
        let (interface, network, gateway, mask) = (words.first()?, words.get(1)?, words.get(2)?, words.get(7)?);
        let mask = number(mask).filter(|mask| *mask != 0)?;
        (*gateway == "00000000").then_some(((*interface).to_owned(), number(network)?, mask))
    });
    routes.collect()
}

/// Addresses that the machine takes for its own.
fn own_addresses(root: &Root) -> Vec<Ipv4Addr> {
    let table = root.text("/proc/net/fib_trie").unwrap_or_default();
    let (mut addresses, mut last) = (Vec::new(), None);
    for line in table.lines().map(str::trim) {
        if let Some(address) = line.strip_prefix("|-- ") {
            last = address.parse::<Ipv4Addr>().ok();
        } else if line == "/32 host LOCAL" {
            addresses.extend(last.take());
        }
    }
    // The table is there twice.
    addresses.sort_unstable();
    addresses.dedup();
    addresses
}
