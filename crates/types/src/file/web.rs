//! Sources on web servers.
//!
//! A server is asked what it knows of a source before its content is fetched: `Content-MD5` and `X-Checksum-…` are
//! checksums of it, and where there is none, `Last-Modified` says whether it is newer than the file.

use std::{
    cell::OnceCell,
    env,
    io::{self, Read},
    path::PathBuf,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use http_client::{Address, Client, HttpError, Options, ProxySettings, Response};
use pcore::time::Timestamp;
use resource_api::{Context, Failure, Outcome};

use super::{
    checksum::Checksum,
    found::{Found, time},
};

/// The environment variable that says how many bytes a file from a server may have.
const MAX_DOWNLOAD: &str = "BUNRAKU_MAX_DOWNLOAD";

/// The port of a proxy if nobody says otherwise, as in Puppet.
const DEFAULT_PROXY_PORT: u16 = 3128;

/// Asks web servers. What that takes is made when the first one is asked.
#[derive(Default)]
pub(crate) struct Web {
    client: OnceCell<Client>,
}

/// A source on a web server.
#[derive(Clone, Debug)]
pub(super) struct Remote {
    address: Address,
    /// How its content is compared.
    pub(super) checksum: Checksum,
    /// What it has as such a checksum, as messages show it.
    pub(super) sum: String,
}

impl Web {
    /// What a server knows of a source; nothing where it has none.
    pub(super) fn look_at(&self, context: &Context, uri: &str, wanted: Checksum) -> Outcome<Option<(Remote, Found)>> {
        let address = Address::parse(uri).map_err(|error| unknown(uri, &error))?;
        let client = self.client(context)?;
        let mut response = client.head(&address).map_err(|error| unknown(uri, &error))?;
        // Servers that sign addresses for one method only say so in either of these ways.
        if matches!(response.status(), 403 | 405) {
            response = client.get_first_byte(&address).map_err(|error| unknown(uri, &error))?;
        }
        if !response.is_success() {
            return Ok(None);
        }
        let (modified, shown) = match response.header("Last-Modified").and_then(parsed) {
            Some(seconds) => ((seconds, 0), time(seconds).replace("+0000", "UTC")),
            None => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                let seconds = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
                ((seconds, i64::from(now.subsec_nanos())), time(seconds))
            }
        };
        let (checksum, sum) = [wanted, Checksum::Sha256, Checksum::Sha1, Checksum::Md5]
            .into_iter()
            .find_map(|checksum| Some((checksum, told(&response, checksum)?)))
            .unwrap_or((Checksum::Mtime, shown));
        let remote = Remote { address, checksum, sum: checksum.marked(&sum) };
        Ok(Some((remote, Found::remote(modified))))
    }

    /// The content of a source, as it arrives.
    pub(super) fn open(&self, context: &Context, remote: &Remote) -> Outcome<Box<dyn Read>> {
        let response = self.client(context)?.get(&remote.address).map_err(io::Error::other)?;
        if !response.is_success() {
            let status = response.status();
            return Err(io::Error::other(format!("Error {status} on SERVER: {}", response.into_text())).into());
        }
        Ok(Box::new(response.into_reader()))
    }

    fn client(&self, context: &Context) -> Outcome<&Client> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let client = Client::new(&options(context)?).map_err(|error| Failure::resource(error.to_string()))?;
        Ok(self.client.get_or_init(|| client))
    }
}

/// What the operator set about web servers.
fn options(context: &Context) -> Outcome<Options> {
    let default = Options::default();
    let seconds = |name: &str, default: Option<Duration>| match context.setting(name).map(|text| text.parse::<u64>()) {
        // Puppet waits forever then.
        Some(Ok(0)) => None,
        Some(Ok(seconds)) => Some(Duration::from_secs(seconds)),
        Some(Err(_)) | None => default,
    };
    let files = ["localcacert", "ssl_trust_store"].iter().filter_map(|name| context.setting(name));
    Ok(Options {
        connect_timeout: seconds("http_connect_timeout", default.connect_timeout),
        read_timeout: seconds("http_read_timeout", default.read_timeout),
        trusted: files.filter(|file| !file.is_empty()).map(PathBuf::from).collect(),
        proxy: proxy(context)?,
        max_body: max_download(default.max_body)?,
        ..default
    })
}

/// The proxy of the settings, in which `none` stands for nothing.
fn proxy(context: &Context) -> Outcome<ProxySettings> {
    let text = |name: &str| context.setting(name).filter(|text| !text.is_empty() && text != "none");
    let port = match text("http_proxy_port") {
        Some(port) => port.parse().map_err(|_| {
            Failure::resource(format!("http_proxy_port is '{port}', expected a number from 0 to 65535"))
        })?,
        None => DEFAULT_PROXY_PORT,
    };
    Ok(ProxySettings {
        host: text("http_proxy_host"),
        port,
        user: text("http_proxy_user"),
        password: text("http_proxy_password"),
        no_proxy: text("no_proxy"),
    })
}

/// How many bytes a file from a server may have.
fn max_download(default: u64) -> Outcome<u64> {
    match env::var(MAX_DOWNLOAD) {
        Ok(text) => text
            .parse()
            .map_err(|_| Failure::resource(format!("{MAX_DOWNLOAD} is '{text}', expected a number of bytes"))),
        Err(env::VarError::NotPresent) => Ok(default),
        Err(env::VarError::NotUnicode(_)) => Err(Failure::resource(format!("{MAX_DOWNLOAD} is not a number of bytes"))),
    }
}

/// Keeps the password that an address may hold out of everything that is said.
pub(super) fn keep_secret(context: &Context, uri: &str) {
    if let Ok(address) = Address::parse(uri)
        && let Some(password) = address.password()
    {
        context.log().scrubber().learn_text(password);
        if let Some((_, raw)) = uri.split_once("://").and_then(|(_, rest)| rest.rsplit_once('@')?.0.split_once(':')) {
            context.log().scrubber().learn_text(raw);
        }
    }
}

/// An address for a message.
pub(super) fn shown(uri: &str) -> String {
    let is_of_web = uri.starts_with("http:") || uri.starts_with("https:");
    match Address::parse(uri) {
        Ok(address) if is_of_web && address.password().is_some() => address.to_string(),
        Ok(_) | Err(_) => uri.to_owned(),
    }
}

fn unknown(uri: &str, error: &HttpError) -> Failure {
    Failure::resource(format!("Could not retrieve file metadata for {}: {error}", shown(uri)))
}

/// The checksum that a server tells, in hexadecimal digits.
fn told(response: &Response, checksum: Checksum) -> Option<String> {
    let header = match checksum {
        Checksum::Sha256 => "X-Checksum-Sha256",
        Checksum::Sha1 => "X-Checksum-Sha1",
        Checksum::Md5 => "X-Checksum-Md5",
        _ => return None,
    };
    let sum = match response.header(header) {
        Some(sum) => sum.trim().to_owned(),
        None if checksum == Checksum::Md5 => {
            let bytes = BASE64_STANDARD.decode(response.header("Content-MD5")?.trim()).ok()?;
            super::checksum::hexadecimal(&bytes)
        }
        None => return None,
    };
    checksum.accepts(&sum).then(|| sum.to_ascii_lowercase())
}

/// The seconds that a date of HTTP stands for, such as `Wed, 01 Jan 2020 00:00:00 GMT`.
fn parsed(date: &str) -> Option<i64> {
    let time = Timestamp::parse_as(date.trim(), "%a, %d %b %Y %H:%M:%S GMT", None).ok()?;
    Some(time.to_f64() as i64)
}
