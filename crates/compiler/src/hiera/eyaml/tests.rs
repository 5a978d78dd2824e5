//! Encrypted parts of texts, and invalid envelopes. Whole files are decrypted in the tests of the command line.

use super::{DecryptionError, Token, envelope, private_key::PrivateKey, tokens};

const KEY: &str = include_str!("../../../../cli/tests/golden/hiera-eyaml/keys/private_key.pkcs7.pem");

#[test]
fn texts_are_taken_apart() {
    let encrypted = |method, content| Token::Encrypted { method, content };
    assert_eq!(
        tokens("a ENC[PKCS7,aGk=] b"),
        [Token::Clear("a "), encrypted(Some("PKCS7"), "aGk="), Token::Clear(" b")]
    );
    assert_eq!(tokens("ENC[aGk=]ENC[GPG,x]"), [encrypted(None, "aGk="), encrypted(Some("GPG"), "x")]);
    assert_eq!(tokens("ENC[PKCS7,aG\n k=]"), [encrypted(Some("PKCS7"), "aG\n k=")]);
    assert_eq!(tokens("ENC[not yet, ENC[aGk=]"), [Token::Clear("ENC[not yet, "), encrypted(None, "aGk=")]);
    assert_eq!(tokens("ENC[]"), [Token::Clear("ENC[]")]);
    assert_eq!(tokens(""), []);
}

#[test]
fn lengths_that_lie_end_the_reading() {
    let key = PrivateKey::read(KEY).unwrap();
    for bytes in [&b""[..], b"\x30", b"\x30\x05\x00", b"\x30\x80\x00\x00", b"\x30\x84\xff\xff\xff\xff", b"\x30\x89"] {
        assert!(envelope::open(bytes, &key).is_err(), "{bytes:?}");
    }
}

#[test]
fn no_envelope_is_opened_that_is_cut_off_or_changed() {
    let key = PrivateKey::read(KEY).unwrap();
    let data = include_str!("../../../../cli/tests/golden/hiera-eyaml/code/environments/production/data/secret.eyaml");
    let content = data.split("secret: ENC[PKCS7,").nth(1).and_then(|rest| rest.split(']').next()).unwrap();
    let bytes = base64::Engine::decode(&super::BASE64, content).unwrap();
    assert_eq!(envelope::open(&bytes, &key).unwrap(), b"hunter2hunter2");
    for length in (0..bytes.len()).step_by(7) {
        assert!(envelope::open(&bytes[..length], &key).is_err(), "{length}");
    }
    // No changed byte may be more than a refusal or another text.
    for index in (0..bytes.len()).step_by(11) {
        let mut changed = bytes.clone();
        changed[index] ^= 0x55;
        let _ = envelope::open(&changed, &key);
    }
}

#[test]
fn keys_that_cannot_be_used_are_refused() {
    let refused = |text: &str| PrivateKey::read(text).err();
    assert_eq!(refused("no key"), Some("it has no private key in PEM form"));
    assert_eq!(refused("-----BEGIN RSA PRIVATE KEY-----\nx"), Some("it has no end"));
    let cut = KEY.replace('\n', " ").replacen("MII", "MIJ", 1);
    assert_eq!(refused(&cut), Some("not a valid RSA key"));
    let locked = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n-----END RSA PRIVATE KEY-----";
    assert_eq!(refused(locked), Some("it is protected by a password, which cannot be asked for"));
    assert!(matches!(DecryptionError::Base64.to_string().as_str(), "invalid base64"));
}
