//! A PKCS7 envelope (RFC 5652, EnvelopedData): a text, encrypted with a key that is encrypted for each recipient.

use aes::{Aes128, Aes192, Aes256};
use cbc::{
    Decryptor,
    cipher::{BlockModeDecrypt as _, KeyIvInit as _, block_padding::Pkcs7},
};

use rsa::pkcs8::{
    ObjectIdentifier,
    der::{
        Reader as _, SliceReader, Tag, TagNumber, Tagged as _,
        asn1::{AnyRef, OctetStringRef},
    },
};

use super::{DecryptionError, private_key::PrivateKey};

const ENVELOPED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.3");
const AES_128_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.2");
const AES_192_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.22");
const AES_256_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.42");

/// `[0]`, with elements in it, or with bytes.
const CONTEXT_0: Tag = Tag::ContextSpecific { constructed: true, number: TagNumber::N0 };
const CONTEXT_0_PRIMITIVE: Tag = Tag::ContextSpecific { constructed: false, number: TagNumber::N0 };

struct Envelope<'b> {
    /// The content key, encrypted for each recipient.
    keys: Vec<&'b [u8]>,
    cipher: ObjectIdentifier,
    initial_vector: &'b [u8],
    content: Vec<u8>,
}

pub(super) fn open(bytes: &[u8], key: &PrivateKey) -> Result<Vec<u8>, DecryptionError> {
    let envelope = read(bytes).map_err(DecryptionError::Envelope)?;
    let length = match envelope.cipher {
        AES_128_CBC => 16,
        AES_192_CBC => 24,
        AES_256_CBC => 32,
        cipher => return Err(DecryptionError::Cipher(cipher.to_string())),
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
    let info = SliceReader::new(bytes).ok().and_then(|mut whole| enter(&mut whole, Tag::Sequence));
    let mut info = info.ok_or("it does not start with a sequence")?;
    if info.decode::<ObjectIdentifier>().map_err(|_| "it has no content type")? != ENVELOPED_DATA {
        return Err("it contains something else");
    }
    let wrapped = enter(&mut info, CONTEXT_0).and_then(|mut wrapped| enter(&mut wrapped, Tag::Sequence));
    let mut data = wrapped.ok_or("it is empty")?;
    enter(&mut data, Tag::Integer).ok_or("it has no version")?;
    // Certificates may come first.
    if data.peek_tag() == Ok(CONTEXT_0) {
        enter(&mut data, CONTEXT_0);
    }
    let mut recipients = enter(&mut data, Tag::Set).ok_or("it has no recipients")?;
    let mut keys = Vec::new();
    while !recipients.is_finished() {
        let recipient: AnyRef<'_> = recipients.decode().map_err(|_| "the list of recipients is truncated")?;
        // Other kinds of recipients have other tags.
        if recipient.tag() == Tag::Sequence {
            keys.extend(encrypted_key(recipient));
        }
    }
    let (cipher, initial_vector, content) = content(data).ok_or("it has no content")?;
    Ok(Envelope { keys, cipher, initial_vector, content })
}

/// The encrypted key of a recipient: it follows a version, an identifier and an algorithm.
fn encrypted_key<'b>(recipient: AnyRef<'b>) -> Option<&'b [u8]> {
    let mut recipient = SliceReader::new(recipient.value()).ok()?;
    enter(&mut recipient, Tag::Integer)?;
    recipient.decode::<AnyRef<'_>>().ok()?;
    enter(&mut recipient, Tag::Sequence)?;
    recipient.decode::<OctetStringRef<'b>>().ok().map(|key| key.as_bytes())
}

fn content<'b>(mut data: SliceReader<'b>) -> Option<(ObjectIdentifier, &'b [u8], Vec<u8>)> {
    let mut info = enter(&mut data, Tag::Sequence)?;
    info.decode::<ObjectIdentifier>().ok()?;
    let mut algorithm = enter(&mut info, Tag::Sequence)?;
    let cipher = algorithm.decode().ok()?;
    let vector = algorithm.decode::<OctetStringRef<'b>>().map_or(&[][..], |vector| vector.as_bytes());
    let content: AnyRef<'b> = info.decode().ok()?;
    let content = match content.tag() {
        CONTEXT_0_PRIMITIVE => content.value().to_vec(),
        // In pieces.
        CONTEXT_0 => {
            let (mut pieces, mut bytes) = (SliceReader::new(content.value()).ok()?, Vec::new());
            while !pieces.is_finished() {
                bytes.extend_from_slice(pieces.decode::<OctetStringRef<'b>>().ok()?.as_bytes());
            }
            bytes
        }
        _ => return None,
    };
    Some((cipher, vector, content))
}

/// The elements in the next element, which has a tag.
fn enter<'b>(reader: &mut SliceReader<'b>, tag: Tag) -> Option<SliceReader<'b>> {
    let element: AnyRef<'b> = reader.decode().ok()?;
    SliceReader::new(element.value()).ok().filter(|_| element.tag() == tag)
}
