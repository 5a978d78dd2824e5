//! What can be tested without accounts on the system.

use super::{Database, accounts::has_sources_besides_files};

#[test]
fn sources_other_than_files_are_recognized() {
    let text = "# passwd: ldap\npasswd:  files [NOTFOUND=return SUCCESS=return] # ldap\ngroup: files systemd\n";
    assert!(!has_sources_besides_files(text, Database::Users));
    assert!(has_sources_besides_files(text, Database::Groups));
    assert!(!has_sources_besides_files("", Database::Users));
    assert!(has_sources_besides_files("passwd: files [!SUCCESS=return] sss", Database::Users));
}
