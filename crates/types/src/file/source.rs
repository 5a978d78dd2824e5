//! Where content comes from: files of this machine, files of modules, and web servers.

use std::{
    borrow::Cow,
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
    found::{Found, Kind, Links},
    system,
    wanted::Wanted,
    web::{self, Remote, Web},
};

/// A source that exists.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// As manifests write it.
    pub(super) uri: String,
    pub(super) place: Place,
    pub(super) found: Found,
}

/// Where a source is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Machine(PathBuf),
    Web(Remote),
}

impl Source {
    /// Its path, where it is on this machine.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Machine(path) => Some(path),
            Place::Web(_) => None,
        }
    }

    /// Whether what manifests write still leads to it: a module may have come before the one that it is in.
    pub(super) fn is_where_it_was(&self, modulepath: &str) -> bool {
        place(&self.uri, &|| modulepath.into()).ok().flatten().as_deref() == self.path()
    }

    /// Its content, which is read piece by piece.
    pub(super) fn open(&self, context: &Context, web: &Web) -> Outcome<Box<dyn Read>> {
        match &self.place {
            Place::Machine(path) => match self.open_unchanged(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(Failure::from(system::opening(&error, path))),
            },
            Place::Web(remote) => web.open(context, remote),
        }
    }

    /// Whether authors of modules put it where it is, who are trusted: their links are followed wherever they lead.
    pub(super) fn is_of_module(&self) -> bool {
        is_of_module(&self.uri)
    }

    /// Opens its file, which is at this path. Whoever put a pipe there does not make us wait, and a link of another user
    /// does not show what that user cannot read.
    pub(super) fn open_file(&self, path: &Path) -> io::Result<File> {
        if self.is_of_module() { open_trusted(path) } else { open_regular(path) }
    }

    /// As [`open_file`](Source::open_file), of the file that was looked at.
    fn open_unchanged(&self, path: &Path) -> io::Result<File> {
        let file = self.open_file(path)?;
        if !self.found.is_of(&file)? {
            return Err(io::Error::other("it was replaced by another file while it was read"));
        }
        Ok(file)
    }
}

/// The source of a file that has one. It is not looked for while a checksum will do.
pub(super) fn of(context: &Context, web: &Web, wanted: &Wanted<'_>) -> Outcome<Option<Arc<Source>>> {
    if !wanted.has_source() || wanted.checksum_value().is_some() {
        return Ok(None);
    }
    find(context, web, wanted).map(Arc::new).map(Some)
}

/// The first source of a file that exists.
pub(super) fn find(context: &Context, web: &Web, wanted: &Wanted<'_>) -> Outcome<Source> {
    let sources = wanted.sources();
    for uri in &sources {
        if let Some(source) = look_at(context, web, uri, wanted.links(), wanted.checksum)? {
            return Ok(source);
        }
    }
    let environment = context.setting("environment").unwrap_or_else(|| "production".to_owned());
    Err(Failure::resource(format!(
        "Could not retrieve information from environment {environment} source(s) {}",
        sources.iter().map(|uri| web::shown(uri)).collect::<Vec<_>>().join(", ")
    )))
}

/// All sources of a file that exist, in their order.
pub(super) fn find_all(context: &Context, web: &Web, wanted: &Wanted<'_>) -> Outcome<Vec<Source>> {
    let mut found = Vec::new();
    for uri in wanted.sources() {
        found.extend(look_at(context, web, uri, wanted.links(), wanted.checksum)?);
    }
    Ok(found)
}

/// What the first of several sources holds that exists; nothing where none does.
pub(crate) fn read_first(context: &Context, sources: &[String]) -> Outcome<Option<Vec<u8>>> {
    let web = Web::default();
    for source in sources {
        let uri = if source.starts_with('/') { format!("file://{source}") } else { source.clone() };
        web::keep_secret(context, &uri);
        if let Some(found) = look_at(context, &web, &uri, Links::Follow, Checksum::Sha256)? {
            let mut content = Vec::new();
            found.open(context, &web)?.read_to_end(&mut content).map_err(|error| {
                let uri = web::shown(&uri);
                Failure::resource(format!("Could not read {uri}: {}", system::reason(&error)))
            })?;
            return Ok(Some(content));
        }
    }
    Ok(None)
}

fn look_at(context: &Context, web: &Web, uri: &str, links: Links, wanted: Checksum) -> Outcome<Option<Source>> {
    if uri.starts_with("http:") || uri.starts_with("https:") {
        let found = web.look_at(context, uri, wanted)?;
        return Ok(found.map(|(remote, found)| Source { uri: web::shown(uri), place: Place::Web(remote), found }));
    }
    let modulepath = || context.setting("modulepath").unwrap_or_default().into();
    let Some(path) = place(uri, &modulepath)? else { return Ok(None) };
    look_at_path(uri, path, links)
}

/// The only source of a file, where it is on this machine; nothing where that takes more than a look.
pub(super) fn simple(wanted: &Wanted<'_>, modulepath: &str) -> Option<Source> {
    let [uri] = wanted.sources()[..] else { return None };
    let is_here = uri.starts_with("file:") || uri.starts_with("puppet:///");
    let path = place(uri, &|| modulepath.into()).ok().flatten().filter(|_| is_here)?;
    look_at_path(uri, path, wanted.links()).ok().flatten()
}

fn is_of_module(uri: &str) -> bool {
    uri.starts_with("puppet:")
}

fn look_at_path(uri: &str, path: PathBuf, links: Links) -> Outcome<Option<Source>> {
    let found = match Found::at(&path, links) {
        (_, Some(denied)) => {
            let reason = system::called(&denied, "rb_file_s_lstat", &path);
            return Err(Failure::resource(format!("Could not retrieve file metadata for {uri}: {reason}")));
        }
        // Where a link leads is copied as it is: root must not be shown one of another directory than was meant.
        (Some(found), None) if found.kind == Kind::Link && !is_of_module(uri) => {
            let link = DirectoryEntry::at(&path).and_then(|entry| Found::link_of(&entry));
            Some(link.map_err(|error| {
                let reason = system::opening(&error, &path);
                Failure::resource(format!("Could not retrieve file metadata for {uri}: {reason}"))
            })?)
        }
        (found, None) => found,
    };
    Ok(found.map(|found| Source { uri: uri.to_owned(), place: Place::Machine(path), found }))
}

/// The path that a URI stands for; nothing where a module is missing.
fn place<'m>(uri: &str, modulepath: &dyn Fn() -> Cow<'m, str>) -> Outcome<Option<PathBuf>> {
    let Some((scheme, rest)) = uri.split_once(':') else { return Ok(Some(PathBuf::from(uri))) };
    // What stands between two slashes and the next one is a server.
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

fn not_supported(uri: &str, what: &str) -> Failure {
    Failure::resource(format!(
        "Could not retrieve file metadata for {uri}: sources of {what} are not supported yet; use a path, file:, \
         puppet:///modules/ or http(s):"
    ))
}

/// Finds a file of a module: `/modules/NAME/PATH` is `NAME/files/PATH` in the first folder of the modulepath that has
/// the module.
fn in_modules(modulepath: &str, uri: &str, path: &str) -> Outcome<Option<PathBuf>> {
    let Some(rest) = path.strip_prefix("/modules/") else {
        return Err(not_supported(uri, "other mounts than modules"));
    };
    let (module, file) = rest.split_once('/').unwrap_or((rest, ""));
    let is_strange = |part: &str| part == ".." || part == ".";
    if module.is_empty() || is_strange(module) || file.split('/').any(is_strange) {
        return Ok(None);
    }
    let modules =
        modulepath.split(':').filter(|folder| !folder.is_empty()).map(|folder| Path::new(folder).join(module));
    Ok(modules.into_iter().find(|module| module.is_dir()).map(|module| module.join("files").join(file)))
}
