//! `ssh`: the public keys of the machine, with their fingerprints.

use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use pcore::{Value, names::hexadecimal};
use sha1::Digest as _;

use crate::{
    record::{record, text},
    root::Root,
};

const DIRECTORIES: [&str; 5] = ["/etc/ssh", "/usr/local/etc/ssh", "/etc", "/usr/local/etc", "/etc/opt/ssh"];

/// Keys by the names of their files: what the fact calls them, their type, and their number in DNS.
const KINDS: [(&str, &str, u8); 4] =
    [("dsa", "ssh-dss", 2), ("ecdsa", "ecdsa-sha2-nistp256", 3), ("ed25519", "ssh-ed25519", 4), ("rsa", "ssh-rsa", 1)];

pub(super) fn fact(root: &Root) -> Option<Value> {
    let mut keys: [Option<Value>; 4] = Default::default();
    // The last one found counts.
    for directory in DIRECTORIES.iter().filter(|directory| root.is_directory(directory)) {
        for name in ["rsa", "dsa", "ecdsa", "ed25519"] {
            let Some(line) = root.text(format!("{directory}/ssh_host_{name}_key.pub")) else { continue };
            let mut words = line.split_whitespace();
            let (Some(kind), Some(key)) = (words.next(), words.next()) else { continue };
            let Some(index) = KINDS.iter().position(|(_, known, _)| *known == kind) else { continue };
            if let (Some(slot), Some((_, _, number))) = (keys.get_mut(index), KINDS.get(index)) {
                *slot = self::key(kind, key, *number);
            }
        }
    }
    let [dsa, ecdsa, ed25519, rsa] = keys;
    record([("dsa", dsa), ("ecdsa", ecdsa), ("ed25519", ed25519), ("rsa", rsa)])
}

fn key(kind: &str, key: &str, number: u8) -> Option<Value> {
    let lenient = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let bytes = GeneralPurpose::new(&alphabet::STANDARD, lenient).decode(key).ok()?;
    let sha1 = hexadecimal(&sha1::Sha1::digest(&bytes));
    let sha256 = hexadecimal(&sha2::Sha256::digest(&bytes));
    let fingerprints = record([
        ("sha1", text(Some(format!("SSHFP {number} 1 {sha1}")))),
        ("sha256", text(Some(format!("SSHFP {number} 2 {sha256}")))),
    ]);
    record([("fingerprints", fingerprints), ("key", text(Some(key))), ("type", text(Some(kind)))])
}
