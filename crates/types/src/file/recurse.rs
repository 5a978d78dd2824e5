//! What is in a directory, as resources of their own.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use ecow::EcoString;
use pcore::Value;
use resource_api::{Context, Failure, Generated, Outcome, State, log::Level};
use rustc_hash::FxHashSet;

use super::{
    found::{Found, Kind, Links},
    source, system,
    wanted::{OF_SOURCE, Wanted},
    web::Web,
};

/// From how many files on a directory without a limit of its own is worth a warning.
const MANY_FILES: usize = 1000;

/// The attributes that a directory does not pass on.
const OWN: [&str; 9] =
    ["path", "ensure", "recurse", "recurselimit", "max_files", "target", "source", "content", "checksum_value"];

/// The resources for what is in a directory, in the order of their paths.
pub(super) fn generate(context: &Context, web: &Web, should: &State) -> Outcome<Vec<Generated>> {
    let wanted = Wanted::new(context, should);
    super::backup::check(context, &wanted)?;
    if !wanted.recurses() {
        return Ok(Vec::new());
    }
    let mut children: BTreeMap<String, State> = BTreeMap::new();
    let inherited = inherited(context, should);
    if !wanted.recurses_remotely_only() {
        for entry in Listing::new(context, &wanted, wanted.path, Unreadable::Empty)?.entries {
            children.insert(entry.relative, inherited.clone());
        }
    }
    if let Some(target) = wanted.target() {
        for entry in Listing::new(context, &wanted, Path::new(target), Unreadable::Empty)?.entries {
            let child = children.entry(entry.relative).or_insert_with(|| inherited.clone());
            if entry.kind == Kind::Directory {
                child.insert("ensure", "directory");
            } else {
                child.insert("ensure", "link");
                child.insert("target", entry.path.to_string_lossy().as_ref());
            }
        }
    } else if wanted.has_source() {
        from_sources(context, web, &wanted, &inherited, &mut children)?;
    }
    if wanted.purges() {
        for child in children.values_mut().filter(|child| child.get("source").is_none()) {
            child.insert("ensure", "absent");
            child.remove("target");
        }
    }
    let managed = managed_below(context, wanted.path_text());
    let mut generated = Vec::with_capacity(children.len());
    for (relative, child) in children {
        if is_below(&managed, &relative) {
            continue;
        }
        let title = format!("{}/{relative}", wanted.path_text().trim_end_matches('/'));
        generated.push(Generated {
            type_name: "file".into(),
            title: title.into(),
            attributes: child.into_iter().collect(),
        });
    }
    generated.sort_by(|left, right| left.title.cmp(&right.title));
    Ok(generated)
}

fn from_sources(
    context: &Context,
    web: &Web,
    wanted: &Wanted<'_>,
    inherited: &State,
    children: &mut BTreeMap<String, State>,
) -> Outcome {
    let mut copied = FxHashSet::default();
    for source in source::find_all(context, web, wanted)? {
        let Some(path) = source.path().filter(|_| source.found.kind == Kind::Directory) else { return Ok(()) };
        for entry in Listing::new(context, wanted, path, Unreadable::Fails(&source.uri))?.entries {
            // The earliest source counts.
            if !copied.insert(entry.relative.clone()) {
                continue;
            }
            let uri = format!("{}/{}", source.uri, entry.relative);
            let child = children.entry(entry.relative).or_insert_with(|| inherited.clone());
            child.insert("source", Value::array([uri.into()]));
        }
        if !wanted.takes_all_sources() {
            break;
        }
    }
    Ok(())
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

/// The paths of the catalog's files below a directory, from there on.
fn managed_below(context: &Context, path: &str) -> FxHashSet<EcoString> {
    let prefix = format!("{}/", path.trim_end_matches('/'));
    let Some(catalog) = context.catalog() else { return FxHashSet::default() };
    let below = |file: &resource_api::context::CatalogResource| {
        let path = file.attributes().text("path").unwrap_or(file.title());
        Some(EcoString::from(path.strip_prefix(&prefix)?.trim_end_matches('/'))).filter(|path| !path.is_empty())
    };
    catalog.list("file").iter().filter_map(below).collect()
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
    path: PathBuf,
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

impl Listing {
    fn new(context: &Context, wanted: &Wanted<'_>, folder: &Path, unreadable: Unreadable<'_>) -> Outcome<Listing> {
        let ignored = wanted.ignored();
        let limit = wanted.recursion_limit().unwrap_or(usize::MAX);
        let mut entries = Vec::new();
        // Each level is listed before the next one.
        let mut folders = vec![(folder.to_owned(), String::new())];
        for _ in 0..limit {
            let mut deeper = Vec::new();
            for (folder, relative) in folders {
                list(&folder, &relative, &ignored, wanted.links(), unreadable, &mut entries, &mut deeper)?;
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

fn list(
    folder: &Path,
    relative: &str,
    ignored: &[&str],
    links: Links,
    unreadable: Unreadable<'_>,
    entries: &mut Vec<Entry>,
    deeper: &mut Vec<(PathBuf, String)>,
) -> Outcome {
    let found = match fs::read_dir(folder) {
        Ok(found) => found,
        Err(error) => return unreadable.check(&error, folder),
    };
    for entry in found {
        let entry = match entry {
            Ok(entry) => entry,
            // The rest of a directory that cannot be read any further would be asked for without an end.
            Err(error) => return unreadable.check(&error, folder),
        };
        let name = entry.file_name();
        let Some(name) = name.to_str() else {
            let shown = entry.path();
            return Err(Failure::new(format!(
                "the name of {} is not UTF-8, so no resource can have it",
                shown.display()
            )));
        };
        if ignored.iter().any(|pattern| super::wildcard::matches(pattern, name)) {
            continue;
        }
        let path = entry.path();
        let found = match Found::at(&path, links) {
            (Some(found), _) => found,
            (None, unknown) => {
                unknown.map_or(Ok(()), |error| unreadable.check(&error, &path))?;
                continue;
            }
        };
        let relative = if relative.is_empty() { name.to_owned() } else { format!("{relative}/{name}") };
        if found.kind == Kind::Directory {
            deeper.push((path.clone(), relative.clone()));
        }
        entries.push(Entry { relative, path, kind: found.kind });
    }
    Ok(())
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
