//! Functions that recognize addresses and names of hosts.

use std::sync::LazyLock;

use pcore::{Value, regexp::Regexp};

use super::{
    address::{Address, is_address},
    arguments::{only, own_pattern, recognize},
    deprecation::prefer_match,
};
use crate::functions::{Call, Function, Outcome, Signature, fail, text};

functions![
    Function::unchecked(
        "is_domain_name",
        "Returns whether a text can be the name of a domain",
        is_domain_name,
        &[("is_domain_name('example.com')", "true"), ("is_domain_name('1.2.3.4')", "false")],
    ),
    Function::unchecked(
        "is_email_address",
        "Returns whether a text can be an address for mail",
        |call| Ok(Value::Boolean(is_mail_address(only(call, "is_email_address")?))),
        &[("is_email_address('a@example.com')", "true"), ("is_email_address('a@b')", "false")],
    ),
    Function::typed(
        "is_ip_address",
        "Returns whether a text is an address of IPv4 or IPv6",
        &[Signature::new(&["Any args*"], |call| {
            recognize(call, "is_ip_address", "Ip_address", |value| is_address(value, |_| true))
        })],
        &[],
    ),
    Function::typed(
        "is_ipv4_address",
        "Returns whether a text is an address of IPv4",
        &[Signature::new(&["Any args*"], |call| {
            recognize(call, "is_ipv4_address", "Ipv4", |value| is_address(value, Address::is_ipv4))
        })],
        &[],
    ),
    Function::typed(
        "is_ipv6_address",
        "Returns whether a text is an address of IPv6",
        &[Signature::new(&["Any args*"], is_ipv6_address)],
        &[],
    ),
    Function::unchecked(
        "is_mac_address",
        "Returns whether a text is the address of a network card, of 6 or 20 bytes",
        is_mac_address,
        &[("is_mac_address('00:11:22:aa:bb:cc')", "true"), ("is_mac_address('00:11')", "false")],
    ),
];

fn is_domain_name(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::String(name)] => Ok(Value::Boolean(is_domain(name))),
        [_] => Ok(Value::Boolean(false)),
        all => fail(format!("is_domain_name(): Wrong number of arguments given {} for 1", all.len())),
    }
}

/// Whether all parts are words that a domain can have, and the last is not a number.
pub(super) fn is_domain(name: &str) -> bool {
    if name == "." {
        return true;
    }
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_word = |part: &str| {
        let letters = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        letters && (1..=63).contains(&part.len()) && !part.starts_with('-') && !part.ends_with('-')
    };
    let ends_well = match name.rsplit_once('.') {
        Some((_, last)) => !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_alphabetic()),
        None => true,
    };
    name.chars().count() <= 255 && ends_well && name.split('.').all(is_word)
}

static MAIL_ADDRESS: LazyLock<Option<Regexp>> =
    LazyLock::new(|| own_pattern(r"\A([\w+\-].?)+@[a-z\d\-]+(\.[a-z]+)*\.[a-z]+\z"));

/// Whether a value is an address for mail; a text that takes too long to match is not.
pub(super) fn is_mail_address(value: &Value) -> bool {
    match (value, &*MAIL_ADDRESS) {
        (Value::String(text), Some(pattern)) => pattern.is_match(text).unwrap_or_default(),
        _ => false,
    }
}

fn is_ipv6_address(call: &mut Call<'_, '_>) -> Outcome {
    // The key is that of its sibling, so that only one of the two warns.
    prefer_match(call, "is_ipv4_address", "Ipv6")?;
    let value = only(call, "is_ipv6_address")?;
    Ok(Value::Boolean(is_address(value, Address::is_ipv6)))
}

fn is_mac_address(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::String(text)] => Ok(Value::Boolean(text.lines().any(is_mac))),
        [other] => fail(text::no_conversion(other, "String")),
        all => fail(format!("is_mac_address(): Wrong number of arguments given {} for 1", all.len())),
    }
}

fn is_mac(text: &str) -> bool {
    let is_byte = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    matches!(text.split(':').count(), 6 | 20) && text.split(':').all(is_byte)
}
