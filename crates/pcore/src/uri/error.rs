//! Why a URI is invalid, in the words of Ruby's library.

use ecow::EcoString;

use crate::inspect::{dumped, inspected};

/// Why a URI could not be parsed, built or resolved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UriError {
    /// The text does not have the syntax of a URI.
    #[error("bad URI(is not URI?): {}", inspected(.0))]
    NotUri(EcoString),
    /// A URI has only ASCII characters.
    #[error("URI must be ascii only {}", dumped(.0))]
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
