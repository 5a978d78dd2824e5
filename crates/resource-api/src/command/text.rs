//! Text that is passed to a process: an argument, the value of a variable, its input.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

use ecow::EcoString;
use pcore::Value;

use crate::secret::Scrubber;

/// A text for a process: plain, or a Puppet value that may be [`Sensitive`](Value::Sensitive).
///
/// A secret stays wrapped until the process starts. `Debug` never shows the text, because a plain one may contain a
/// secret as well.
///
/// ```
/// use pcore::Value;
/// use resource_api::command::Text;
///
/// let texts: [Text; 3] = ["--import".into(), 42.into(), Value::sensitive("s3cret".into()).into()];
/// assert_eq!(format!("{:?}", texts[2]), "Text(..)");
/// ```
#[derive(Clone)]
pub struct Text(Content);

#[derive(Clone)]
enum Content {
    Plain(OsString),
    Value(Value),
}

/// An unwrapped text, and whether it was a secret.
pub(super) struct Revealed {
    pub(super) text: OsString,
    pub(super) secret: bool,
}

impl Revealed {
    /// Lets the scrubber know a secret, now that it leaves its wrapping.
    pub(super) fn teach(&self, scrubber: &Scrubber) {
        if self.secret {
            scrubber.learn_bytes(self.text.as_bytes());
        }
    }
}

impl Text {
    /// Returns the text as the process will see it, or a description of the value if it is not a text.
    pub(super) fn reveal(&self) -> Result<Revealed, &'static str> {
        match &self.0 {
            Content::Plain(text) => Ok(Revealed { text: text.clone(), secret: false }),
            Content::Value(value) => reveal(value, false),
        }
    }

    /// Whether the text is bytes that are not to be encoded.
    pub(super) fn is_binary(&self) -> bool {
        match &self.0 {
            Content::Plain(text) => text.to_str().is_none(),
            Content::Value(value) => is_binary(value),
        }
    }
}

fn is_binary(value: &Value) -> bool {
    match value {
        Value::Sensitive(inner) => is_binary(inner),
        other => matches!(other, Value::Binary(_)),
    }
}

fn reveal(value: &Value, secret: bool) -> Result<Revealed, &'static str> {
    let text = match value {
        Value::Sensitive(inner) => return reveal(inner, true),
        Value::String(text) | Value::Symbol(text) => text.as_str().into(),
        Value::Binary(bytes) => OsString::from_vec(bytes.to_vec()),
        Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Uri(_) => crate::render::interpolate(value).into(),
        Value::Undef => return Err("undef"),
        Value::Default => return Err("default"),
        Value::Array(_) => return Err("an Array"),
        Value::Hash(_) => return Err("a Hash"),
        Value::Regexp(_) => return Err("a Regexp"),
        Value::Type(_) => return Err("a Type"),
        Value::Object(_) => return Err("an Object"),
        Value::Iterator(_) => return Err("an Iterator"),
    };
    Ok(Revealed { text, secret })
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Text(..)")
    }
}

macro_rules! text_from {
    ($($from:ty => |$given:ident| $made:expr;)*) => {
        $(impl From<$from> for Text {
            fn from($given: $from) -> Text { Text($made) }
        })*
    };
}

text_from! {
    &str => |given| Content::Plain(given.into());
    &&str => |given| Content::Plain(given.into());
    String => |given| Content::Plain(given.into());
    &String => |given| Content::Plain(given.into());
    EcoString => |given| Content::Plain(given.as_str().into());
    &EcoString => |given| Content::Plain(given.as_str().into());
    OsString => |given| Content::Plain(given);
    &OsString => |given| Content::Plain(given.clone());
    &OsStr => |given| Content::Plain(given.into());
    PathBuf => |given| Content::Plain(given.into());
    &PathBuf => |given| Content::Plain(given.into());
    &Path => |given| Content::Plain(given.into());
    i32 => |given| Content::Plain(given.to_string().into());
    i64 => |given| Content::Plain(given.to_string().into());
    u32 => |given| Content::Plain(given.to_string().into());
    u64 => |given| Content::Plain(given.to_string().into());
    Value => |given| Content::Value(given);
    &Value => |given| Content::Value(given.clone());
}

impl From<&Text> for Text {
    fn from(given: &Text) -> Text {
        given.clone()
    }
}
