//! Libraries that turn texts into other texts: digests, Base64, escapes for addresses and pages.

use base64::{Engine as _, engine::general_purpose};
use pcore::{binary, names::hexadecimal};

use super::{Answer, Arguments};
use crate::{
    digest::Algorithm,
    error::{Outcome, argument_error, type_error},
    machine::no_conversion,
    object::Object,
    text::{self, percent_encoded},
};

/// The bytes of a text, or those that are none.
pub(super) fn bytes_of(object: &Object) -> Outcome<Vec<u8>> {
    match object {
        Object::String(text) => Ok(text.borrow().as_bytes().to_vec()),
        Object::Bytes(bytes) => Ok(bytes.to_vec()),
        other => type_error(no_conversion(other, "String")),
    }
}

/// Bytes as a text where they are one.
fn from_bytes(bytes: Vec<u8>) -> Object {
    match String::from_utf8(bytes) {
        Ok(text) => Object::text(text),
        Err(error) => Object::Bytes(error.into_bytes().into()),
    }
}

pub(super) fn call(class: &str, arguments: &Arguments<'_>) -> Answer {
    if let Some(algorithm) = class.strip_prefix("Digest::").or_else(|| class.strip_prefix("OpenSSL::Digest::")) {
        return digest(algorithm, arguments);
    }
    Ok(Some(match (class, arguments.method) {
        ("Base64", "strict_encode64") => Object::text(binary::encode_strict(&bytes_of(arguments.object(0)?)?)),
        ("Base64", "urlsafe_encode64") => Object::text(binary::encode_url_safe(&bytes_of(arguments.object(0)?)?)),
        ("Base64", "encode64") => Object::text(binary::encode_relaxed(&bytes_of(arguments.object(0)?)?)),
        ("Base64", "strict_decode64") => match general_purpose::STANDARD.decode(bytes_of(arguments.object(0)?)?) {
            Ok(bytes) => from_bytes(bytes),
            Err(_) => return argument_error("invalid base64"),
        },
        ("Base64", "decode64") => {
            let wanted = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
            let letters: Vec<u8> = bytes_of(arguments.object(0)?)?.into_iter().filter(wanted).collect();
            match general_purpose::STANDARD_NO_PAD.decode(letters) {
                Ok(bytes) => from_bytes(bytes),
                Err(_) => return crate::error::not_supported("Base64.decode64 of a text that is cut off"),
            }
        }
        ("CGI", "escape") | ("URI", "encode_www_form_component") => {
            let keeps = if class == "CGI" { "-_.~" } else { "-_.*" };
            Object::text(percent_encoded(&text::to_s(arguments.object(0)?)?, keeps).replace("%20", "+"))
        }
        ("ERB::Util", "url_encode" | "u") => Object::text(percent_encoded(&text::to_s(arguments.object(0)?)?, "-_.~")),
        ("ERB::Util", "html_escape" | "h") | ("CGI", "escapeHTML" | "escape_html") => {
            let escapes = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")];
            let text = text::to_s(arguments.object(0)?)?;
            Object::text(escapes.iter().fold(text, |text, (sign, escaped)| text.replace(sign, escaped)))
        }
        _ => return Ok(None),
    }))
}

fn digest(algorithm: &str, arguments: &Arguments<'_>) -> Answer {
    if !matches!(arguments.method, "digest" | "hexdigest" | "base64digest") {
        return Ok(None);
    }
    let bytes = bytes_of(arguments.object(0)?)?;
    let Some(algorithm) = Algorithm::named(&algorithm.to_lowercase()) else { return Ok(None) };
    let made = algorithm.digest(&bytes);
    Ok(Some(match arguments.method {
        "digest" => Object::Bytes(made.into()),
        "hexdigest" => Object::text(hexadecimal(&made)),
        _ => Object::text(binary::encode_strict(&made)),
    }))
}
