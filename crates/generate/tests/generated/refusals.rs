//! Logic that cannot be translated is refused with its location, and so are names that clash.

use generate::Language;

use crate::corpus::{Corpus, shown, with_stack};

#[track_caller]
fn refused(language: Language, text: &str, expected: &str) {
    let (text, expected) = (text.to_owned(), expected.to_owned());
    with_stack(move || {
        let mut corpus = Corpus::of(&[(String::from("a.pp"), text.clone())]);
        match corpus.generate(language) {
            Ok(_) => panic!("nothing is refused in {text}"),
            Err(problem) => assert_eq!(shown(&problem), expected, "for {text}"),
        }
    });
}

#[test]
fn what_cannot_be_translated_has_a_place() {
    for language in [Language::Python, Language::Lua] {
        refused(
            language,
            "type A { attr p, String\n  attr x, String { derived => || { if 'a' =~ $p { 'b' } else { 'c' } } } }",
            "a.pp:2:46: only a literal regular expression or type can be translated after '=~'",
        );
        refused(
            language,
            "type A { attr x, String { check => $it =~ /\\X/ } }",
            "a.pp:1:43: \\X in a regular expression cannot be translated",
        );
        refused(
            language,
            "type A { attr x, String { check => SemVer($it) =~ SemVer } }",
            "a.pp:1:36: SemVer.new cannot be translated",
        );
        refused(
            language,
            "type A { attr x, String { check => max(*[1, 2]) == 2 } }",
            "a.pp:1:40: '*' among the arguments of a function cannot be translated",
        );
        refused(
            language,
            "type A { attr x, Integer { check => [$it].all |*$n| { true } } }",
            "a.pp:1:48: a parameter with a default, or one that captures the rest, cannot be translated",
        );
    }
}

#[test]
fn names_that_clash_are_refused() {
    for language in [Language::Python, Language::Lua, Language::Rust, Language::TypeScript] {
        refused(
            language,
            "type My::Type { }\ntype MyType { }",
            "a.pp:2:1: 'My::Type' and 'MyType' would both be named MyType",
        );
    }
    refused(
        Language::Rust,
        "type A { attr type, String attr type_, String }",
        "a.pp:1:33: two features of 'A' would both be named type_",
    );
}
