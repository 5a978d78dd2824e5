//! Addresses, redirections, proxies and limits. The tests of web sources of files cover more.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod proxies;
mod servers;

use crate::{Address, follow};

#[test]
fn an_address_is_taken_apart() {
    for (text, shown, authority) in [
        ("http://example.com", "http://example.com/", "example.com:80"),
        ("https://example.com/a?b=c#d", "https://example.com/a?b=c", "example.com:443"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x", "[::1]:8080"),
        ("http://a@example.com:81/", "http://a@example.com:81/", "example.com:81"),
        ("http://a:b%40c@example.com/", "http://a:[redacted]@example.com/", "example.com:80"),
    ] {
        let address = Address::parse(text).unwrap();
        assert_eq!((address.to_string().as_str(), address.authority().as_str()), (shown, authority));
        assert!(!format!("{address:?}").contains("b@c"));
    }
    let address = Address::parse("http://a:b%40c@example.com/").unwrap();
    assert_eq!(address.authorization().unwrap(), "Basic YTpiQGM=");
    assert_eq!(address.password(), Some("b@c"));
}

#[test]
fn what_is_no_address_is_refused_without_showing_a_password() {
    for text in [
        "",
        "example.com",
        "ftp://a:hunter2@example.com",
        "http://",
        "http://:80/",
        "http://example.com:x/",
        "http://example.com:99999/",
        "http://a:hunter2@/x y",
        "http://a:hunter2%ff@example.com/",
        "http://a:hun/ter2@example.com/",
    ] {
        let error = Address::parse(text).unwrap_err().to_string();
        assert!(!error.contains("ter2"), "{error}");
    }
}

#[test]
fn an_origin_is_scheme_host_and_port() {
    let same =
        |one: &str, other: &str| Address::parse(one).unwrap().origin() == Address::parse(other).unwrap().origin();
    for (one, other) in [
        ("http://example.com/a", "http://u:p@EXAMPLE.com:80/b"),
        ("https://example.com", "https://example.com:443/"),
        ("http://[::1]/", "http://[::1]:80/"),
    ] {
        assert!(same(one, other), "{one} {other}");
    }
    for (one, other) in [
        ("http://example.com", "https://example.com"),
        ("http://example.com", "http://example.com:8080"),
        ("http://example.com:443", "https://example.com"),
        ("http://example.com", "http://example.com.evil.test"),
        ("http://[::1]", "http://[::2]"),
    ] {
        assert!(!same(one, other), "{one} {other}");
    }
}

#[test]
fn the_target_of_a_redirection_may_be_relative() {
    let from = Address::parse("https://u:p@example.com:8443/a/b?c=d").unwrap();
    for (location, target) in [
        ("/x", "https://example.com:8443/x"),
        ("x?y", "https://example.com:8443/a/x?y"),
        ("?y", "https://example.com:8443/a/b?y"),
        ("../x#z", "https://example.com:8443/x"),
        ("../../../x/./y/..", "https://example.com:8443/x/"),
        ("//other.test/x", "https://other.test/x"),
        ("HTTPS://other.test", "https://other.test/"),
        ("https://evil:pw@example.com:8443/x", "https://example.com:8443/x"),
    ] {
        assert_eq!(follow(&from, location).unwrap().to_string(), target, "{location}");
    }
}

#[test]
fn a_redirection_to_http_or_to_another_scheme_is_refused() {
    let from = Address::parse("https://u:hunter2@example.com/a").unwrap();
    let refused = |location: &str| follow(&from, location).unwrap_err().to_string();
    let begin = "https://u:[redacted]@example.com/a redirects to";
    for location in ["http://example.com/a", "HTTP://u:secret@example.com/a"] {
        let reason = "redirections from https to http are refused, because the connection would no longer be encrypted";
        assert_eq!(refused(location), format!("{begin} 'http://example.com/a': {reason}"));
    }
    for (location, shown) in [
        ("file:///etc/shadow", "file:///etc/shadow"),
        ("unix:/run/docker.sock", "unix:/run/docker.sock"),
        ("gopher://x/\r\nX: \u{1b}[2J", "gopher://x/\\r\\nX: \\u{1b}[2J"),
        ("https://a:hunter2@/", "https://a:[redacted]@/"),
    ] {
        assert_eq!(refused(location), format!("{begin} '{shown}', which is not the address of a web server"));
    }
    assert!(follow(&Address::parse("http://example.com").unwrap(), "https://example.com").is_ok());
}
