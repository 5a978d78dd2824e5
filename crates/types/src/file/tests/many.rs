//! Many files: what is looked at together, and what must not be looked at again for each.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use pcore::Value;
use resource_api::{
    Change, Changes, Context, Identity, Insync, Provider, Request, State,
    context::{CatalogResource, CatalogView},
};

use super::{
    super::Files,
    safety::{canonical, context},
};

/// A catalog of files that counts how often they are listed.
#[derive(Default)]
struct Counting {
    files: usize,
    lists: AtomicUsize,
}

impl CatalogView for Counting {
    fn find(&self, _: &str, _: &str) -> Option<CatalogResource> {
        None
    }

    fn list(&self, _: &str) -> Vec<CatalogResource> {
        self.lists.fetch_add(1, Ordering::Relaxed);
        let file = |number: usize| CatalogResource::new("file", format!("/nowhere/{number}"), &State::new());
        (0..self.files).map(file).collect()
    }
}

#[test]
fn the_catalog_is_listed_once_for_all_directories() {
    let catalog = Arc::new(Counting { files: 500, ..Counting::default() });
    let context = context(&[]).0.with_catalog(catalog.clone());
    let mut files = Files::default();
    for number in 0..500 {
        let path = format!("/nowhere/{number}");
        let should = canonical(&context, Path::new(&path), &[("recurse", true.into())]);
        let name = Identity::single("path", path.as_str());
        assert_eq!(files.generate_at_turn(&context, &name, None, &should).unwrap().count(), 0);
    }
    assert_eq!(catalog.lists.load(Ordering::Relaxed), 1, "otherwise time would grow with the square");
}

#[test]
fn what_the_catalog_has_is_not_brought_along() {
    struct Managing(PathBuf);
    impl CatalogView for Managing {
        fn find(&self, _: &str, _: &str) -> Option<CatalogResource> {
            None
        }
        fn list(&self, _: &str) -> Vec<CatalogResource> {
            let titled = |path: &str| CatalogResource::new("file", self.0.join(path).to_str().unwrap(), &State::new());
            let mut files: Vec<CatalogResource> = ["a/b", "a/b-", "a.txt", "c"].map(titled).into();
            let elsewhere = State::new().with("path", self.0.join("a/by_path/").to_str().unwrap());
            files.push(CatalogResource::new("file", "by path", &elsewhere));
            files
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("a");
    fs::create_dir_all(root.join("b/below")).unwrap();
    for name in ["b-", "b.txt", "by_path", "c"] {
        fs::write(root.join(name), "").unwrap();
    }
    let context = context(&[]).0.with_catalog(Arc::new(Managing(folder.path().to_owned())));
    let should = canonical(&context, &root, &[("recurse", true.into())]);
    let name = Identity::single("path", root.to_str().unwrap());
    let children = Files::default().generate_at_turn(&context, &name, None, &should).unwrap();
    let titles: Vec<String> = children.map(|child| child.title.into()).collect();
    let expected = ["b.txt", "c"].map(|name| root.join(name).to_str().unwrap().to_owned());
    assert_eq!(titles, expected);
}

/// Files of a test, and what they should be.
struct Wanted {
    context: Context,
    names: Vec<Identity>,
    targets: Vec<State>,
}

impl Wanted {
    fn new(files: &[(PathBuf, &[(&str, Value)])]) -> Wanted {
        let (context, _) = context(&[]);
        let path = |path: &Path| path.to_str().unwrap().to_owned();
        Wanted {
            names: files.iter().map(|(file, _)| Identity::single("path", path(file))).collect(),
            targets: files.iter().map(|(file, attributes)| canonical(&context, file, attributes)).collect(),
            context,
        }
    }

    /// Looks at all files, saying what they should be.
    fn read(&self, files: &mut Files) {
        let targets: Vec<&State> = self.targets.iter().collect();
        let request = Request::new(Some(&self.names), &[]).with_targets(&targets);
        files.get(&self.context, &request).unwrap();
    }

    /// Whether the content of a file is as it should be.
    fn is_in_sync(&self, files: &mut Files, place: usize) -> bool {
        let (name, should) = (&self.names[place], &self.targets[place]);
        let answer = files.insync(&self.context, name, "content", &State::new(), should).unwrap();
        matches!(answer, Insync::Yes)
    }
}

#[test]
fn contents_are_compared_when_files_are_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for (name, content) in
        [("same", "one"), ("other", "two"), ("longer", "three"), ("copy", "four"), ("four", "five"), ("source", "four")]
    {
        fs::write(at(name), content).unwrap();
    }
    let file = ("ensure", Value::from("file"));
    let source = ("source", Value::from(at("source").to_str().unwrap()));
    let wanted = Wanted::new(&[
        (at("same"), &[file.clone(), ("content", "one".into())]),
        (at("other"), &[file.clone(), ("content", "tow".into())]),
        (at("longer"), &[file.clone(), ("content", "thre".into())]),
        (at("copy"), &[file.clone(), source.clone()]),
        (at("four"), &[file.clone(), source]),
        (at("missing"), &[file, ("content", "x".into())]),
    ]);
    let mut files = Files::default();
    wanted.read(&mut files);
    let expected = [true, false, false, true, false, true];
    let found: Vec<bool> = (0..expected.len()).map(|place| wanted.is_in_sync(&mut files, place)).collect();
    // What is missing has no content that could be wrong.
    assert_eq!(found, expected);
}

#[test]
fn what_was_compared_is_doubted_after_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    fs::write(&first, "one").unwrap();
    fs::write(&second, "two").unwrap();
    let file = ("ensure", Value::from("file"));
    let (new, old) = ([file.clone(), ("content", "new".into())], [file, ("content", "two".into())]);
    let mut all: Vec<(PathBuf, &[(&str, Value)])> = vec![(first, &new), (second.clone(), &old)];
    for number in 0..500 {
        let more = folder.path().join(number.to_string());
        fs::write(&more, "two").unwrap();
        all.push((more, &old));
    }
    let wanted = Wanted::new(&all);
    let mut files = Files::default();
    wanted.read(&mut files);
    assert!(!wanted.is_in_sync(&mut files, 0));
    let change = Change { name: wanted.names[0].clone(), is: None, should: Some(wanted.targets[0].clone()) };
    files.set(&wanted.context, &Changes::new(vec![change], false)).unwrap();
    // As if the first file had been the second one under another name.
    fs::write(&second, "new").unwrap();
    assert!(!wanted.is_in_sync(&mut files, 1));
    let last = folder.path().join("499");
    fs::write(&last, "new").unwrap();
    assert!(!wanted.is_in_sync(&mut files, all.len() - 1));
}

#[test]
fn every_file_is_compared_with_its_own_target() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    let targets: Vec<[(&str, Value); 2]> = (0..1000)
        .map(|number| {
            let content = format!("{:04}", if number % 3 == 0 { number + 1 } else { number });
            [("ensure", "file".into()), ("content", content.into())]
        })
        .collect();
    for (number, target) in targets.iter().enumerate() {
        let path = folder.path().join(number.to_string());
        fs::write(&path, format!("{number:04}")).unwrap();
        files.push((path, &target[..]));
    }
    let wanted = Wanted::new(&files);
    let mut files = Files::default();
    wanted.read(&mut files);
    for place in 0..1000 {
        assert_eq!(wanted.is_in_sync(&mut files, place), place % 3 != 0, "{place}");
    }
}
