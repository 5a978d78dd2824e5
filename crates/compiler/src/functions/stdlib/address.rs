//! Internet addresses with an optional mask, as Ruby's `IPAddr` reads and writes them.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use pcore::Value;

/// An address, cut to its mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    address: IpAddr,
    /// How many bits at the start count.
    length: u32,
    /// `%eth0`
    zone: String,
}

/// The text is not an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InvalidAddress;

impl Address {
    /// Reads `10.0.0.0/8`, `::1`, `[::1]` or `fe80::1%eth0`.
    pub fn parse(text: &str) -> Result<Address, InvalidAddress> {
        let (written, mask) = text.split_once('/').map_or((text, None), |(written, mask)| (written, Some(mask)));
        let bracketed = written.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
        let (written, zone) = match bracketed.unwrap_or(written).split_once('%') {
            Some((written, zone)) if is_word(zone) => (written, format!("%{zone}")),
            Some(_) => return Err(InvalidAddress),
            None => (bracketed.unwrap_or(written), String::new()),
        };
        let address: IpAddr = written.parse().map_err(|_| InvalidAddress)?;
        if address.is_ipv4() && (bracketed.is_some() || !zone.is_empty()) {
            return Err(InvalidAddress);
        }
        let length = match mask {
            None => size(address),
            Some(mask) => mask_length(mask, address)?,
        };
        Ok(Address { address: cut(address, length), length, zone })
    }

    pub fn is_ipv4(&self) -> bool {
        self.address.is_ipv4()
    }

    pub fn is_ipv6(&self) -> bool {
        self.address.is_ipv6()
    }

    /// Whether another address lies in the network of this one.
    pub fn contains(&self, other: &Address) -> bool {
        self.is_ipv4() == other.is_ipv4()
            && other.length >= self.length
            && cut(other.address, self.length) == self.address
    }
}

/// Whether a value is a text with an address of some kind.
pub(super) fn is_address(value: &Value, is_kind: fn(&Address) -> bool) -> bool {
    value.as_str().and_then(|text| Address::parse(text).ok()).is_some_and(|address| is_kind(&address))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// How many bits an address has.
fn size(address: IpAddr) -> u32 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// A mask is a number of bits, or an address with that many ones.
fn mask_length(mask: &str, address: IpAddr) -> Result<u32, InvalidAddress> {
    let is_number = mask.bytes().all(|byte| byte.is_ascii_digit()) && (mask == "0" || !mask.starts_with('0'));
    if is_number && !mask.is_empty() {
        return mask.parse().ok().filter(|length| *length <= size(address)).ok_or(InvalidAddress);
    }
    let bits = match (mask.parse().map_err(|_| InvalidAddress)?, address) {
        (IpAddr::V4(mask), IpAddr::V4(_)) => u128::from(mask.to_bits()) << 96,
        (IpAddr::V6(mask), IpAddr::V6(_)) => mask.to_bits(),
        _ => return Err(InvalidAddress),
    };
    if bits.leading_ones() == bits.count_ones() { Ok(bits.leading_ones()) } else { Err(InvalidAddress) }
}

fn cut(address: IpAddr, length: u32) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - length).unwrap_or(0);
            IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & mask))
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - length).unwrap_or(0);
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask))
        }
    }
}

/// Writes the address without its mask.
impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.address {
            IpAddr::V4(address) => write!(formatter, "{address}"),
            IpAddr::V6(address) => write!(formatter, "{}{}", short(&address.segments()), self.zone),
        }
    }
}

/// The longest run of zeros is left out; an address with only two parts after them is shown as an IPv4 address.
fn short(parts: &[u16; 8]) -> String {
    let [.., high, low] = *parts;
    let is_old = |start: &[u16]| parts.starts_with(start) && (high != 0 || parts[5] != 0);
    if is_old(&[0, 0, 0, 0, 0, 0xffff]) || (is_old(&[0; 6]) && high != 0) {
        let old = Ipv4Addr::from_bits((u32::from(high) << 16) | u32::from(low));
        return if parts[5] == 0 { format!("::{old}") } else { format!("::ffff:{old}") };
    }
    let (mut start, mut length) = (0, 0);
    for index in 0..parts.len() {
        let run = parts[index..].iter().take_while(|part| **part == 0).count();
        if run > length {
            (start, length) = (index, run);
        }
    }
    let joined = |parts: &[u16]| parts.iter().map(|part| format!("{part:x}")).collect::<Vec<_>>().join(":");
    if length < 2 {
        return joined(parts);
    }
    format!("{}::{}", joined(&parts[..start]), joined(&parts[start + length..]))
}
