//! Addresses. What servers answer is tested with files that have it as their source.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use crate::Address;

#[test]
fn an_address_is_taken_apart() {
    for (text, shown, place) in [
        ("http://example.com", "http://example.com/", "example.com:80"),
        ("https://example.com/a?b=c#d", "https://example.com/a?b=c", "example.com:443"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x", "[::1]:8080"),
        ("http://a@example.com:81/", "http://a@example.com:81/", "example.com:81"),
        ("http://a:b%40c@example.com/", "http://a:***@example.com/", "example.com:80"),
    ] {
        let address = Address::parse(text).unwrap();
        assert_eq!((address.to_string().as_str(), address.place().as_str()), (shown, place));
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
        "http://a:hunter2@/x y",
        "http://a:hunter2%ff@example.com/",
    ] {
        let error = Address::parse(text).unwrap_err().to_string();
        assert!(!error.contains("hunter2"), "{error}");
    }
}
