//! A PKCS7 envelope (RFC 5652, EnvelopedData): a text, encrypted with a key that is encrypted for each recipient.

use aes::{Aes128, Aes192, Aes256};
use cbc::{
    Decryptor,
    cipher::{BlockModeDecrypt as _, KeyIvInit as _, block_padding::Pkcs7},
};

use super::{
    DecryptionError,
    der::{self, Reader},
    private_key::PrivateKey,
};

const ENVELOPED_DATA: &str = "1.2.840.113549.1.7.3";
const AES_128_CBC: &str = "2.16.840.1.101.3.4.1.2";
const AES_192_CBC: &str = "2.16.840.1.101.3.4.1.22";
const AES_256_CBC: &str = "2.16.840.1.101.3.4.1.42";

/// What is in an envelope.
struct Envelope<'b> {
    /// The content key, encrypted for each recipient.
    keys: Vec<&'b [u8]>,
    cipher: &'b [u8],
    initial_vector: &'b [u8],
    content: Vec<u8>,
}

/// Opens an envelope with a key.
pub(super) fn open(bytes: &[u8], key: &PrivateKey) -> Result<Vec<u8>, DecryptionError> {
    let envelope = read(bytes).map_err(DecryptionError::Envelope)?;
    let cipher = der::dotted(envelope.cipher);
    let length = match cipher.as_str() {
        AES_128_CBC => 16,
        AES_192_CBC => 24,
        AES_256_CBC => 32,
        _ => return Err(DecryptionError::Cipher(cipher)),
    };
    let mut keys = envelope.keys.iter().filter_map(|encrypted| key.decrypt(encrypted));
    let content_key = keys.find(|key| key.len() == length).ok_or(DecryptionError::OtherKey)?;
    let (vector, content) = (envelope.initial_vector, &envelope.content);
    macro_rules! decrypted {
        ($cipher:ty) => {
            Decryptor::<$cipher>::new_from_slices(&content_key, vector)
                .ok()
                .and_then(|decryptor| decryptor.decrypt_padded_vec::<Pkcs7>(content).ok())
        };
    }
    let clear = match length {
        16 => decrypted!(Aes128),
        24 => decrypted!(Aes192),
        _ => decrypted!(Aes256),
    };
    clear.ok_or(DecryptionError::OtherKey)
}

fn read(bytes: &[u8]) -> Result<Envelope<'_>, &'static str> {
    let mut info = Reader::new(bytes).enter(der::SEQUENCE).ok_or("it does not start with a sequence")?;
    let kind = info.expect(der::OBJECT_IDENTIFIER).ok_or("it has no content type")?;
    if der::dotted(kind) != ENVELOPED_DATA {
        return Err("it contains something else");
    }
    let wrapped = info.enter(der::CONTEXT_0).and_then(|mut wrapped| wrapped.enter(der::SEQUENCE));
    let mut data = wrapped.ok_or("it is empty")?;
    data.expect(der::INTEGER).ok_or("it has no version")?;
    // Certificates may come first.
    if data.peek() == Some(der::CONTEXT_0) {
        data.next();
    }
    let mut recipients = data.enter(der::SET).ok_or("it has no recipients")?;
    let mut keys = Vec::new();
    while !recipients.is_empty() {
        let (tag, recipient) = recipients.next().ok_or("the list of recipients is truncated")?;
        // Other kinds of recipients have other tags.
        if tag == der::SEQUENCE {
            keys.extend(encrypted_key(Reader::new(recipient)));
        }
    }
    let (cipher, initial_vector, content) = content(data).ok_or("it has no content")?;
    Ok(Envelope { keys, cipher, initial_vector, content })
}

/// The encrypted key of a recipient: it follows a version, an identifier and an algorithm.
fn encrypted_key<'b>(mut recipient: Reader<'b>) -> Option<&'b [u8]> {
    recipient.expect(der::INTEGER)?;
    recipient.next()?;
    recipient.enter(der::SEQUENCE)?;
    recipient.expect(der::OCTET_STRING)
}

fn content<'b>(mut data: Reader<'b>) -> Option<(&'b [u8], &'b [u8], Vec<u8>)> {
    let mut info = data.enter(der::SEQUENCE)?;
    info.expect(der::OBJECT_IDENTIFIER)?;
    let mut algorithm = info.enter(der::SEQUENCE)?;
    let cipher = algorithm.expect(der::OBJECT_IDENTIFIER)?;
    let vector = algorithm.expect(der::OCTET_STRING).unwrap_or_default();
    let content = match info.next()? {
        (der::CONTEXT_0_PRIMITIVE, bytes) => bytes.to_vec(),
        // In pieces.
        (der::CONTEXT_0, pieces) => {
            let (mut pieces, mut bytes) = (Reader::new(pieces), Vec::new());
            while !pieces.is_empty() {
                bytes.extend_from_slice(pieces.expect(der::OCTET_STRING)?);
            }
            bytes
        }
        _ => return None,
    };
    Some((cipher, vector, content))
}
