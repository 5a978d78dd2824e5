use std::{fs, io, path::Path};

use settings::{Files, Machine, Settings};

use super::{Environment, write};

struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            other => other.map(Some),
        }
    }

    fn is_directory(&self, path: &Path) -> bool {
        path.is_dir()
    }
}

fn settings(directory: &Path, given: &[(&str, &str)]) -> Settings {
    let root = directory.to_string_lossy();
    let mut all = vec![(String::from("confdir"), root.to_string()), (String::from("codedir"), root.to_string())];
    all.extend(given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    Settings::load(Machine::default(), "user", all, &Disk).0
}

#[test]
fn a_folder_with_a_configuration_is_an_environment() {
    let directory = tempfile::tempdir().unwrap();
    write(
        directory.path(),
        &[
            ("environments/test/environment.conf", "modulepath = site:more/*:$basemodulepath\nmanifest = site.pp\n"),
            ("environments/test/more/b/x", ""),
            ("environments/test/more/a/x", ""),
            ("environments/plain/x", ""),
        ],
    );
    let settings_of = |name| settings(directory.path(), &[("environment", name), ("basemodulepath", "/base:/other")]);
    let environment = Environment::from_settings(&settings_of("test")).unwrap();
    let root = directory.path().join("environments/test");
    assert_eq!(environment.name, "test");
    let expected = [root.join("site"), root.join("more/a"), root.join("more/b"), "/base".into(), "/other".into()];
    assert_eq!(environment.modulepath, expected);
    assert_eq!(settings_of("test").text("manifest").unwrap(), root.join("site.pp").to_string_lossy());
    assert_eq!(environment.root, Some(root));

    let environment = Environment::from_settings(&settings_of("plain")).unwrap();
    let root = directory.path().join("environments/plain");
    assert_eq!(environment.modulepath, [root.join("modules"), "/base".into(), "/other".into()]);
}

#[test]
fn an_environment_may_have_no_folder() {
    let directory = tempfile::tempdir().unwrap();
    let environment = Environment::from_settings(&settings(directory.path(), &[("modulepath", "/a:/b")])).unwrap();
    assert_eq!((environment.name.as_str(), environment.root), ("production", None));
    assert_eq!(environment.modulepath, [Path::new("/a"), Path::new("/b")]);
}

#[test]
fn a_folder_of_manifests_is_read_in_the_order_of_paths() {
    let directory = tempfile::tempdir().unwrap();
    let names = ["b.pp", "a/z.pp", "a.pp", "a/b/c.pp", "ab.pp"];
    let files: Vec<(&str, &str)> = names.iter().map(|name| (*name, *name)).collect();
    write(directory.path(), &files);
    write(directory.path(), &[("notes.txt", ""), (".hidden.pp", ""), (".git/x.pp", "")]);
    let sources = Environment::manifests(directory.path()).unwrap();
    let texts: Vec<&str> = sources.iter().map(|source| source.text.as_str()).collect();
    // As Ruby sorts them: by characters, not by parts of the path.
    assert_eq!(texts, ["a.pp", "a/b/c.pp", "a/z.pp", "ab.pp", "b.pp"]);
    assert_eq!(sources[0].name, directory.path().join("a.pp").to_string_lossy());
}

#[test]
fn a_manifest_may_be_one_file() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), &[("site.pp", "notice(1)")]);
    assert_eq!(Environment::manifests(&directory.path().join("site.pp")).unwrap()[0].text, "notice(1)");
    let missing = directory.path().join("nosuch.pp");
    let error = Environment::manifests(&missing).unwrap_err().to_string();
    assert_eq!(error, format!("Could not find file {}", missing.display()));
    let latin = directory.path().join("latin.pp");
    fs::write(&latin, b"notice('\xe9')").unwrap();
    let error = Environment::manifests(&latin).unwrap_err().to_string();
    assert_eq!(error, format!("{} is not UTF-8 at byte 8; manifests are written in UTF-8", latin.display()));
}
