//! `networking`: what the machine is called, its interfaces and their addresses.

mod dhcp;
mod files;
mod name;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use pcore::{Hash, Value, never};

use self::{files::Flags, name::Name};
use crate::{
    record::{record, text},
    root::Root,
    system::Link,
};

/// What the network knows about the machine.
pub(crate) struct Networking {
    name: Name,
    /// The interface that leads to everything else.
    primary: Option<String>,
    /// Sorted by their names.
    pub(crate) interfaces: Vec<Interface>,
}

#[derive(Default)]
pub(crate) struct Interface {
    pub(crate) name: String,
    mac: Option<String>,
    mtu: Option<u32>,
    dhcp: Option<String>,
    four: Vec<Binding>,
    six: Vec<Binding>,
}

/// An address of an interface.
#[derive(Clone)]
struct Binding {
    address: IpAddr,
    netmask: IpAddr,
    network: IpAddr,
    flags: Option<Vec<&'static str>>,
}

impl Networking {
    pub(super) fn read(root: &Root) -> Networking {
        let links = root.system.links().unwrap_or_else(|| files::links(root));
        let flags = files::flags(root);
        let mut interfaces: Vec<Interface> = links.iter().map(|link| interface(root, link, &links, &flags)).collect();
        let primary = files::default_route(root).or_else(|| first_reachable(&interfaces));
        interfaces.sort_by(|left, right| left.name.cmp(&right.name));
        Networking { name: Name::read(root), primary, interfaces }
    }

    pub(super) fn fact(&self) -> Option<Value> {
        let primary = self.primary().map(Interface::fact).unwrap_or_default();
        let main = |name: &str| primary.get_str(name).cloned();
        let interfaces = self.interfaces.iter();
        let interfaces: Vec<(Value, Value)> =
            interfaces.map(|interface| (interface.name.as_str().into(), interface.fact().into())).collect();
        record([
            ("dhcp", main("dhcp")),
            ("domain", text(self.name.domain.as_deref())),
            ("fqdn", text(self.name.full.as_deref())),
            ("hostname", text(self.name.host.as_deref())),
            ("interfaces", (!interfaces.is_empty()).then(|| Value::hash(interfaces))),
            ("ip", main("ip")),
            ("ip6", main("ip6")),
            ("mac", main("mac")),
            ("mtu", main("mtu")),
            ("netmask", main("netmask")),
            ("netmask6", main("netmask6")),
            ("network", main("network")),
            ("network6", main("network6")),
            ("primary", text(self.primary.as_deref())),
            ("scope6", main("scope6")),
        ])
    }

    pub(crate) fn primary(&self) -> Option<&Interface> {
        let name = self.primary.as_deref()?;
        self.interfaces.iter().find(|interface| interface.name == name)
    }
}

impl Interface {
    /// What is known about the interface; as the primary one, it is what is known about the machine.
    pub(crate) fn fact(&self) -> Hash {
        let list = |bindings: &[Binding]| (!bindings.is_empty()).then(|| bindings.iter().map(Binding::fact).collect());
        let (four, six) = (best(&self.four), best(&self.six));
        let address = |binding: Option<&Binding>, part: fn(&Binding) -> IpAddr| binding.map(part).map(shown);
        let fact = record([
            ("bindings", list(&self.four)),
            ("bindings6", list(&self.six)),
            ("dhcp", text(self.dhcp.as_deref())),
            ("ip", address(four, |binding| binding.address)),
            ("ip6", address(six, |binding| binding.address)),
            ("mac", text(self.mac.as_deref())),
            ("mtu", self.mtu.map(Value::from)),
            ("netmask", address(four, |binding| binding.netmask)),
            ("netmask6", address(six, |binding| binding.netmask)),
            ("network", address(four, |binding| binding.network)),
            ("network6", address(six, |binding| binding.network)),
            ("scope6", text(six.and_then(|binding| scope(binding.address)))),
        ]);
        fact.as_ref().and_then(Value::as_hash).cloned().unwrap_or_default()
    }
}

impl Binding {
    fn new(address: IpAddr, length: u8) -> Binding {
        let (netmask, network) = match address {
            IpAddr::V4(four) => {
                let mask = u32::MAX.checked_shl(32_u32.saturating_sub(length.into())).unwrap_or(0);
                (Ipv4Addr::from_bits(mask).into(), Ipv4Addr::from_bits(four.to_bits() & mask).into())
            }
            IpAddr::V6(six) => {
                let mask = u128::MAX.checked_shl(128_u32.saturating_sub(length.into())).unwrap_or(0);
                (Ipv6Addr::from_bits(mask).into(), Ipv6Addr::from_bits(six.to_bits() & mask).into())
            }
        };
        Binding { address, netmask, network, flags: None }
    }

    /// The keys have the order in which Facter finds the parts out.
    fn fact(&self) -> Value {
        let flags = self.flags.as_ref().map(|flags| flags.iter().map(|flag| Value::from(*flag)).collect());
        let fact = record([
            ("address", Some(shown(self.address))),
            ("netmask", Some(shown(self.netmask))),
            ("network", Some(shown(self.network))),
            ("scope6", text(scope(self.address))),
            ("flags", flags),
        ]);
        fact.unwrap_or_else(|| never!("a binding has an address", Value::Undef))
    }
}

fn shown(address: IpAddr) -> Value {
    Value::from(address.to_string())
}

fn interface(root: &Root, link: &Link, links: &[Link], flags: &[Flags]) -> Interface {
    let mut interface = Interface {
        name: link.name.clone(),
        mac: hardware_address(root, link, links),
        mtu: link.mtu,
        dhcp: dhcp::server(root, link),
        ..Interface::default()
    };
    for (address, length) in &link.addresses {
        let found = flags.iter().find(|(name, of, _)| *name == link.name && of == address);
        let flags = found.map(|(_, _, flags)| flags.clone());
        let binding = Binding { flags, ..Binding::new(*address, *length) };
        if address.is_ipv4() { interface.four.push(binding) } else { interface.six.push(binding) }
    }
    interface
}

/// The address of an interface; a part of a bond has the one that it had before.
fn hardware_address(root: &Root, link: &Link, links: &[Link]) -> Option<String> {
    let master = link.master.and_then(|index| links.iter().find(|link| link.index == index));
    let own = master.and_then(|master| files::address_before_bond(root, &master.name, &link.name));
    let address = own.or_else(|| link.address.clone())?;
    let parts = address.split(':').count();
    let is_address = (6..=20).contains(&parts)
        && address.split(':').all(|part| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_hexdigit()));
    (is_address && address != "00:00:00:00:00:00").then_some(address)
}

/// The address by which others reach the machine, if any; else the first one.
fn best(bindings: &[Binding]) -> Option<&Binding> {
    bindings.iter().find(|binding| !is_local(binding.address)).or(bindings.first())
}

/// Whether an address means nothing elsewhere.
fn is_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(four) => four.is_loopback() || four.is_link_local(),
        IpAddr::V6(six) => six.is_loopback() || six.is_unicast_link_local() || six.is_unique_local(),
    }
}

/// How far an address of IPv6 reaches.
fn scope(address: IpAddr) -> Option<String> {
    let IpAddr::V6(six) = address else { return None };
    let is_compatible = six.to_bits() >> 32 == 0 && six.to_bits() > 1;
    let reach = if six.is_unicast_link_local() {
        "link"
    } else if six.segments()[0] & 0xffc0 == 0xfec0 {
        "site"
    } else if six.is_loopback() {
        "host"
    } else {
        "global"
    };
    Some(format!("{}{reach}", if is_compatible { "compat," } else { "" }))
}

/// The first interface with an address that others reach.
fn first_reachable(interfaces: &[Interface]) -> Option<String> {
    let reaches = |binding: &Binding| !is_local(binding.address);
    let found = interfaces.iter().find(|one| one.four.iter().any(reaches) || one.six.iter().any(reaches));
    found.map(|interface| interface.name.clone())
}
