use super::*;

#[test]
fn nobody_else_has_a_lock_and_nobody_waits_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let first = FileLocks::default().lock(&path);
    assert!(first.is_held());
    let missed = FileLock::within(&path, Duration::ZERO);
    assert!(missed.is_missed() && !missed.is_held());
    drop(first);
    assert!(FileLock::within(&path, Duration::ZERO).is_held());
}

#[test]
fn the_lock_is_that_of_the_file_that_a_link_leads_to() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (path, link) = (folder.path().join("a"), other.path().join("b"));
    fs::write(&path, "").unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let _first = FileLocks::default().lock(&path);
    assert!(FileLock::within(&link, Duration::ZERO).is_missed());
    // What is not there yet is locked by what is above it.
    assert!(FileLock::within(&folder.path().join("no/such/file"), Duration::ZERO).is_missed());
}
