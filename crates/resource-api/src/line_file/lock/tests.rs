use super::*;

#[test]
fn a_lock_is_exclusive_and_waiting_is_limited() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    let first = FileLocks::default().lock(&path);
    assert!(first.is_held());
    let missed = FileLock::within(&path, Duration::ZERO);
    assert!(missed.is_missed() && !missed.is_held());
    drop(first);
    assert!(FileLock::within(&path, Duration::ZERO).is_held());
}

#[test]
fn the_lock_is_that_of_the_file_that_a_link_leads_to() {
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (path, link) = (dir.path().join("a"), other.path().join("b"));
    fs::write(&path, "").unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let _first = FileLocks::default().lock(&path);
    assert!(FileLock::within(&link, Duration::ZERO).is_missed());
    // For a missing directory, its nearest existing ancestor is locked.
    assert!(FileLock::within(&dir.path().join("no/such/file"), Duration::ZERO).is_missed());
}
