//! Many files: what is read together, and what must not be read again for each of them.

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
    Change, Changes, Identity, Insync, Provider, Request, State,
    context::{CatalogResource, CatalogView, Driver},
};

use super::{
    super::Files,
    safety::{canonical, context},
};

/// A catalog of files that counts how often it is listed.
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
        assert_eq!(files.eval_generate(&context, &name, None, &should).unwrap().count(), 0);
    }
    assert_eq!(catalog.lists.load(Ordering::Relaxed), 1, "otherwise time would grow with the square");
}

#[test]
fn managed_files_are_not_generated() {
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
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("a");
    fs::create_dir_all(root.join("b/below")).unwrap();
    for name in ["b-", "b.txt", "by_path", "c"] {
        fs::write(root.join(name), "").unwrap();
    }
    let context = context(&[]).0.with_catalog(Arc::new(Managing(directory.path().to_owned())));
    let should = canonical(&context, &root, &[("recurse", true.into())]);
    let name = Identity::single("path", root.to_str().unwrap());
    let children = Files::default().eval_generate(&context, &name, None, &should).unwrap();
    let titles: Vec<String> = children.map(|child| child.title.into()).collect();
    let expected = ["b.txt", "c"].map(|name| root.join(name).to_str().unwrap().to_owned());
    assert_eq!(titles, expected);
}

/// Files of a test, and what they should be.
struct Fixture {
    context: Driver,
    names: Vec<Identity>,
    targets: Vec<State>,
}

impl Fixture {
    fn new(files: &[(PathBuf, &[(&str, Value)])]) -> Fixture {
        let (context, _) = context(&[]);
        let path = |path: &Path| path.to_str().unwrap().to_owned();
        Fixture {
            names: files.iter().map(|(file, _)| Identity::single("path", path(file))).collect(),
            targets: files.iter().map(|(file, attributes)| canonical(&context, file, attributes)).collect(),
            context,
        }
    }

    /// Reads all files, with what they should be.
    fn read(&self, files: &mut Files) {
        let targets: Vec<&State> = self.targets.iter().collect();
        let request = Request::new(Some(&self.names), &[]).with_targets(&targets);
        files.get(&self.context, &request).unwrap();
    }

    /// Whether the content of a file is as it should be.
    fn is_in_sync(&self, files: &mut Files, index: usize) -> bool {
        let (name, should) = (&self.names[index], &self.targets[index]);
        let answer = files.insync(&self.context, name, "content", &State::new(), should).unwrap();
        matches!(answer, Insync::Yes)
    }
}

#[test]
fn contents_are_compared_when_files_are_looked_at() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    for (name, content) in
        [("same", "one"), ("other", "two"), ("longer", "three"), ("copy", "four"), ("four", "five"), ("source", "four")]
    {
        fs::write(at(name), content).unwrap();
    }
    let file = ("ensure", Value::from("file"));
    let source = ("source", Value::from(at("source").to_str().unwrap()));
    let fixture = Fixture::new(&[
        (at("same"), &[file.clone(), ("content", "one".into())]),
        (at("other"), &[file.clone(), ("content", "tow".into())]),
        (at("longer"), &[file.clone(), ("content", "thre".into())]),
        (at("copy"), &[file.clone(), source.clone()]),
        (at("four"), &[file.clone(), source]),
        (at("missing"), &[file, ("content", "x".into())]),
    ]);
    let mut files = Files::default();
    fixture.read(&mut files);
    let expected = [true, false, false, true, false, true];
    let in_sync: Vec<bool> = (0..expected.len()).map(|index| fixture.is_in_sync(&mut files, index)).collect();
    // A missing file has no content that could differ.
    assert_eq!(in_sync, expected);
}

#[test]
fn a_change_invalidates_comparisons() {
    let directory = tempfile::tempdir().unwrap();
    let (first, second) = (directory.path().join("first"), directory.path().join("second"));
    fs::write(&first, "one").unwrap();
    fs::write(&second, "two").unwrap();
    let file = ("ensure", Value::from("file"));
    let (new, old) = ([file.clone(), ("content", "new".into())], [file, ("content", "two".into())]);
    let mut all: Vec<(PathBuf, &[(&str, Value)])> = vec![(first, &new), (second.clone(), &old)];
    for number in 0..500 {
        let more = directory.path().join(number.to_string());
        fs::write(&more, "two").unwrap();
        all.push((more, &old));
    }
    let fixture = Fixture::new(&all);
    let mut files = Files::default();
    fixture.read(&mut files);
    assert!(!fixture.is_in_sync(&mut files, 0));
    let change = Change { name: fixture.names[0].clone(), is: None, should: Some(fixture.targets[0].clone()) };
    files.set(&fixture.context, &Changes::new(vec![change], false)).unwrap();
    // As if the first file were the second one under another name.
    fs::write(&second, "new").unwrap();
    assert!(!fixture.is_in_sync(&mut files, 1));
    let last = directory.path().join("499");
    fs::write(&last, "new").unwrap();
    assert!(!fixture.is_in_sync(&mut files, all.len() - 1));
}

#[test]
fn every_file_is_compared_with_its_own_target() {
    let directory = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    let targets: Vec<[(&str, Value); 2]> = (0..1000)
        .map(|number| {
            let content = format!("{:04}", if number % 3 == 0 { number + 1 } else { number });
            [("ensure", "file".into()), ("content", content.into())]
        })
        .collect();
    for (number, target) in targets.iter().enumerate() {
        let path = directory.path().join(number.to_string());
        fs::write(&path, format!("{number:04}")).unwrap();
        files.push((path, &target[..]));
    }
    let fixture = Fixture::new(&files);
    let mut files = Files::default();
    fixture.read(&mut files);
    for index in 0..1000 {
        assert_eq!(fixture.is_in_sync(&mut files, index), index % 3 != 0, "{index}");
    }
}
