//! What is in a directory, as resources of their own.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map},
    fs, io,
    ops::Bound,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use ecow::{EcoString, eco_format};
use pcore::Value;
use resource_api::{
    Context, Failure, Generated, Outcome, State,
    context::CatalogResource,
    log::Level,
    whole_file::{Folder, ForeignLink},
};
use rustc_hash::FxHashSet;
use rustix::{
    fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, statat},
    io::Errno,
};

use super::{
    checksum::Checksum,
    found::{Kind, Links},
    source, system,
    wanted::{OF_SOURCE, Wanted},
    web::Web,
};

/// From how many files on a directory without a limit of its own is worth a warning.
const MANY_FILES: usize = 1000;

/// The attributes that a directory does not pass on.
const OWN: [&str; 9] =
    ["path", "ensure", "recurse", "recurselimit", "max_files", "target", "source", "content", "checksum_value"];

/// The resources for what is in a directory, in the order of their paths. Each is made when it is asked for: there may be
/// many.
///
/// `managed` holds the files of the catalog, once somebody needed them.
pub(super) fn generate(
    context: &Context,
    web: &Web,
    should: &State,
    managed: &mut Option<ManagedPaths>,
) -> Outcome<Children> {
    let mut wanted = Wanted::with_checksum(should, Checksum::Sha256);
    super::backup::check(context, &wanted)?;
    let mut children = Children::default();
    // Nearly all files are asked, and what follows looks at all of them.
    if !wanted.recurses() {
        return Ok(children);
    }
    wanted = Wanted::new(context, should);
    children.folder = wanted.path_text().trim_end_matches('/').to_owned();
    children.target = wanted.target().map(PathBuf::from);
    children.purges = wanted.purges();
    children.inherited = inherited(context, should);
    children.managed = managed.get_or_insert_with(|| ManagedPaths::of(context)).below(wanted.path_text());
    let mut found: BTreeMap<String, Child> = BTreeMap::new();
    if !wanted.recurses_remotely_only() {
        for entry in Listing::new(context, &wanted, wanted.path, Trust::Links, Unreadable::Empty)?.entries {
            found.insert(entry.relative, Child::Here);
        }
    }
    if let Some(target) = wanted.target() {
        for entry in Listing::new(context, &wanted, Path::new(target), Trust::Links, Unreadable::Empty)?.entries {
            found.insert(entry.relative, if entry.kind == Kind::Directory { Child::Folder } else { Child::Link });
        }
    } else if wanted.has_source() {
        children.sources = from_sources(context, web, &wanted, &mut found)?;
    }
    children.found = found.into_iter();
    Ok(children)
}

/// What is known of a file in a directory before it is made a resource.
#[derive(Clone, Copy)]
enum Child {
    /// It is there.
    Here,
    /// It is in a source: the place of that one.
    Source(usize),
    /// It is a directory in the target.
    Folder,
    /// It is to lead to what is in the target.
    Link,
}

/// The resources for what is in a directory.
#[derive(Default)]
pub(super) struct Children {
    folder: String,
    target: Option<PathBuf>,
    sources: Vec<String>,
    inherited: State,
    purges: bool,
    managed: FxHashSet<EcoString>,
    found: btree_map::IntoIter<String, Child>,
}

impl Iterator for Children {
    type Item = Generated;

    fn next(&mut self) -> Option<Generated> {
        let managed = &self.managed;
        let (relative, child) = self.found.find(|(relative, _)| !is_below(managed, relative))?;
        let mut attributes = self.inherited.clone();
        match child {
            Child::Source(source) => {
                let uri = format!("{}/{relative}", self.sources[source]);
                attributes.insert("source", Value::array([uri.into()]));
            }
            // What is not in a source goes, whatever else it should be.
            Child::Here | Child::Folder | Child::Link if self.purges => {
                attributes.insert("ensure", "absent");
            }
            Child::Here => {}
            Child::Folder => {
                attributes.insert("ensure", "directory");
            }
            Child::Link => {
                let target = self.target.as_deref().unwrap_or(Path::new("")).join(&relative);
                attributes.insert("ensure", "link");
                attributes.insert("target", target.to_string_lossy().as_ref());
            }
        }
        Some(Generated {
            type_name: "file".into(),
            title: eco_format!("{}/{relative}", self.folder),
            attributes: attributes.into_iter().collect(),
        })
    }
}

/// Takes what is in the sources, and returns these.
fn from_sources(
    context: &Context,
    web: &Web,
    wanted: &Wanted<'_>,
    found: &mut BTreeMap<String, Child>,
) -> Outcome<Vec<String>> {
    let mut sources = Vec::new();
    for source in source::find_all(context, web, wanted)? {
        let Some(path) = source.path().filter(|_| source.found.kind == Kind::Directory) else { break };
        let trust = if source.is_of_module() { Trust::All } else { Trust::Links };
        for entry in Listing::new(context, wanted, path, trust, Unreadable::Fails(&source.uri))?.entries {
            // The earliest source counts.
            let child = found.entry(entry.relative).or_insert(Child::Here);
            if !matches!(child, Child::Source(_)) {
                *child = Child::Source(sources.len());
            }
        }
        sources.push(source.uri.clone());
        if !wanted.takes_all_sources() {
            break;
        }
    }
    Ok(sources)
}

/// What a file inherits from the directory that it is in. What it has anyway is not passed on: there may be many files.
fn inherited(context: &Context, should: &State) -> State {
    let is_of_source = |value: &Value| matches!(value, Value::Symbol(word) if word == OF_SOURCE);
    let is_default = |name: &str, value: &Value| {
        context.definition().attribute(name).and_then(resource_api::Attribute::default) == Some(value)
    };
    should
        .iter()
        .filter(|(name, value)| !OWN.contains(&name.as_str()) && !is_of_source(value) && !is_default(name, value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The paths of the catalog's files, in order: each of many directories asks for those below it.
pub(super) struct ManagedPaths(BTreeSet<EcoString>);

impl ManagedPaths {
    pub(super) fn of(context: &Context) -> ManagedPaths {
        let files = context.catalog().map(|catalog| catalog.list("file")).unwrap_or_default();
        let path = |file: &CatalogResource| file.attributes().text("path").unwrap_or(file.title()).into();
        ManagedPaths(files.iter().map(path).collect())
    }

    /// The paths below a directory, from there on.
    fn below(&self, path: &str) -> FxHashSet<EcoString> {
        let prefix = format!("{}/", path.trim_end_matches('/'));
        let from = self.0.range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded));
        let below = from.map_while(|path| path.strip_prefix(&prefix)).map(|path| path.trim_end_matches('/'));
        below.filter(|path| !path.is_empty()).map(EcoString::from).collect()
    }
}

/// Whether a path is one of these, or below one of them.
fn is_below(managed: &FxHashSet<EcoString>, relative: &str) -> bool {
    !managed.is_empty()
        && Path::new(relative).ancestors().any(|path| path.to_str().is_some_and(|path| managed.contains(path)))
}

/// What is in a directory.
struct Listing {
    entries: Vec<Entry>,
}

struct Entry {
    /// The path from the directory on.
    relative: String,
    kind: Kind,
}

/// What becomes of a directory that cannot be read.
#[derive(Clone, Copy)]
enum Unreadable<'u> {
    /// It holds nothing that could be managed.
    Empty,
    /// Nobody knows what is in a source, and what is not in it might be removed. The source is named.
    Fails(&'u str),
}

impl Unreadable<'_> {
    /// Fails, unless the directory is as good as an empty one. What is not there any more never fails.
    fn check(self, error: &io::Error, path: &Path) -> Outcome {
        // Whoever put the link there must not decide what is managed.
        if error.get_ref().is_some_and(|error| error.is::<ForeignLink>()) {
            return Err(Failure::from(system::called(error, "dir_initialize", path)));
        }
        let is_missing = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
        match self {
            Unreadable::Fails(uri) if !is_missing => {
                let reason = system::called(error, "dir_initialize", path);
                Err(Failure::resource(format!("Could not retrieve file metadata for {uri}: {reason}")))
            }
            Unreadable::Empty | Unreadable::Fails(_) => Ok(()),
        }
    }
}

/// Through which links a directory is reached.
#[derive(Clone, Copy)]
enum Trust {
    /// Through those that [`Folder`] follows.
    Links,
    /// Through all of them: the directory is one of a module.
    All,
}

impl Trust {
    /// Opens a directory to be listed.
    fn open(self, path: &Path) -> io::Result<OwnedFd> {
        match self {
            Trust::Links => Folder::open(path)?.readable(),
            Trust::All => {
                let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
                Ok(openat(CWD, path, flags, Mode::empty())?)
            }
        }
    }
}

impl Listing {
    fn new(
        context: &Context,
        wanted: &Wanted<'_>,
        folder: &Path,
        trust: Trust,
        unreadable: Unreadable<'_>,
    ) -> Outcome<Listing> {
        let ignored = wanted.ignored();
        let lister = Lister { ignored: &ignored, links: wanted.links(), trust, unreadable };
        let limit = wanted.recursion_limit().unwrap_or(usize::MAX);
        let mut entries = Vec::new();
        // Each level is listed before the next one.
        let mut folders = vec![(folder.to_owned(), String::new())];
        for _ in 0..limit {
            let mut deeper = Vec::new();
            for (folder, relative) in folders {
                lister.list(&folder, &relative, &mut entries, &mut deeper)?;
            }
            if deeper.is_empty() {
                break;
            }
            folders = deeper;
        }
        check_number(context, wanted, folder, entries.len())?;
        Ok(Listing { entries })
    }
}

/// How directories are listed.
struct Lister<'l> {
    ignored: &'l [&'l str],
    links: Links,
    trust: Trust,
    unreadable: Unreadable<'l>,
}

impl Lister<'_> {
    /// Lists a directory. What is in it is looked at below its descriptor.
    fn list(
        &self,
        folder: &Path,
        relative: &str,
        entries: &mut Vec<Entry>,
        deeper: &mut Vec<(PathBuf, String)>,
    ) -> Outcome {
        let opened = self.trust.open(folder).and_then(|directory| Ok((Dir::read_from(&directory)?, directory)));
        let (names, directory) = match opened {
            Ok(opened) => opened,
            Err(error) => return self.unreadable.check(&error, folder),
        };
        let flags = match self.links {
            Links::Manage => AtFlags::SYMLINK_NOFOLLOW,
            Links::Follow => AtFlags::empty(),
        };
        for entry in names {
            let entry = match entry {
                Ok(entry) => entry,
                // The rest of a directory that cannot be read any further would be asked for without an end.
                Err(error) => return self.unreadable.check(&error.into(), folder),
            };
            let Ok(name) = entry.file_name().to_str() else {
                let shown = folder.join(entry.file_name().to_string_lossy().as_ref());
                return Err(Failure::new(format!(
                    "the name of {} is not UTF-8, so no resource can have it",
                    shown.display()
                )));
            };
            if matches!(name, "." | "..") || self.ignored.iter().any(|pattern| super::wildcard::matches(pattern, name))
            {
                continue;
            }
            let kind = match statat(&directory, name, flags) {
                Ok(found) => Kind::of(FileType::from_raw_mode(found.st_mode)),
                Err(error) => {
                    let path = folder.join(name);
                    refuse_dangling(&path)?;
                    match error {
                        Errno::NOENT | Errno::NOTDIR => {}
                        error => self.unreadable.check(&error.into(), &path)?,
                    }
                    continue;
                }
            };
            // Nobody can make one of another directory, and what is beside it might be removed before that is found out.
            if matches!(kind, Kind::CharacterDevice | Kind::BlockDevice) {
                return Err(Failure::new(format!("Cannot manage files of type {}", kind.word())));
            }
            let relative = if relative.is_empty() { name.to_owned() } else { format!("{relative}/{name}") };
            if kind == Kind::Directory {
                deeper.push((folder.join(name), relative.clone()));
            }
            entries.push(Entry { relative, kind });
        }
        Ok(())
    }
}

/// Refuses a link that is to be followed and leads nowhere: what it should be is as unknown as what a directory holds that
/// cannot be read. What is not there any more is no link.
fn refuse_dangling(path: &Path) -> Outcome {
    match (fs::symlink_metadata(path), fs::metadata(path)) {
        (Ok(link), Err(error)) if link.is_symlink() => {
            Err(Failure::from(system::called(&error, "rb_file_s_stat", path)))
        }
        _ => Ok(()),
    }
}

fn check_number(context: &Context, wanted: &Wanted<'_>, folder: &Path, entries: usize) -> Outcome {
    let folder = folder.display();
    match wanted.most_files() {
        0 if entries > MANY_FILES => {
            context.log().line(
                Level::Warning,
                &format!(
                    "The directory '{folder}' contains {entries} entries, which exceeds the default soft limit \
                     {MANY_FILES} and may cause excessive resource consumption and degraded performance. To remove \
                     this warning set a value for `max_files` parameter or consider using an alternate method to \
                     manage large directory trees"
                ),
            );
            Ok(())
        }
        most if usize::try_from(most).is_ok_and(|most| most > 0 && entries > most) => Err(Failure::new(format!(
            "The directory '{folder}' contains {entries} entries, which exceeds the limit of {most} specified by the \
             max_files parameter for this resource. The limit may be increased, but be aware that large number of file \
             resources can result in excessive resource consumption and degraded performance. Consider using an \
             alternate method to manage large directory trees"
        ))),
        _ => Ok(()),
    }
}
