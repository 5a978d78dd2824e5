//! Addresses of the Internet and networks of such, as Ruby's `IPAddr` has them. Nothing here asks a network.

use std::{
    fmt::Write as _,
    net::{Ipv4Addr, Ipv6Addr},
};

/// An address with a mask: a network, where the mask leaves bits open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The bits, those of an old address being the lowest 32.
    pub bits: u128,
    mask: u128,
    /// Whether it is one of IPv4.
    pub is_old: bool,
}

/// Why a text is not an address: the class of the error below `IPAddr`, and its message.
pub type Refusal = (&'static str, String);

impl Address {
    /// Reads `10.0.0.1`, `10.0.0.0/8`, `10.0.0.0/255.0.0.0`, `fe80::1`, `[fe80::1]/64`.
    pub fn read(text: &str) -> Result<Address, Refusal> {
        let (plain, length) = match text.split_once('/') {
            Some((plain, length)) => (plain, Some(length)),
            None => (text, None),
        };
        let plain = plain.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(plain);
        let address = Address::plain(plain)?;
        match length {
            None => Ok(address),
            Some(length) => address.masked(length),
        }
    }

    fn plain(text: &str) -> Result<Address, Refusal> {
        let parts: Vec<&str> = text.split('.').collect();
        let is_old = parts.len() == 4 && parts.iter().all(|part| !part.is_empty() && part.bytes().all(is_digit));
        if is_old {
            let mut bits = 0;
            for part in parts {
                let number = part.parse::<u32>().ok().filter(|number| *number < 256);
                let Some(number) = number else { return Err(("InvalidAddressError", "invalid address: ".into())) };
                if part.len() > 1 && part.starts_with('0') {
                    let why = "zero-filled number in IPv4 address is ambiguous: ";
                    return Err(("InvalidAddressError", why.into()));
                }
                bits = bits << 8 | u128::from(number);
            }
            return Ok(Address { bits, mask: u128::from(u32::MAX), is_old });
        }
        match text.parse::<Ipv6Addr>() {
            Ok(address) => Ok(Address { bits: address.to_bits(), mask: u128::MAX, is_old }),
            Err(_) => Err(("InvalidAddressError", "invalid address: ".into())),
        }
    }

    /// The network with so many bits, or with a mask that is written as an address.
    pub fn masked(self, length: &str) -> Result<Address, Refusal> {
        let all = self.width();
        let refused = || ("InvalidPrefixError", format!("invalid length: {}", self.bits));
        let is_number = length.bytes().all(is_digit) && (length == "0" || !length.starts_with('0'));
        let mask = if is_number && !length.is_empty() {
            let bits = length.parse::<u32>().ok().filter(|bits| *bits <= all).ok_or_else(refused)?;
            let whole = self.whole();
            if bits == 0 { 0 } else { whole ^ (whole.checked_shr(bits).unwrap_or(0)) }
        } else {
            let mask = Address::plain(length)?;
            if mask.is_old != self.is_old {
                return Err(("InvalidPrefixError", "address family is not same".into()));
            }
            // The bits that a mask leaves open come last.
            let open = self.whole() ^ mask.bits;
            if open & open.wrapping_add(1) != 0 {
                return Err(("InvalidPrefixError", format!("invalid mask {length}: {}", self.bits)));
            }
            mask.bits
        };
        Ok(Address { bits: self.bits & mask, mask, is_old: self.is_old })
    }

    fn width(self) -> u32 {
        if self.is_old { 32 } else { 128 }
    }

    fn whole(self) -> u128 {
        if self.is_old { u128::from(u32::MAX) } else { u128::MAX }
    }

    /// How many bits the mask has.
    pub fn prefix(self) -> u32 {
        self.mask.count_ones()
    }

    /// Whether another one lies in this network.
    pub fn includes(self, other: Address) -> bool {
        self.is_old == other.is_old && other.bits & self.mask == self.bits && other.mask & self.mask == self.mask
    }

    /// The address as it is usually written.
    pub fn text(self) -> String {
        shown(self.bits, self.is_old)
    }

    /// The first and the last address of the network.
    pub fn ends(self) -> (Address, Address) {
        let one = |bits| Address { bits, mask: self.whole(), is_old: self.is_old };
        (one(self.bits), one(self.bits | (self.whole() ^ self.mask)))
    }

    /// The address after this one; nothing after the last.
    pub fn next(self) -> Option<Address> {
        let bits = self.bits.checked_add(1).filter(|bits| *bits <= self.whole())?;
        Some(Address { bits, ..self })
    }

    /// Whether it is one of those that are not for all the world.
    pub fn is_private(self) -> bool {
        match u32::try_from(self.bits) {
            Ok(bits) if self.is_old => Ipv4Addr::from_bits(bits).is_private(),
            _ => self.bits >> 121 == 0x7e,
        }
    }

    /// Whether it is the machine itself.
    pub fn is_loopback(self) -> bool {
        if self.is_old { self.bits >> 24 == 127 } else { self.bits == 1 }
    }

    /// Whether it is valid on one network only.
    pub fn is_link_local(self) -> bool {
        if self.is_old { self.bits >> 16 == 0xa9fe } else { self.bits >> 118 == 0x3fa }
    }

    /// The address and its mask, as Ruby's `inspect`.
    pub fn inspect(self) -> String {
        let family = if self.is_old { "IPv4" } else { "IPv6" };
        format!("#<IPAddr: {family}:{}/{}>", full(self.bits, self.is_old), full(self.mask, self.is_old))
    }

    /// Written without anything left out.
    pub fn full(self) -> String {
        full(self.bits, self.is_old)
    }
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

fn old(bits: u128) -> String {
    Ipv4Addr::from_bits(u32::try_from(bits & u128::from(u32::MAX)).unwrap_or(u32::MAX)).to_string()
}

fn shown(bits: u128, is_old: bool) -> String {
    if is_old {
        return old(bits);
    }
    // Ruby also writes the lowest 32 bits as an old address when nothing else is there.
    if bits >> 16 != 0 && bits >> 32 == 0 {
        return format!("::{}", old(bits));
    }
    Ipv6Addr::from_bits(bits).to_string()
}

fn full(bits: u128, is_old: bool) -> String {
    if is_old {
        return old(bits);
    }
    let mut text = String::new();
    for (index, segment) in Ipv6Addr::from_bits(bits).segments().iter().enumerate() {
        let _ = write!(text, "{}{segment:04x}", if index > 0 { ":" } else { "" });
    }
    text
}
