//! Recorded answers of the real Puppet from `tests/data`, and laws.

use super::{Uri, UriError, UriParts, Url};
use crate::oracle::{compare, text};
use proptest::prelude::*;
use serde_json::{Value, json};

fn shown(uri: &Uri) -> Value {
    json!([
        uri.to_string(),
        uri.scheme(),
        uri.userinfo(),
        uri.host(),
        uri.port(),
        uri.path(),
        uri.query(),
        uri.fragment(),
        uri.opaque()
    ])
}

fn uri(value: &Value) -> Result<Uri, UriError> {
    Uri::parse(text(value))
}

fn answer(operation: &str, arguments: &[Value]) -> Result<Value, UriError> {
    Ok(match operation {
        "parse" => shown(&uri(&arguments[0])?),
        "build" => {
            let part = |name: &str| arguments[0].get(name).and_then(Value::as_str);
            shown(&Uri::from_parts(UriParts {
                scheme: part("scheme"),
                userinfo: part("userinfo"),
                host: part("host"),
                port: arguments[0].get("port").and_then(Value::as_i64),
                path: part("path"),
                query: part("query"),
                fragment: part("fragment"),
                opaque: part("opaque"),
            })?)
        }
        "resolve" => uri(&arguments[0])?.resolve(&uri(&arguments[1])?)?.to_string().into(),
        "equal" => (uri(&arguments[0])? == uri(&arguments[1])?).into(),
        other => panic!("{other} is not known"),
    })
}

#[test]
fn addresses_are_what_puppet_makes_of_them() {
    compare(include_str!("../../tests/data/uri.jsonl"), 1763, answer);
}

/// Puppet parses this incorrectly.
#[test]
fn a_relative_reference_may_have_an_address_in_brackets() {
    assert_eq!(Uri::parse("//[::1]/x").unwrap().host(), Some("[::1]"));
    assert!(Uri::parse("//[::1").is_err());
}

#[test]
fn a_password_is_where_its_url_ends_it() {
    for (text, password, host, port, redacted, without) in [
        (
            "https://root:hunter2@fw:44/x",
            "hunter2",
            "fw",
            "44",
            "https://root:[redacted]@fw:44/x",
            "https://root@fw:44/x",
        ),
        ("ssh://:hunter2@fw", "hunter2", "fw", "", "ssh://:[redacted]@fw", "ssh://fw"),
        ("root:p@ss@[::1]:22?q@r", "p@ss", "[::1]", "22", "root:[redacted]@[::1]:22?q@r", "root@[::1]:22?q@r"),
        // Unescaped delimiters.
        ("https://root:hun/ter@2@fw/x", "hun/ter@2", "fw", "", "https://root:[redacted]@fw/x", "https://root@fw/x"),
        ("ssh://a:b:c#d@fw", "b:c#d", "fw", "", "ssh://a:[redacted]@fw", "ssh://a@fw"),
        // No passwords.
        ("https://root@fw:44/x:y@z", "", "fw", "44", "https://root@fw:44/x:y@z", "https://root@fw:44/x:y@z"),
        ("https://root:@fw", "", "fw", "", "https://root:@fw", "https://root:@fw"),
        ("https://fw:44/users/@me:1", "", "fw", "44", "https://fw:44/users/@me:1", "https://fw:44/users/@me:1"),
        ("https://[::1]/@x", "", "[::1]", "", "https://[::1]/@x", "https://[::1]/@x"),
        ("file:///etc/fw.conf", "", "", "", "file:///etc/fw.conf", "file:///etc/fw.conf"),
        ("nothing", "", "nothing", "", "nothing", "nothing"),
        ("", "", "", "", "", ""),
    ] {
        let url = Url::split(text);
        let found = (url.password().unwrap_or_default(), url.host, url.port.unwrap_or_default());
        assert_eq!(found, (password, host, port), "{text}");
        assert_eq!((&*url.redacted(), &*url.without_password()), (redacted, without));
    }
}

proptest! {
    /// What parses has its password where it is hidden.
    #[test]
    fn the_password_that_is_used_is_the_one_that_is_hidden(
        text in "(http|x)://([a-z:@%/]{0,5}@)?[a-z.]{1,3}(:[0-9a-z]{0,3})?(/[a-z:@]{0,4}){0,2}(\\?[a-z@:]{0,3})?",
    ) {
        if let Ok(uri) = Uri::parse(&text) {
            prop_assert_eq!(Url::split(&text).password(), uri.password());
        }
    }

    #[test]
    fn an_address_reads_its_own_text(
        text in "(http|x|ftp|FILE)://([a-z:]{1,3}@)?[a-zA-Z0-9.]{1,5}(:[0-9]{0,4})?(/[a-z0-9%A.;=-]{0,4}){0,3}(\\?[ -~&&[^#%]]{0,5})?(#[a-z/?]{0,3})?",
    ) {
        if let Ok(uri) = Uri::parse(&text) {
            prop_assert_eq!(Uri::parse(&uri.to_string()), Ok(uri));
        }
    }

    #[test]
    fn any_text_can_be_tried(text: String, near in "[a-z0-9:/?#@%\\[\\]. ;=&é]{0,20}", part in "[a-z0-9:/?#@%\\[\\]. é]{0,8}") {
        let _ = Uri::parse(&text);
        let (left, right) = (Uri::parse(&near), Uri::parse(&part));
        if let (Ok(left), Ok(right)) = (left, right) {
            let _ = left.resolve(&right);
        }
        let one = Some(part.as_str());
        for scheme in ["http", "ftp", "file", "ldap", "mailto", "x"] {
            let _ = Uri::parse(&format!("{scheme}:{near}")).map(|uri| uri.to_string());
            let components = UriParts { scheme: Some(scheme), host: one, path: one, query: one, ..UriParts::default() };
            let _ = Uri::from_parts(components);
        }
    }
}
