//! Descriptions of several lines.

use syn::{ItemStruct, parse_str};

use super::description;

#[track_caller]
fn check(comment: &str, expected: Option<&str>) {
    let item: ItemStruct = parse_str(&format!("{comment}\nstruct S;")).expect("a struct");
    assert_eq!(description(&item.attrs).as_deref(), expected);
}

#[test]
fn the_lines_of_a_paragraph_become_one() {
    check("/// A key\n/// of apt.", Some("A key of apt."));
    check("/// A key.\n///\n/// More\n/// about it.", Some("A key.\n\nMore about it."));
    check("/** A key\n of apt. */", Some("A key of apt."));
}

#[test]
fn lists_and_code_keep_their_lines() {
    check("/// Either:\n/// - one,\n///   or so\n/// - two", Some("Either:\n- one, or so\n- two"));
    check("/// 1. one\n/// 2. two", Some("1. one\n2. two"));
    check("/// So:\n/// ```\n/// a\n///   b\n/// ```\n/// Done\n/// now.", Some("So:\n```\na\n  b\n```\nDone now."));
}

#[test]
fn nothing_is_no_description() {
    check("", None);
    check("///\n///", None);
}
