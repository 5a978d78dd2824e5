//! Where content comes from: local files, files of modules, and web servers.

use std::{
    borrow::Cow,
    fmt::Display,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use resource_api::{
    Context, Failure, Outcome,
    whole_file::{DirectoryEntry, open_regular, open_trusted},
};

use super::{
    checksum::Checksum,
    stat::{FileStat, Kind, Links},
    system,
    target_file::TargetFile,
    web::{self, Remote, Web},
};

/// A source that exists.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// As manifests write it.
    pub(super) uri: String,
    pub(super) location: SourceLocation,
    pub(super) stat: FileStat,
}

/// Where a source is.
#[derive(Clone, Debug)]
pub(super) enum SourceLocation {
    Local(PathBuf),
    Web(Remote),
}

impl Source {
    /// Its path, if it is local.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.location {
            SourceLocation::Local(path) => Some(path),
            SourceLocation::Web(_) => None,
        }
    }

    /// Its content, which is streamed.
    pub(super) fn open(&self, context: &Context, web: &Web) -> Outcome<Box<dyn Read>> {
        match &self.location {
            SourceLocation::Local(path) => match self.open_unchanged(path) {
                Ok(file) => Ok(Box::new(context.stop().reader(file))),
                Err(error) => Err(system::open_error(&error, path)),
            },
            SourceLocation::Web(remote) => Ok(Box::new(context.stop().reader(web.open(context, remote)?))),
        }
    }

    /// Whether it belongs to a module, whose authors are trusted: their links are followed wherever they lead.
    pub(super) fn is_of_module(&self) -> bool {
        is_of_module(&self.uri)
    }

    /// Opens the local file. It never blocks on a pipe, and a link of another user cannot reveal what that user cannot
    /// read.
    pub(super) fn open_file(&self, path: &Path) -> io::Result<File> {
        if self.is_of_module() { open_trusted(path) } else { open_regular(path) }
    }

    /// Like [`open_file`](Source::open_file), but fails if the file was replaced since it was examined.
    fn open_unchanged(&self, path: &Path) -> io::Result<File> {
        let file = self.open_file(path)?;
        if !self.stat.is_same_file(&file)? {
            return Err(io::Error::other("the file was replaced while it was read"));
        }
        Ok(file)
    }
}

/// The source of a file that has one. None while a checksum is enough.
pub(super) fn resolve(context: &Context, web: &Web, target: &TargetFile<'_>) -> Outcome<Option<Arc<Source>>> {
    if !target.has_source() || target.text("checksum_value").is_some() {
        return Ok(None);
    }
    find(context, web, target).map(Arc::new).map(Some)
}

/// The first source of a file that exists.
pub(super) fn find(context: &Context, web: &Web, target: &TargetFile<'_>) -> Outcome<Source> {
    let sources = target.sources();
    for uri in &sources {
        if let Some(source) = look_up(context, web, uri, target.links(), target.checksum)? {
            return Ok(source);
        }
    }
    let environment = context.setting("environment").unwrap_or_else(|| "production".to_owned());
    Err(Failure::resource(format!(
        "Could not retrieve information from environment {environment} source(s) {}",
        sources.iter().map(|uri| web::without_password(uri)).collect::<Vec<_>>().join(", ")
    )))
}

/// All sources of a file that exist, in order.
pub(super) fn find_all(context: &Context, web: &Web, target: &TargetFile<'_>) -> Outcome<Vec<Source>> {
    let mut sources = Vec::new();
    for uri in target.sources() {
        sources.extend(look_up(context, web, uri, target.links(), target.checksum)?);
    }
    Ok(sources)
}

/// The content of the first source that exists, if any. It is an error if the content is longer than a limit.
pub(crate) fn read_first(context: &Context, sources: &[String], limit: u64) -> Outcome<Option<Vec<u8>>> {
    let web = Web::default();
    for uri in sources {
        let uri = if uri.starts_with('/') { format!("file://{uri}") } else { uri.clone() };
        web::scrub_password(context, &uri);
        if let Some(source) = look_up(context, &web, &uri, Links::Follow, Checksum::Sha256)? {
            let failed =
                |reason: &str| Failure::resource(format!("Could not read {}: {reason}", web::without_password(&uri)));
            let mut content = Vec::new();
            // The size of a local file is known; others are read to the limit.
            if source.path().is_none() || source.stat.size <= limit {
                let mut source = source.open(context, &web)?.take(limit.saturating_add(1));
                source.read_to_end(&mut content).map_err(|error| failed(&system::reason(&error)))?;
                if content.len() as u64 <= limit {
                    return Ok(Some(content));
                }
            }
            return Err(failed(&format!("it is larger than {limit} bytes")));
        }
    }
    Ok(None)
}

fn look_up(context: &Context, web: &Web, uri: &str, links: Links, checksum: Checksum) -> Outcome<Option<Source>> {
    if uri.starts_with("http:") || uri.starts_with("https:") {
        let remote = web.look_up(context, uri, checksum)?;
        return Ok(remote.map(|(remote, stat)| Source {
            uri: web::without_password(uri),
            location: SourceLocation::Web(remote),
            stat,
        }));
    }
    let modulepath = || context.setting("modulepath").unwrap_or_default().into();
    let Some(path) = local_path(uri, &modulepath)? else { return Ok(None) };
    look_up_path(uri, path, links)
}

/// The only source of a file, if it is local and needs no context to be found.
pub(super) fn local_only(target: &TargetFile<'_>, modulepath: &str) -> Option<Source> {
    let [uri] = target.sources()[..] else { return None };
    let is_here = uri.starts_with("file:") || uri.starts_with("puppet:///");
    let path = local_path(uri, &|| modulepath.into()).ok().flatten().filter(|_| is_here)?;
    look_up_path(uri, path, target.links()).ok().flatten()
}

fn is_of_module(uri: &str) -> bool {
    uri.starts_with("puppet:")
}

fn look_up_path(uri: &str, path: PathBuf, links: Links) -> Outcome<Option<Source>> {
    let stat = match FileStat::at(&path, links) {
        (_, Some(denied)) => {
            let reason = system::call_error(&denied, "rb_file_s_lstat", &path);
            return Err(unknown(uri, reason));
        }
        // The target of a link is copied as it is, so root must not see the link of another directory than the one that
        // was meant.
        (Some(stat), None) if stat.kind == Kind::Link && !is_of_module(uri) => {
            let link = DirectoryEntry::at(&path).and_then(|entry| FileStat::link_of(&entry));
            Some(link.map_err(|error| unknown(uri, system::open_error(&error, &path)))?)
        }
        (stat, None) => stat,
    };
    Ok(stat.map(|stat| Source { uri: uri.to_owned(), location: SourceLocation::Local(path), stat }))
}

/// The path that a URI refers to; none if the module is missing.
fn local_path<'m>(uri: &str, modulepath: &dyn Fn() -> Cow<'m, str>) -> Outcome<Option<PathBuf>> {
    let Some((scheme, rest)) = uri.split_once(':') else { return Ok(Some(PathBuf::from(uri))) };
    // Between `//` and the next slash is the server.
    let (server, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    match scheme {
        "file" => Ok(Some(PathBuf::from(path))),
        "puppet" if server.is_empty() => in_modules(&modulepath(), uri, path),
        "puppet" => Err(not_supported(uri, "a server")),
        _ => Err(not_supported(uri, scheme)),
    }
}

/// The failure of a source of which nothing is known, not even whether it exists.
pub(super) fn unknown(uri: &str, reason: impl Display) -> Failure {
    Failure::resource(format!("Could not retrieve file metadata for {uri}: {reason}"))
}

fn not_supported(uri: &str, what: &str) -> Failure {
    let supported = "use a path, file:, puppet:///modules/ or http(s):";
    unknown(uri, format!("sources of {what} are not supported yet; {supported}"))
}

/// Finds a file of a module: `/modules/NAME/PATH` is `NAME/files/PATH` in the first directory of the module path that
/// has the module.
fn in_modules(modulepath: &str, uri: &str, path: &str) -> Outcome<Option<PathBuf>> {
    let Some(rest) = path.strip_prefix("/modules/") else {
        return Err(not_supported(uri, "other mounts than modules"));
    };
    let (module, file) = rest.split_once('/').unwrap_or((rest, ""));
    let is_strange = |part: &str| part == ".." || part == ".";
    if module.is_empty() || is_strange(module) || file.split('/').any(is_strange) {
        return Ok(None);
    }
    let modules = modulepath
        .split(':')
        .filter(|directory| !directory.is_empty())
        .map(|directory| Path::new(directory).join(module));
    Ok(modules.into_iter().find(|module| module.is_dir()).map(|module| module.join("files").join(file)))
}
