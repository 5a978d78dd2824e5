//! Digests of bytes, in hexadecimal.

use md5::{Digest, Md5};
use pcore::names::hexadecimal;
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

/// A way to make a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// MD5.
    Md5,
    /// SHA-1.
    Sha1,
    /// SHA-2 of 224 bits.
    Sha224,
    /// SHA-2 of 256 bits.
    Sha256,
    /// SHA-2 of 384 bits.
    Sha384,
    /// SHA-2 of 512 bits.
    Sha512,
}

impl Algorithm {
    /// The algorithm that a setting names.
    pub fn named(name: &str) -> Option<Algorithm> {
        Some(match name {
            "md5" => Algorithm::Md5,
            "sha1" => Algorithm::Sha1,
            "sha224" => Algorithm::Sha224,
            "sha256" => Algorithm::Sha256,
            "sha384" => Algorithm::Sha384,
            "sha512" => Algorithm::Sha512,
            _ => return None,
        })
    }

    /// The digest, in hexadecimal.
    pub fn hexadecimal(self, bytes: &[u8]) -> String {
        hexadecimal(&self.digest(bytes))
    }

    /// The digest.
    pub fn digest(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Algorithm::Md5 => Md5::digest(bytes).to_vec(),
            Algorithm::Sha1 => Sha1::digest(bytes).to_vec(),
            Algorithm::Sha224 => Sha224::digest(bytes).to_vec(),
            Algorithm::Sha256 => Sha256::digest(bytes).to_vec(),
            Algorithm::Sha384 => Sha384::digest(bytes).to_vec(),
            Algorithm::Sha512 => Sha512::digest(bytes).to_vec(),
        }
    }
}
