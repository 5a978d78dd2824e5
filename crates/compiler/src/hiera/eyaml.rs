//! Encrypted values as hiera-eyaml writes them: `ENC[PKCS7,…]` in the texts of a YAML file.
//!
//! Decrypted texts are registered with the scrubber, so that no log shows them.

mod envelope;
mod private_key;

#[cfg(test)]
mod tests;

use std::{
    env,
    path::{Path, PathBuf},
    sync::Arc,
};

use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use pcore::{Hash, Value};

pub(super) use self::private_key::PrivateKey;
use super::{
    data::Format,
    key::Key,
    lookup_error::{LookupError, LookupResult},
    providers::Provider,
    search::Search,
};
use crate::{error::Interrupt, input};

/// Where the private key is when the options do not say it.
const DEFAULT_KEY: &str = "./keys/private_key.pkcs7.pem";

#[derive(Debug, thiserror::Error)]
enum DecryptionError {
    #[error("the encryption method '{0}' is not supported; PKCS7 is")]
    Method(String),
    #[error("invalid base64")]
    Base64,
    #[error("not a valid PKCS7 envelope: {0}")]
    Envelope(&'static str),
    #[error("the cipher {0} is not supported; AES in CBC mode is")]
    Cipher(String),
    #[error("it was encrypted for another key")]
    OtherKey,
    #[error("the decrypted text is not UTF-8")]
    NoText,
    #[error("cannot read the private key {path}: {reason}")]
    UnreadableKey { path: String, reason: String },
}

/// Base64 with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

impl Search<'_, '_> {
    /// The value of a key in a file with encrypted values.
    pub(super) fn in_encrypted_file(&mut self, provider: &Provider<'_>, key: &Key) -> LookupResult {
        let Some(path) = provider.file() else {
            let message = "'eyaml_lookup_key': one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be \
                           declared in hiera.yaml when using this lookup_key function";
            return Err(Interrupt::unplaced(message).into());
        };
        let file = self.file(path, Format::Yaml)?;
        let Some(value) = file.data.get_str(&key.root) else { return Ok(None) };
        let question = (path.to_path_buf(), key.root.clone());
        let decrypted =
            self.hiera.found.decrypted.get(&question, || self.decrypt(value, &provider.resolved.options, key, path))?;
        self.interpolate(&decrypted, true).map(Some)
    }

    fn decrypt(&mut self, value: &Value, options: &Hash, key: &Key, path: &Path) -> Result<Value, LookupError> {
        match value {
            Value::String(text) if text.contains("ENC[") => {
                let decrypted = self.decrypt_text(text, options).map_err(|error| {
                    LookupError::new(format!(
                        "hiera-eyaml backend error decrypting {text} when looking up {} in {}. Error was {error}",
                        key.root,
                        path.display()
                    ))
                })?;
                Ok(decrypted.into())
            }
            Value::Array(items) => items.iter().map(|item| self.decrypt(item, options, key, path)).collect(),
            Value::Hash(entries) => {
                let mut made = Hash::with_capacity(entries.len());
                for (name, value) in entries.iter() {
                    made.insert(name.clone(), self.decrypt(value, options, key, path)?);
                }
                Ok(made.into())
            }
            other => Ok(other.clone()),
        }
    }

    /// A text with all its encrypted parts in clear; one line break at its end goes.
    fn decrypt_text(&mut self, text: &str, options: &Hash) -> Result<String, DecryptionError> {
        let mut clear = String::new();
        for token in tokens(text) {
            match token {
                Token::Clear(part) => clear.push_str(part),
                Token::Encrypted { method: Some(method), .. } if !method.eq_ignore_ascii_case("PKCS7") => {
                    return Err(DecryptionError::Method(method.to_owned()));
                }
                Token::Encrypted { content, .. } => {
                    let key = self.private_key(options)?;
                    let content: String = content.split_ascii_whitespace().collect();
                    let envelope = BASE64.decode(content).map_err(|_| DecryptionError::Base64)?;
                    let part = envelope::open(&envelope, &key)?;
                    let part = String::from_utf8(part).map_err(|_| DecryptionError::NoText)?;
                    self.compilation.log.scrubber().learn_text(&part);
                    clear.push_str(&part);
                }
            }
        }
        let end = clear.strip_suffix('\n').map(|clear| clear.strip_suffix('\r').unwrap_or(clear).len());
        clear.truncate(end.unwrap_or(clear.len()));
        Ok(clear)
    }

    fn private_key(&mut self, options: &Hash) -> Result<Arc<PrivateKey>, DecryptionError> {
        let option = |name: &str| options.get_str(name).and_then(Value::as_str);
        if let Some(variable) = option("pkcs7_private_key_env_var") {
            let unreadable = |reason: String| DecryptionError::UnreadableKey {
                path: format!("of the environment variable {variable}"),
                reason,
            };
            let text = env::var(variable).map_err(|error| unreadable(error.to_string()))?;
            return PrivateKey::read(&text).map(Arc::new).map_err(|reason| unreadable(reason.to_owned()));
        }
        let path = PathBuf::from(option("pkcs7_private_key").unwrap_or(DEFAULT_KEY));
        self.hiera.found.private_keys.get(&path, || {
            let unreadable =
                |reason: String| DecryptionError::UnreadableKey { path: path.display().to_string(), reason };
            let text = input::read_found_text(&path).map_err(|error| unreadable(error.to_string()))?;
            PrivateKey::read(&text).map(Arc::new).map_err(|reason| unreadable(reason.to_owned()))
        })
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Token<'t> {
    Clear(&'t str),
    Encrypted { method: Option<&'t str>, content: &'t str },
}

/// The encrypted and the clear parts of a text, in order.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut tokens, mut rest, mut from) = (Vec::new(), text, 0);
    while let Some(start) = rest[from..].find("ENC[").map(|offset| offset + from) {
        match encrypted(&rest[start + 4..]) {
            Some((token, length)) => {
                if start > 0 {
                    tokens.push(Token::Clear(&rest[..start]));
                }
                tokens.push(token);
                rest = &rest[start + 4 + length..];
                from = 0;
            }
            None => from = start + 4,
        }
    }
    if !rest.is_empty() {
        tokens.push(Token::Clear(rest));
    }
    tokens
}

/// The text between `ENC[` and `]`, and its length with the bracket; `None` if it is not encrypted.
fn encrypted(text: &str) -> Option<(Token<'_>, usize)> {
    let end = text.find(']')?;
    let inner = &text[..end];
    let (method, content) = match inner.split_once(',') {
        Some((method, content)) => (Some(method), content),
        None => (None, inner),
    };
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_content = |byte: u8| byte.is_ascii_alphanumeric() || b"+/= \n\r\t".contains(&byte);
    let fits = method.is_none_or(is_word) && !content.is_empty() && content.bytes().all(is_content);
    fits.then_some((Token::Encrypted { method, content }, end + 1))
}
