//! Facts that are kept for a while.

use std::{fs, path::Path};

use facts::{Facts, Options, Root};

use crate::check;

const CACHE: &str = "opt/puppetlabs/facter/cache/cached_facts";

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn machine(seconds: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "etc/os-release", "ID=debian\nNAME=Debian\nVERSION_ID=12\n");
    write(root, "etc/debian_version", "12.1\n");
    write(root, "etc/puppetlabs/facter/facts.d/site.txt", "site=old\n");
    let ttl = format!("{seconds} seconds");
    let text = format!(r#"facts : {{ ttls : [ {{ "operating system" : {ttl} }}, {{ "site.txt" : {ttl} }} ] }}"#);
    write(root, "etc/puppetlabs/facter/facter.conf", &text);
    folder
}

#[test]
fn what_is_kept_is_not_read_again() {
    let folder = machine(3600);
    let root = folder.path();
    check(&Facts::read(&Root::at(root)), "os.release.full", r#""12.1""#);
    let kept = fs::read_to_string(root.join(CACHE).join("operating system")).unwrap();
    assert!(kept.contains(r#""os.name": "Debian""#) && kept.contains(r#""cache_format_version": 1"#), "{kept}");

    write(root, "etc/debian_version", "12.2\n");
    write(root, "etc/puppetlabs/facter/facts.d/site.txt", "site=new\n");
    let facts = Facts::read(&Root::at(root));
    check(&facts, "os.release", r#"{"full":"12.1","major":"12","minor":"1"}"#);
    check(&facts, "os.family", r#""Debian""#);
    check(&facts, "site", r#""old""#);

    let fresh = Facts::read_with(&Root::at(root), &Options { cache: false, ..Options::default() });
    check(&fresh, "os.release.full", r#""12.2""#);
    check(&fresh, "site", r#""new""#);
}

#[test]
fn what_is_too_old_or_damaged_is_read_again() {
    let folder = machine(0);
    let root = folder.path();
    check(&Facts::read(&Root::at(root)), "os.release.full", r#""12.1""#);
    write(root, "etc/debian_version", "12.2\n");
    check(&Facts::read(&Root::at(root)), "os.release.full", r#""12.2""#);

    let folder = machine(3600);
    let root = folder.path();
    write(root, &format!("{CACHE}/operating system"), "{half");
    check(&Facts::read(&Root::at(root)), "os.release.full", r#""12.1""#);
}

#[test]
fn facts_that_cannot_be_kept_are_facts() {
    let folder = machine(3600);
    write(folder.path(), CACHE, "a file where a folder should be");
    let facts = Facts::read(&Root::at(folder.path()));
    check(&facts, "os.release.full", r#""12.1""#);
    assert!(facts.warnings()[0].to_string().starts_with("Could not write cache: "), "{:?}", facts.warnings());
}
