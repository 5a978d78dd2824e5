//! What can be tested without accounts on the system.

use pcore::Value;

use super::{Database, accounts::has_sources_besides_files, munge_number};

#[test]
fn texts_that_are_numbers_become_numbers() {
    let number = |text: &str| munge_number("uid", &text.into());
    assert_eq!(number("1000"), Ok(Value::Integer(1000)));
    assert_eq!(number("-1"), Ok(Value::Integer(-1)));
    assert_eq!(number("010"), Ok(Value::Integer(8)), "as everywhere in Ruby");
    assert_eq!(number("staff"), Ok("staff".into()));
    assert_eq!(number(""), Ok("".into()));
    assert_eq!(munge_number("uid", &5.into()), Ok(Value::Integer(5)));
    let refused = "Munging failed for value \"5-5\" in class uid: invalid value for Integer(): \"5-5\"";
    assert_eq!(number("5-5"), Err(refused.to_owned()));
    assert!(number("--5").is_err() && number("-").is_err() && number("99999999999999999999").is_err());
}

#[test]
fn sources_other_than_files_are_recognized() {
    let text = "# passwd: ldap\npasswd:  files [NOTFOUND=return SUCCESS=return] # ldap\ngroup: files systemd\n";
    assert!(!has_sources_besides_files(text, Database::Users));
    assert!(has_sources_besides_files(text, Database::Groups));
    assert!(!has_sources_besides_files("", Database::Users));
    assert!(has_sources_besides_files("passwd: files [!SUCCESS=return] sss", Database::Users));
}
