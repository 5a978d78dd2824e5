//! What can be said about accounts without a system that has them.

use pcore::Value;

use super::{Database, accounts::names_others, munged_number};

#[test]
fn texts_that_are_numbers_become_numbers() {
    let number = |text: &str| munged_number("uid", &text.into());
    assert_eq!(number("1000"), Ok(Value::Integer(1000)));
    assert_eq!(number("-1"), Ok(Value::Integer(-1)));
    assert_eq!(number("010"), Ok(Value::Integer(8)), "as everywhere in Ruby");
    assert_eq!(number("staff"), Ok("staff".into()));
    assert_eq!(number(""), Ok("".into()));
    assert_eq!(munged_number("uid", &5.into()), Ok(Value::Integer(5)));
    let refused = "Munging failed for value \"5-5\" in class uid: invalid value for Integer(): \"5-5\"";
    assert_eq!(number("5-5"), Err(refused.to_owned()));
    assert!(number("--5").is_err() && number("-").is_err() && number("99999999999999999999").is_err());
}

#[test]
fn other_sources_are_those_that_are_no_files() {
    let text = "# passwd: ldap\npasswd:  files [NOTFOUND=return SUCCESS=return] # ldap\ngroup: files systemd\n";
    assert!(!names_others(text, Database::Users));
    assert!(names_others(text, Database::Groups));
    assert!(!names_others("", Database::Users));
    assert!(names_others("passwd: files [!SUCCESS=return] sss", Database::Users));
}
