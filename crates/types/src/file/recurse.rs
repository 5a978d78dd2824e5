//! The entries of a directory, as resources of their own.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, btree_map},
    fs, io,
    ops::Bound,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use ecow::{EcoString, eco_format};
use pcore::{Value, keyed::HashSet};
use resource_api::{
    Context, Failure, Generated, Identity, Outcome, State,
    context::CatalogResource,
    log::Level,
    whole_file::{ForeignLink, TrustedDir},
};
use rustix::{
    fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, statat},
    io::Errno,
};

use super::{
    checksum::Checksum,
    source,
    stat::{Kind, Links},
    system,
    target_file::{OF_SOURCE, TargetFile},
    web::Web,
};

/// From how many files on a directory without `max_files` gets a warning.
const MANY_FILES: usize = 1000;

/// The attributes that files do not inherit from their directory.
const NOT_INHERITED: [&str; 9] =
    ["path", "ensure", "recurse", "recurselimit", "max_files", "target", "source", "content", "checksum_value"];

/// The resources for the entries of a directory, sorted by path. They are created one by one, since there may be many.
///
/// `managed` caches the files of the catalog. An entry that cannot be a resource is reported as a failure of the
/// directory, so that whoever creates it does not prevent that the others are managed.
pub(super) fn generate(
    context: &Context,
    name: &Identity,
    web: &Web,
    should: &State,
    managed: &mut Option<ManagedPaths>,
) -> Outcome<Children> {
    let mut target = TargetFile::with_checksum(should, Checksum::Sha256);
    super::backup::check(context, &target)?;
    let mut children = Children::default();
    // This is called for nearly every file, and what follows reads the whole catalog.
    if !target.recurses() {
        return Ok(children);
    }
    target = TargetFile::new(context, should);
    children.directory = target.path_text().trim_end_matches('/').to_owned();
    children.link_target = target.revealed("target").map(PathBuf::from);
    children.purges = target.is_true("purge");
    children.inherited = inherited(context, should);
    children.managed = managed.get_or_insert_with(|| ManagedPaths::of(context)).below(target.path_text());
    let lister = Lister { context, name, target: &target, ignored: target.ignored() };
    let mut entries: BTreeMap<String, Child> = BTreeMap::new();
    if target.text("recurse") != Some("remote") {
        for entry in lister.entries(target.path, Trust::Links, Unreadable::Empty)? {
            entries.insert(entry.relative, Child::Existing);
        }
    }
    if let Some(link_target) = target.revealed("target") {
        for entry in lister.entries(Path::new(link_target), Trust::Links, Unreadable::Empty)? {
            entries.insert(entry.relative, if entry.kind == Kind::Directory { Child::Directory } else { Child::Link });
        }
    } else if target.has_source() {
        children.sources = list_sources(&lister, web, &mut entries)?;
    }
    children.entries = entries.into_iter();
    Ok(children)
}

/// An entry before it becomes a resource.
#[derive(Clone, Copy)]
enum Child {
    /// It exists.
    Existing,
    /// It is in the source with this index.
    Source(usize),
    /// It is a directory in the target of the link.
    Directory,
    /// It becomes a link to an entry of the target.
    Link,
}

/// The resources for the entries of a directory.
#[derive(Default)]
pub(super) struct Children {
    directory: String,
    link_target: Option<PathBuf>,
    sources: Vec<String>,
    inherited: State,
    purges: bool,
    managed: HashSet<EcoString>,
    entries: btree_map::IntoIter<String, Child>,
}

impl Iterator for Children {
    type Item = Generated;

    fn next(&mut self) -> Option<Generated> {
        let managed = &self.managed;
        let (relative, child) = self.entries.find(|(relative, _)| !is_below(managed, relative))?;
        let mut attributes = self.inherited.clone();
        match child {
            Child::Source(source) => {
                let uri = format!("{}/{relative}", self.sources[source]);
                attributes.insert("source", Value::array([uri.into()]));
            }
            // Entries that are in no source are removed.
            Child::Existing | Child::Directory | Child::Link if self.purges => {
                attributes.insert("ensure", "absent");
            }
            Child::Existing => {}
            Child::Directory => {
                attributes.insert("ensure", "directory");
            }
            Child::Link => {
                let path = self.link_target.as_deref().unwrap_or(Path::new("")).join(&relative);
                attributes.insert("ensure", "link");
                attributes.insert("target", path.to_string_lossy().as_ref());
            }
        }
        Some(Generated {
            type_name: "file".into(),
            title: eco_format!("{}/{relative}", self.directory),
            attributes: attributes.into_iter().collect(),
        })
    }
}

/// Adds the entries of the sources, and returns these.
fn list_sources(lister: &Lister<'_>, web: &Web, entries: &mut BTreeMap<String, Child>) -> Outcome<Vec<String>> {
    let target = lister.target;
    let mut sources = Vec::new();
    for source in source::find_all(lister.context, web, target)? {
        let Some(path) = source.path().filter(|_| source.stat.kind == Kind::Directory) else { break };
        let trust = if source.is_of_module() { Trust::All } else { Trust::Links };
        for entry in lister.entries(path, trust, Unreadable::Fails(&source.uri))? {
            // The first source with an entry wins.
            let child = entries.entry(entry.relative).or_insert(Child::Existing);
            if !matches!(child, Child::Source(_)) {
                *child = Child::Source(sources.len());
            }
        }
        sources.push(source.uri.clone());
        if target.text("sourceselect") != Some("all") {
            break;
        }
    }
    Ok(sources)
}

/// The attributes that a file inherits from its directory. Default values are left out, since there may be many files.
fn inherited(context: &Context, should: &State) -> State {
    let is_of_source = |value: &Value| matches!(value, Value::Symbol(word) if word == OF_SOURCE);
    let is_default = |name: &str, value: &Value| {
        context.definition().attribute(name).and_then(resource_api::Attribute::default) == Some(value)
    };
    should
        .iter()
        .filter(|(name, value)| {
            !NOT_INHERITED.contains(&name.as_str()) && !is_of_source(value) && !is_default(name, value)
        })
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The sorted paths of the catalog's files, for quickly finding those below a directory.
pub(super) struct ManagedPaths(BTreeSet<EcoString>);

impl ManagedPaths {
    pub(super) fn of(context: &Context) -> ManagedPaths {
        let files = context.catalog().map(|catalog| catalog.list("file")).unwrap_or_default();
        let path = |file: &CatalogResource| file.attributes().text("path").unwrap_or(file.title()).into();
        ManagedPaths(files.iter().map(path).collect())
    }

    /// The paths below a directory, relative to it.
    fn below(&self, path: &str) -> HashSet<EcoString> {
        let prefix = format!("{}/", path.trim_end_matches('/'));
        let from = self.0.range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded));
        let below = from.map_while(|path| path.strip_prefix(&prefix)).map(|path| path.trim_end_matches('/'));
        below.filter(|path| !path.is_empty()).map(EcoString::from).collect()
    }
}

/// Whether a path is one of these, or below one of them.
fn is_below(managed: &HashSet<EcoString>, relative: &str) -> bool {
    !managed.is_empty()
        && Path::new(relative).ancestors().any(|path| path.to_str().is_some_and(|path| managed.contains(path)))
}

/// Lists directories for a resource.
struct Lister<'l> {
    context: &'l Context,
    name: &'l Identity,
    target: &'l TargetFile<'l>,
    /// The patterns of names that are left out.
    ignored: Vec<&'l str>,
}

struct Entry {
    /// The path relative to the directory.
    relative: String,
    kind: Kind,
}

/// What to do with a directory that cannot be read.
#[derive(Clone, Copy)]
enum Unreadable<'u> {
    /// Treat it as empty.
    Empty,
    /// Fail: its entries are unknown, and those that seem to be missing might be removed. The source is named.
    Fails(&'u str),
}

impl Unreadable<'_> {
    /// Fails, unless the directory may be treated as empty. A directory that disappeared is always treated so.
    fn check(self, error: &io::Error, path: &Path) -> Outcome {
        // Whoever created the link must not decide what is managed.
        if error.get_ref().is_some_and(|error| error.is::<ForeignLink>()) {
            return Err(system::call_error(error, "dir_initialize", path));
        }
        let is_missing = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
        match self {
            Unreadable::Fails(uri) if !is_missing => {
                let reason = system::call_error(error, "dir_initialize", path);
                Err(source::unknown(uri, reason))
            }
            Unreadable::Empty | Unreadable::Fails(_) => Ok(()),
        }
    }
}

/// Which links may lead to a directory.
#[derive(Clone, Copy)]
enum Trust {
    /// Those that [`TrustedDir`] follows.
    Links,
    /// All of them: the directory belongs to a module.
    All,
}

impl Trust {
    /// Opens a directory to list it.
    fn open(self, path: &Path) -> io::Result<OwnedFd> {
        match self {
            Trust::Links => TrustedDir::open(path)?.readable(),
            Trust::All => {
                let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
                Ok(openat(CWD, path, flags, Mode::empty())?)
            }
        }
    }
}

impl Lister<'_> {
    fn entries(&self, directory: &Path, trust: Trust, unreadable: Unreadable<'_>) -> Outcome<Vec<Entry>> {
        let limit = self.target.recursion_limit().unwrap_or(usize::MAX);
        let mut entries = Vec::new();
        // Each level is listed before the next one.
        let mut directories = vec![(directory.to_owned(), String::new())];
        for _ in 0..limit {
            let mut deeper = Vec::new();
            for (directory, relative) in directories {
                self.list(&directory, &relative, trust, unreadable, &mut entries, &mut deeper)?;
            }
            if deeper.is_empty() {
                break;
            }
            directories = deeper;
        }
        check_file_count(self.context, self.target, directory, entries.len())?;
        Ok(entries)
    }

    /// Lists a directory, relative to its descriptor.
    fn list(
        &self,
        directory: &Path,
        relative: &str,
        trust: Trust,
        unreadable: Unreadable<'_>,
        entries: &mut Vec<Entry>,
        deeper: &mut Vec<(PathBuf, String)>,
    ) -> Outcome {
        let opened = trust.open(directory).and_then(|descriptor| Ok((Dir::read_from(&descriptor)?, descriptor)));
        let (names, descriptor) = match opened {
            Ok(opened) => opened,
            Err(error) => return unreadable.check(&error, directory),
        };
        let flags = match self.target.links() {
            Links::Manage => AtFlags::SYMLINK_NOFOLLOW,
            Links::Follow => AtFlags::empty(),
        };
        for entry in names {
            let entry = match entry {
                Ok(entry) => entry,
                // Reading on after an error would never end.
                Err(error) => return unreadable.check(&error.into(), directory),
            };
            let lossy = entry.file_name().to_string_lossy();
            let is_ignored = |name: &str| {
                matches!(name, "." | "..") || self.ignored.iter().any(|pattern| super::wildcard::matches(pattern, name))
            };
            if is_ignored(&lossy) {
                continue;
            }
            let Cow::Borrowed(name) = lossy else {
                let shown = directory.join(&*lossy);
                let reason = format!("the name of {} is not UTF-8, so no resource can have it", shown.display());
                self.context.fail_resource(self.name, Failure::new(reason));
                continue;
            };
            let kind = match statat(&descriptor, name, flags) {
                Ok(stat) => Kind::of(FileType::from_raw_mode(stat.st_mode)),
                Err(error) => {
                    let path = directory.join(name);
                    refuse_dangling_link(&path)?;
                    match error {
                        Errno::NOENT | Errno::NOTDIR => {}
                        error => unreadable.check(&error.into(), &path)?,
                    }
                    continue;
                }
            };
            // Devices cannot be created from another directory; by the time that failed, other files might have been
            // removed.
            if matches!(kind, Kind::CharacterDevice | Kind::BlockDevice) {
                return Err(Failure::new(format!("Cannot manage files of type {}", kind.word())));
            }
            let relative = if relative.is_empty() { name.to_owned() } else { format!("{relative}/{name}") };
            if kind == Kind::Directory {
                deeper.push((directory.join(name), relative.clone()));
            }
            entries.push(Entry { relative, kind });
        }
        Ok(())
    }
}

/// Refuses a dangling link that should be followed: its target is as unknown as the entries of a directory that cannot
/// be read. A link that disappeared is ignored.
fn refuse_dangling_link(path: &Path) -> Outcome {
    match (fs::symlink_metadata(path), fs::metadata(path)) {
        (Ok(link), Err(error)) if link.is_symlink() => Err(system::call_error(&error, "rb_file_s_stat", path)),
        _ => Ok(()),
    }
}

fn check_file_count(context: &Context, target: &TargetFile<'_>, directory: &Path, entries: usize) -> Outcome {
    let directory = directory.display();
    match target.max_files() {
        0 if entries > MANY_FILES => {
            context.log().line(
                Level::Warning,
                &format!(
                    "The directory '{directory}' contains {entries} entries, which exceeds the default soft limit \
                     {MANY_FILES} and may cause excessive resource consumption and degraded performance. To remove \
                     this warning set a value for `max_files` parameter or consider using an alternate method to \
                     manage large directory trees"
                ),
            );
            Ok(())
        }
        max if usize::try_from(max).is_ok_and(|max| max > 0 && entries > max) => Err(Failure::new(format!(
            "The directory '{directory}' contains {entries} entries, which exceeds the limit of {max} specified by the \
             max_files parameter for this resource. The limit may be increased, but be aware that large number of file \
             resources can result in excessive resource consumption and degraded performance. Consider using an \
             alternate method to manage large directory trees"
        ))),
        _ => Ok(()),
    }
}
