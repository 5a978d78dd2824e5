//! Internet addresses with an optional mask and zone, as Ruby's `IPAddr` reads and writes them.

use std::fmt;

use pcore::Value;

/// An address, cut to its mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    address: ruby_subset::address::Address,
    /// `%eth0`
    zone: String,
}

impl Address {
    /// Reads `10.0.0.0/8`, `::1`, `[::1]` or `fe80::1%eth0`; nothing for what is no address.
    pub fn parse(text: &str) -> Option<Address> {
        let (written, mask) = text.split_at(text.find('/').unwrap_or(text.len()));
        let bracketed = written.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
        let (written, zone) = match bracketed.unwrap_or(written).split_once('%') {
            Some((written, zone)) if is_word(zone) => (written, format!("%{zone}")),
            Some(_) => return None,
            None => (bracketed.unwrap_or(written), String::new()),
        };
        let address = ruby_subset::address::Address::read(&format!("{written}{mask}")).ok()?;
        if address.is_old && (bracketed.is_some() || !zone.is_empty()) {
            return None;
        }
        Some(Address { address, zone })
    }

    pub fn is_ipv4(&self) -> bool {
        self.address.is_old
    }

    pub fn is_ipv6(&self) -> bool {
        !self.address.is_old
    }

    /// Whether another address lies in the network of this one.
    pub fn contains(&self, other: &Address) -> bool {
        self.address.includes(other.address)
    }
}

/// Whether a value is a text with an address of some kind.
pub(super) fn is_address(value: &Value, is_kind: fn(&Address) -> bool) -> bool {
    value.as_str().and_then(Address::parse).is_some_and(|address| is_kind(&address))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Writes the address without its mask.
impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.address.text(), self.zone)
    }
}
