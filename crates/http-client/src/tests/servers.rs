//! Requests to local servers.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use crate::{Address, Client, HttpError, Options, ProxySettings, proxy::Proxies};

/// Starts a server that handles each connection with a function. Returns its address and the heads of the requests.
fn server(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let authority = listener.local_addr().unwrap().to_string();
    let (heads, received) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).is_ok_and(|read| read > 0) {}
            answer(&head, &mut stream);
            if heads.send(head).is_err() {
                return;
            }
        }
    });
    (authority, received)
}

fn client(options: &Options) -> Client {
    Client::with_proxies(options, Proxies::new(&options.proxy, |_| None).unwrap()).unwrap()
}

fn get(client: &Client, address: &str) -> Result<String, String> {
    let address = Address::parse(address).unwrap();
    let response = client.get(&address).map_err(|error: HttpError| error.to_string())?;
    let mut text = String::new();
    response.into_reader().read_to_string(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

const OK: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";

#[test]
fn a_password_stays_with_its_origin() {
    let (other, of_other) = server(|_, stream| stream.write_all(OK).unwrap());
    let target = other.clone();
    let (first, of_first) = server(move |head, stream| {
        let location = if head.starts_with("GET /here") { "/there".to_owned() } else { format!("http://{target}/x") };
        let answer =
            format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        stream.write_all(answer.as_bytes()).unwrap();
    });
    let address = format!("http://robot:hunter2@{first}/here");
    assert_eq!(get(&client(&Options::default()), &address).unwrap(), "ok");
    for _ in 0..2 {
        let head = of_first.recv().unwrap().to_lowercase();
        assert!(head.contains("authorization: basic cm9ib3q6ahvudgvymg=="), "{head}");
    }
    let head = of_other.recv().unwrap().to_lowercase();
    assert!(head.starts_with("get /x ") && !head.contains("authorization"), "{head}");
}

#[test]
fn plain_http_names_the_whole_address_to_a_proxy() {
    let (proxy, heads) = server(|head, stream| {
        let is_allowed = head.contains("Proxy-Authorization: Basic cm9ib3Q6c2VjcmV0\r\n");
        let refused = b"HTTP/1.1 407 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".as_slice();
        stream.write_all(if is_allowed { OK } else { refused }).unwrap();
    });
    let (host, port) = proxy.split_once(':').unwrap();
    let mut settings =
        ProxySettings { host: Some(host.to_owned()), port: port.parse().unwrap(), ..ProxySettings::default() };
    let error = get(&client(&Options { proxy: settings.clone(), ..Options::default() }), "http://x.invalid/a?b");
    let refused = format!("the proxy {proxy} requires another user or password (407)");
    assert!(error.as_ref().unwrap_err().ends_with(&refused), "{error:?}");
    assert!(heads.recv().unwrap().starts_with("GET http://x.invalid/a?b HTTP/1.1\r\n"));
    (settings.user, settings.password) = (Some("robot".to_owned()), Some("secret".to_owned()));
    let client = client(&Options { proxy: settings, ..Options::default() });
    assert_eq!(get(&client, "http://u:p@x.invalid:8080/a").unwrap(), "ok");
    let head = heads.recv().unwrap();
    assert!(head.starts_with("GET http://x.invalid:8080/a HTTP/1.1\r\n"), "{head}");
    assert!(head.to_lowercase().contains("\r\nhost: x.invalid:8080\r\n"), "{head}");
}

#[test]
fn https_goes_through_a_tunnel() {
    let (proxy, heads) = server(|_, stream| {
        stream.write_all(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n").unwrap();
    });
    let (host, port) = proxy.split_once(':').unwrap();
    let settings =
        ProxySettings { host: Some(host.to_owned()), port: port.parse().unwrap(), ..ProxySettings::default() };
    let error =
        get(&client(&Options { proxy: settings, ..Options::default() }), "https://u:p@x.invalid/a").unwrap_err();
    assert!(error.contains(&format!("through the proxy {proxy}:")) && error.contains("403"), "{error}");
    let head = heads.recv().unwrap();
    assert!(head.starts_with("CONNECT x.invalid:443 HTTP/1.1\r\n") && !head.contains("\r\nAuthorization"), "{head}");
}

#[test]
fn a_server_that_drips_is_given_up() {
    // The body, the chunk framing, and the headers: each byte arrives in time, but the whole never would.
    for (begin, drop) in [
        ("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "x"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;", "x"),
        ("HTTP/1.1 200 OK\r\n", "X: y\r\n"),
    ] {
        let (authority, _heads) = server(move |_, stream| {
            let _ = stream.write_all(begin.as_bytes());
            while stream.write_all(drop.as_bytes()).is_ok() {
                thread::sleep(Duration::from_millis(50));
            }
        });
        let options = Options { read_timeout: Some(Duration::from_millis(500)), ..Options::default() };
        let error = get(&client(&options), &format!("http://{authority}/")).unwrap_err();
        assert!(error.contains("too slow") || error.contains("timeout"), "{begin}: {error}");
    }
}

#[test]
fn content_has_a_limit() {
    let (authority, _heads) = server(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        while stream.write_all(&[b'x'; 4096]).is_ok() {}
    });
    let options = Options { max_body: 100_000, ..Options::default() };
    let error = get(&client(&options), &format!("http://{authority}/")).unwrap_err();
    assert!(error.starts_with("the content is larger than 100000 bytes"), "{error}");
}

#[test]
fn what_a_server_says_changes_no_terminal() {
    let (authority, _heads) = server(|_, stream| {
        let text = "\u{1b}[2Jno\r\nNotice: \u{202e}forged\u{7}\n";
        let answer = format!("HTTP/1.1 500 No\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{text}", text.len());
        stream.write_all(answer.as_bytes()).unwrap();
    });
    let response = client(&Options::default()).get(&Address::parse(&format!("http://{authority}/")).unwrap()).unwrap();
    assert_eq!(response.into_text(), "\\u{1b}[2Jno\\r\\nNotice: \\u{202e}forged\\u{7}");
}
