//! `URI.new`, from a string or from its parts.

use std::sync::LazyLock;

use super::{
    ConversionError,
    constructor::{Call, Constructor},
};
use crate::{
    uri::{Uri, UriParts},
    value::Value,
};

pub(super) static URI: LazyLock<Constructor> = LazyLock::new(|| {
    // Puppet uses the name of another function, which its messages show.
    Constructor::new("new_error")
        .signature(&["String[1] uri"], |call| Ok(Value::from(Uri::parse(call.text(0))?)))
        .signature(
            &["Struct[{
                Optional[scheme]   => String[1],
                Optional[userinfo] => String[1],
                Optional[host]     => String[1],
                Optional[port]     => Integer[0],
                Optional[path]     => String[1],
                Optional[query]    => String[1],
                Optional[fragment] => String[1],
                Optional[opaque]   => String[1]
            }] hash"],
            from_parts,
        )
});

fn from_parts(call: &Call<'_>) -> Result<Value, ConversionError> {
    let part = |name: &str| call.entry(name).as_str();
    let parts = UriParts {
        scheme: part("scheme"),
        userinfo: part("userinfo"),
        host: part("host"),
        port: call.entry("port").as_integer(),
        path: part("path"),
        query: part("query"),
        fragment: part("fragment"),
        opaque: part("opaque"),
    };
    Ok(Value::from(Uri::from_parts(parts)?))
}
