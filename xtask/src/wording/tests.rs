use super::{rules, strings, visible_in_page, visible_in_rust};

#[test]
fn phrases_are_found_as_whole_words() {
    let rules = rules("# comment\nstands\tis\nis no\tis not a\tdocs/a.md\n").expect("the list is valid");
    assert!(rules[0].is_in("It Stands here."));
    assert!(!rules[0].is_in("He understands."));
    assert!(rules[1].is_in("this is no type"));
    assert!(!rules[1].is_in("there is none"));
    assert!(rules[1].is_allowed_in("docs/a.md"));
    assert!(!rules[0].is_allowed_in("docs/a.md"));
}

#[test]
fn a_line_without_a_suggestion_is_refused() {
    assert!(rules("stands\n").is_err());
}

#[test]
fn only_texts_for_people_are_looked_at() {
    let source = "/// It `stands`.\n/// Stands.\n// stands\nlet stands = format!(\"one \\\" {x}\", \"two\");\n";
    let texts = |has_help| visible_in_rust(source, has_help);
    assert_eq!(texts(false), [(4, "one \\\" {x}".into()), (4, "two".into())]);
    assert_eq!(texts(true)[0], (2, " Stands.".into()));
    assert_eq!(strings("let letter = b'x';").count(), 0);
    assert_eq!(visible_in_page("a\n```\nb\n```\nc\n"), [(1, "a".into()), (5, "c".into())]);
}
