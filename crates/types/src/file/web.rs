//! Sources on web servers.
//!
//! Before the content is fetched, the server is asked about it: `Content-MD5` and `X-Checksum-…` are checksums of it,
//! and without these `Last-Modified` tells whether it is newer than the file.

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
    source,
    stat::{FileStat, time},
};

/// The environment variable with the maximum size of a download in bytes.
const MAX_DOWNLOAD: &str = "BUNRAKU_MAX_DOWNLOAD";

/// The default port of a proxy, as in Puppet.
const DEFAULT_PROXY_PORT: u16 = 3128;

/// Fetches sources from web servers. The client is created when it is first needed.
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
    /// Its checksum, in the form of messages.
    pub(super) sum: String,
}

impl Web {
    /// What a server knows of a source, if it has it.
    pub(super) fn look_up(
        &self,
        context: &Context,
        uri: &str,
        preferred: Checksum,
    ) -> Outcome<Option<(Remote, FileStat)>> {
        let address = Address::parse(uri).map_err(|error| metadata_failure(uri, &error))?;
        let client = self.client(context)?;
        let mut response = client.head(&address).map_err(|error| metadata_failure(uri, &error))?;
        // Servers with signed URLs for a single method answer HEAD with one of these.
        if matches!(response.status(), 403 | 405) {
            response = client.get_first_byte(&address).map_err(|error| metadata_failure(uri, &error))?;
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
        let (checksum, sum) = [preferred, Checksum::Sha256, Checksum::Sha1, Checksum::Md5]
            .into_iter()
            .find_map(|checksum| Some((checksum, checksum_header(&response, checksum)?)))
            .unwrap_or((Checksum::Mtime, shown));
        let remote = Remote { address, checksum, sum: checksum.with_name(&sum) };
        Ok(Some((remote, FileStat::remote(modified))))
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

/// The settings for HTTP.
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
    })
}

/// The proxy from the settings, where `none` means no proxy.
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

/// The maximum size of a download in bytes.
fn max_download(default: u64) -> Outcome<u64> {
    match env::var(MAX_DOWNLOAD) {
        Ok(text) => text
            .parse()
            .map_err(|_| Failure::resource(format!("{MAX_DOWNLOAD} is '{text}', expected a number of bytes"))),
        Err(env::VarError::NotPresent) => Ok(default),
        Err(env::VarError::NotUnicode(_)) => Err(Failure::resource(format!("{MAX_DOWNLOAD} is not a number of bytes"))),
    }
}

/// Keeps the password in a URL out of the log.
pub(super) fn scrub_password(context: &Context, uri: &str) {
    if let Ok(address) = Address::parse(uri)
        && let Some(password) = address.password()
    {
        context.log().scrubber().learn_text(password);
        if let Some((_, raw)) = uri.split_once("://").and_then(|(_, rest)| rest.rsplit_once('@')?.0.split_once(':')) {
            context.log().scrubber().learn_text(raw);
        }
    }
}

/// A URL for messages, without its password.
pub(super) fn without_password(uri: &str) -> String {
    let is_of_web = uri.starts_with("http:") || uri.starts_with("https:");
    match Address::parse(uri) {
        Ok(address) if is_of_web && address.password().is_some() => address.to_string(),
        Ok(_) | Err(_) => uri.to_owned(),
    }
}

fn metadata_failure(uri: &str, error: &HttpError) -> Failure {
    source::unknown(&without_password(uri), error)
}

/// The checksum in the headers of a response, in hexadecimal digits.
fn checksum_header(response: &Response, checksum: Checksum) -> Option<String> {
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
            pcore::names::hexadecimal(&bytes)
        }
        None => return None,
    };
    checksum.accepts(&sum).then(|| sum.to_ascii_lowercase())
}

/// Parses an HTTP date such as `Wed, 01 Jan 2020 00:00:00 GMT`, in seconds since 1970.
fn parsed(date: &str) -> Option<i64> {
    let time = Timestamp::parse_as(date.trim(), "%a, %d %b %Y %H:%M:%S GMT", None).ok()?;
    Some(time.to_f64() as i64)
}
