//! Selection of proxies.

use crate::{Address, ProxySettings, proxy::Proxies};

fn proxies(settings: &ProxySettings, variables: &[(&str, &str)]) -> Result<Proxies, String> {
    let find = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
    Proxies::new(settings, find).map_err(|error| error.to_string())
}

fn chosen(proxies: &Proxies, address: &str) -> Option<String> {
    proxies.of(&Address::parse(address).unwrap().origin()).map(crate::proxy::Proxy::authority)
}

#[test]
fn the_environment_decides_before_the_settings() {
    let settings = ProxySettings { host: Some("set".to_owned()), port: 3128, ..ProxySettings::default() };
    for (variables, http, https) in [
        (vec![], "set:3128", "set:3128"),
        (vec![("http_proxy", "a:1")], "a:1", "a:1"),
        (vec![("HTTP_PROXY", "http://a:1/"), ("https_proxy", "https://b")], "a:1", "b:443"),
        (vec![("ALL_PROXY", "c")], "c:80", "c:80"),
        (vec![("http_proxy", ""), ("all_proxy", "http://[::1]:9")], "[::1]:9", "[::1]:9"),
    ] {
        let proxies = proxies(&settings, &variables).unwrap();
        let found = (chosen(&proxies, "http://x.test"), chosen(&proxies, "https://x.test"));
        assert_eq!(found, (Some(http.to_owned()), Some(https.to_owned())), "{variables:?}");
    }
    let none = proxies(&ProxySettings::default(), &[]).unwrap();
    assert_eq!(chosen(&none, "http://x.test"), None);
}

#[test]
fn a_proxy_that_cannot_be_used_is_an_error() {
    for (value, reason) in [
        ("socks5://u:hunter2@127.0.0.1:9", "only http:// and https:// proxies are supported"),
        ("http://u:hunter2@proxy:x", "its port is not a number from 0 to 65535"),
        ("http://u:hunter2@:80", "it is not the address of a proxy, such as http://proxy.example.com:3128"),
        ("http://u:hunter2%ff@proxy:80", "its user or password is not UTF-8"),
    ] {
        let error = proxies(&ProxySettings::default(), &[("ALL_PROXY", value)]).unwrap_err();
        assert_eq!(error, format!("cannot use the proxy of ALL_PROXY: {reason}"));
    }
}

#[test]
fn servers_of_no_proxy_are_asked_directly() {
    for (entries, address, is_direct) in [
        ("example.com", "http://example.com", true),
        ("example.com", "http://a.EXAMPLE.com", true),
        ("example.com", "http://badexample.com", false),
        (".example.com", "http://a.example.com", true),
        ("*.example.com", "http://a.example.com", true),
        ("a*.example.com", "http://bc.example.com", false),
        ("x, example.com:8080", "http://example.com:8080", true),
        ("example.com:8080", "http://example.com", false),
        ("*", "https://example.com", true),
        ("10.0.0.0/8", "http://10.1.2.3", true),
        ("10.0.0.0/8", "http://11.1.2.3", false),
        ("10.0.0.0/8", "http://10.example.com", false),
        ("fd00::/8", "http://[fd00::1]:80", true),
        ("[::1]", "http://[::1]:81", true),
        ("0.0.0.0/0", "http://10.1.2.3", true),
        ("", "http://example.com", false),
    ] {
        let proxies = proxies(&ProxySettings::default(), &[("http_proxy", "p"), ("NO_PROXY", entries)]).unwrap();
        assert_eq!(chosen(&proxies, address).is_none(), is_direct, "{entries} {address}");
    }
    let no_proxy = Some("localhost, 127.0.0.1".to_owned());
    let settings = ProxySettings { host: Some("p".to_owned()), no_proxy, ..ProxySettings::default() };
    assert_eq!(chosen(&proxies(&settings, &[]).unwrap(), "http://localhost:9"), None);
    assert!(chosen(&proxies(&settings, &[("no_proxy", "other")]).unwrap(), "http://localhost:9").is_some());
}
