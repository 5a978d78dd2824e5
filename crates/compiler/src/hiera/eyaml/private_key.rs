//! A private RSA key from a PEM file, as `eyaml createkeys` and OpenSSL write it.
//!
//! The only module that decrypts with the crate `rsa`, which takes a time that depends on the key (RUSTSEC-2023-0071). An
//! attacker would have to send thousands of chosen messages and measure each answer. What is decrypted here are values in
//! files of the local Hiera data, once per run, for the user who owns the key; no message arrives over a network and no
//! answer leaves. Decryption is blinded nevertheless.

use base64::Engine as _;
use rsa::{
    Pkcs1v15Encrypt, RsaPrivateKey, pkcs1::DecodeRsaPrivateKey as _, pkcs8::DecodePrivateKey as _, rand_core::OsRng,
};

use super::BASE64;

/// A private key. Nothing shows what it is.
pub(in crate::hiera) struct PrivateKey(RsaPrivateKey);

impl PrivateKey {
    /// Reads a PEM text.
    pub(super) fn read(text: &str) -> Result<PrivateKey, &'static str> {
        let unusable = "not a valid RSA key";
        if let Some(bytes) = section(text, "RSA PRIVATE KEY")? {
            return RsaPrivateKey::from_pkcs1_der(&bytes).map(PrivateKey).map_err(|_| unusable);
        }
        if let Some(bytes) = section(text, "PRIVATE KEY")? {
            return RsaPrivateKey::from_pkcs8_der(&bytes).map(PrivateKey).map_err(|_| unusable);
        }
        Err(if text.contains("BEGIN ENCRYPTED PRIVATE KEY") {
            "it is protected by a password, which cannot be asked for"
        } else {
            "it has no private key in PEM form"
        })
    }

    /// Decrypts what was encrypted with the public key; nothing where it was another.
    pub(super) fn decrypt(&self, encrypted: &[u8]) -> Option<Vec<u8>> {
        self.0.decrypt_blinded(&mut OsRng, Pkcs1v15Encrypt, encrypted).ok()
    }
}

/// The bytes between `-----BEGIN x-----` and `-----END x-----`.
fn section(text: &str, name: &str) -> Result<Option<Vec<u8>>, &'static str> {
    let begin = format!("-----BEGIN {name}-----");
    let Some((_, rest)) = text.split_once(&begin) else { return Ok(None) };
    let (body, _) = rest.split_once(&format!("-----END {name}-----")).ok_or("it has no end")?;
    if body.contains("Proc-Type") {
        return Err("it is protected by a password, which cannot be asked for");
    }
    let body: String = body.split_ascii_whitespace().collect();
    BASE64.decode(body).map(Some).map_err(|_| "invalid base64")
}
