//! Why a URI is invalid, in the words of Ruby's library.

use ecow::EcoString;

/// Why a URI could not be parsed, built or resolved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UriError {
    /// The text does not have the syntax of a URI.
    #[error("bad URI(is not URI?): {}", inspect(.0))]
    NotUri(EcoString),
    /// A URI has only ASCII characters.
    #[error("URI must be ascii only {}", dump(.0))]
    NotAscii(EcoString),
    /// A percent sign in a query is not followed by digits.
    #[error("invalid percent escape: {0}")]
    BadEscape(EcoString),
    /// An LDAP URL has a path and no fragment.
    #[error("bad LDAP URL")]
    BadLdap,
    /// An FTP URL has a path.
    #[error("URI::InvalidURIError")]
    FtpWithoutPath,
    /// The type of an FTP transfer is unknown.
    #[error("bad typecode(expected a, i, d): {0}")]
    BadTypecode(EcoString),
    /// A mailto URL is empty.
    #[error("missing opaque part for mailto URL")]
    MailWithoutAddress,
    /// A mailto URL has no mail addresses.
    #[error("unrecognised opaque part for mailtoURL: {0}")]
    BadMail(EcoString),
    /// A part contains invalid characters.
    #[error("bad component(expected {expected}): {value}")]
    BadComponent {
        /// The expected part.
        expected: &'static str,
        /// Its value.
        value: EcoString,
    },
    /// A password contains invalid characters.
    #[error("bad password component")]
    BadPassword,
    /// A file URI cannot have a user.
    #[error("can not set userinfo for file URI")]
    UserOfFile,
    /// There are both an opaque part and hierarchical parts.
    #[error("can not set opaque with host, port, userinfo or path")]
    OpaqueConflict,
    /// A reference with a query cannot be resolved against an opaque URI.
    #[error("query conflicts with opaque")]
    QueryConflict,
    /// A relative reference cannot be resolved against another.
    #[error("both URI are relative")]
    BothRelative,
}

/// Quotes an ASCII text as Ruby's `inspect`.
fn inspect(text: &str) -> String {
    quote(text, |code| format!("\\u{code:04X}"))
}

/// Quotes a text as Ruby's `dump`, which leaves only ASCII.
fn dump(text: &str) -> String {
    quote(text, |code| match code {
        0..=0x7f => format!("\\x{code:02X}"),
        0x80..=0xffff => format!("\\u{code:04X}"),
        _ => format!("\\u{{{code:X}}}"),
    })
}

fn quote(text: &str, escape: impl Fn(u32) -> String) -> String {
    let mut quoted = String::from("\"");
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => quoted.push_str("\\#"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{c}' => quoted.push_str("\\f"),
            '\u{b}' => quoted.push_str("\\v"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{1b}' => quoted.push_str("\\e"),
            ' '..='~' => quoted.push(character),
            _ => quoted.push_str(&escape(u32::from(character))),
        }
    }
    quoted.push('"');
    quoted
}
