//! Asks the kernel for network interfaces and their addresses, as `ip address` does.
//!
//! A question is one message; the answer is many, in packets of the kernel's choice. All numbers in them have the
//! byte order of the machine. Nothing that a packet says about its own lengths is believed.

#[cfg(test)]
mod tests;

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    os::fd::OwnedFd,
};

use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, netlink::SocketAddrNetlink, recv, sendto, socket_with,
};

use super::Link;

const MESSAGE_HEADER: usize = 16;
const LINK_HEADER: usize = 16;
const ADDRESS_HEADER: usize = 8;

const DONE: u16 = 3;
const ERROR: u16 = 2;
const NEW_LINK: u16 = 16;
const GET_LINK: u16 = 18;
const NEW_ADDRESS: u16 = 20;
const GET_ADDRESS: u16 = 22;

/// A question (1) for everything (0x300).
const REQUEST_DUMP: u16 = 0x301;

/// How many packets an answer may have.
const MAX_PACKETS: usize = 100_000;

/// The interfaces with their addresses.
pub(super) fn links() -> io::Result<Vec<Link>> {
    let socket = socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, None)?;
    let mut links = Vec::new();
    ask(&socket, GET_LINK, |kind, body| {
        if kind == NEW_LINK {
            links.extend(link(body));
        }
    })?;
    let mut found = Vec::new();
    ask(&socket, GET_ADDRESS, |kind, body| {
        if kind == NEW_ADDRESS {
            found.extend(address(body));
        }
    })?;
    // The kernel lists the addresses of IPv4 before those of IPv6.
    for Address { index, label, address, length } in found {
        let name = label.as_deref();
        let owner =
            links.iter().position(|link: &Link| link.index == index && name.is_none_or(|name| name == link.name));
        match (owner, label) {
            (Some(index), _) => links[index].addresses.push((address, length)),
            // An alias such as eth0:1 looks like an interface of its own.
            (None, Some(name)) => {
                links.push(Link { index, name, addresses: vec![(address, length)], ..Link::default() })
            }
            (None, None) => {}
        }
    }
    Ok(links)
}

/// Asks one question, and hands on every message of the answer.
fn ask(socket: &OwnedFd, kind: u16, mut take: impl FnMut(u16, &[u8])) -> io::Result<()> {
    let mut question = Vec::with_capacity(MESSAGE_HEADER + LINK_HEADER);
    question.extend(((MESSAGE_HEADER + LINK_HEADER) as u32).to_ne_bytes());
    question.extend(kind.to_ne_bytes());
    question.extend(REQUEST_DUMP.to_ne_bytes());
    question.resize(MESSAGE_HEADER + LINK_HEADER, 0);
    sendto(socket, &question, SendFlags::empty(), &SocketAddrNetlink::new(0, 0))?;
    let mut buffer = vec![0; 64 << 10];
    for _ in 0..MAX_PACKETS {
        let (length, _) = match recv(socket, &mut buffer[..], RecvFlags::empty()) {
            Err(rustix::io::Errno::INTR) => continue,
            received => received?,
        };
        if length == 0 {
            return Ok(());
        }
        for (kind, body) in messages(buffer.get(..length).unwrap_or_default()) {
            match kind {
                DONE => return Ok(()),
                ERROR => return Err(io::Error::other("the kernel refused to list the network")),
                kind => take(kind, body),
            }
        }
    }
    Ok(())
}

/// The messages of a packet: what kind each is, and what it says.
fn messages(packet: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    let mut rest = packet;
    std::iter::from_fn(move || {
        let length = usize::try_from(u32_at(rest, 0)?).ok()?;
        let body = rest.get(MESSAGE_HEADER..length)?;
        let kind = u16_at(rest, 4)?;
        rest = rest.get(length.next_multiple_of(4)..).unwrap_or_default();
        Some((kind, body))
    })
}

/// The attributes after the header of a message.
fn attributes(body: &[u8], header: usize) -> impl Iterator<Item = (u16, &[u8])> {
    let mut rest = body.get(header..).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = usize::from(u16_at(rest, 0)?);
        let value = rest.get(4..length)?;
        let kind = u16_at(rest, 2)?;
        rest = rest.get(length.next_multiple_of(4)..).unwrap_or_default();
        Some((kind, value))
    })
}

fn link(body: &[u8]) -> Option<Link> {
    let mut link = Link { index: u32_at(body, 4)?, ..Link::default() };
    for (kind, value) in attributes(body, LINK_HEADER) {
        match kind {
            1 => link.address = Some(hardware_address(value)),
            3 => link.name = text(value),
            4 => link.mtu = u32_at(value, 0),
            10 => link.master = u32_at(value, 0),
            _ => {}
        }
    }
    (!link.name.is_empty()).then_some(link)
}

struct Address {
    index: u32,
    /// The name that an address of IPv4 goes by.
    label: Option<String>,
    address: IpAddr,
    length: u8,
}

fn address(body: &[u8]) -> Option<Address> {
    let length = *body.get(1)?;
    let index = u32_at(body, 4)?;
    let (mut far, mut local, mut label) = (None, None, None);
    for (kind, value) in attributes(body, ADDRESS_HEADER) {
        match kind {
            1 => far = ip(value),
            2 => local = ip(value),
            3 => label = Some(text(value)),
            _ => {}
        }
    }
    // The ends of a tunnel differ: this one is the local one.
    Some(Address { index, label, address: local.or(far)?, length })
}

fn ip(bytes: &[u8]) -> Option<IpAddr> {
    let four = <[u8; 4]>::try_from(bytes).map(|bytes| IpAddr::V4(Ipv4Addr::from(bytes)));
    four.or_else(|_| <[u8; 16]>::try_from(bytes).map(|bytes| IpAddr::V6(Ipv6Addr::from(bytes)))).ok()
}

fn hardware_address(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(":")
}

fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).into_owned()
}

fn u32_at(bytes: &[u8], index: usize) -> Option<u32> {
    bytes.get(index..index + 4)?.try_into().ok().map(u32::from_ne_bytes)
}

fn u16_at(bytes: &[u8], index: usize) -> Option<u16> {
    bytes.get(index..index + 2)?.try_into().ok().map(u16::from_ne_bytes)
}
