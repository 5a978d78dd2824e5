use resource_api::State;

use super::{canonical::canonicalize, wanted::Wanted};

fn line(attributes: &[(&str, &str)]) -> State {
    let given: State = attributes.iter().map(|(name, value)| (*name, *value)).collect();
    given.with("name", "x").with("path", "/f")
}

fn applied(attributes: &[(&str, &str)], content: &[u8]) -> Vec<u8> {
    let should = line(attributes);
    let wanted = Wanted::new(&should).unwrap();
    if wanted.exists(content).unwrap() { content.to_owned() } else { wanted.with(content).unwrap().unwrap() }
}

#[test]
fn other_encodings_are_understood() {
    let latin1 = [("line", "größe = 2"), ("match", "^größe"), ("encoding", "ISO-8859-1")];
    let expected = b"gr\xf6\xdfe = 2\n".as_slice();
    assert_eq!(applied(&latin1, b"gr\xf6\xdfe = 1\n"), expected);
    assert_eq!(applied(&latin1, expected), expected);
    let bytes = [("line", "b"), ("match", "^b"), ("encoding", "binary")];
    assert_eq!(applied(&bytes, b"\xff\nbc\n"), b"\xff\nb\n");
}

#[test]
fn what_is_not_in_the_encoding_is_refused() {
    let should = line(&[("line", "a"), ("match", "^a")]);
    let problem = Wanted::new(&should).unwrap().exists(b"\xff\n").unwrap_err();
    assert_eq!(problem.to_string(), "invalid byte sequence in UTF-8");
    // Without a pattern bytes are just compared.
    assert_eq!(applied(&[("line", "a")], b"\xff"), b"\xff\na\n");
    let should = line(&[("line", "€"), ("encoding", "latin1")]);
    assert!(Wanted::new(&should).err().unwrap().to_string().contains("ISO-8859-1 does not have"));
    let should = line(&[("line", "a"), ("encoding", "utf-7")]);
    assert!(Wanted::new(&should).err().unwrap().to_string().contains("utf-7 is not supported"));
}

#[test]
fn only_what_can_be_meant_is_taken() {
    assert!(canonicalize(&mut line(&[("line", "a")])).is_ok());
    assert!(canonicalize(&mut line(&[])).unwrap_err().to_string().ends_with("line is a required attribute"));
    let absent = [("ensure", "absent"), ("match", "x"), ("match_for_absence", "true")];
    assert!(canonicalize(&mut line(&absent)).is_ok());
}
