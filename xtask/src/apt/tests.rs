//! Which failures of `apt-get` are worth another attempt.

use super::is_locked;

#[test]
fn a_lock_is_waited_for_and_nothing_else() {
    let lists = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4711 (apt-get)";
    let dpkg = "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 12 (unattended-upgr)\nE: Unable to acquire \
                the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?";
    assert!(is_locked(lists) && is_locked(dpkg));
    assert!(!is_locked("E: Unable to locate package nonsense"));
}
