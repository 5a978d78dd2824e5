//! Behaviour beyond single matches: limits, literals, replacing, splitting.

use std::collections::HashSet;

use crate::regexp::{MatchError, Regexp, RegexpOptions, RegexpProblem, Replacement};

#[track_caller]
fn regexp(source: &str) -> Regexp {
    Regexp::new(source).unwrap_or_else(|error| panic!("{source:?} should be well-formed: {error}"))
}

#[track_caller]
fn check_problem(source: &str, expected: &RegexpProblem) {
    let error = Regexp::new(source).expect_err("it should be refused");
    assert_eq!(error.problem(), expected);
    assert!(error.to_string().len() < 5_000);
}

#[test]
fn patterns_beyond_the_limits_are_refused() {
    let length = 50_000_000;
    check_problem(&"a".repeat(length), &RegexpProblem::TooLong(length));
    check_problem(&"(".repeat(100_000), &RegexpProblem::TooDeep(250));
    check_problem(&"[".repeat(100_000), &RegexpProblem::TooDeep(250));
    check_problem(&"(?i)".repeat(10_000), &RegexpProblem::TooDeep(250));
    check_problem(&format!("{}a{}", "(".repeat(70), ")".repeat(70)), &RegexpProblem::TooDeep(62));
    check_problem(&format!("a{}", "{2}".repeat(40)), &RegexpProblem::TooDeep(20));
    check_problem("((a{1000}){1000}){1000}", &RegexpProblem::TooManyRepetitions);
}

#[test]
fn deep_but_plain_nesting_is_fine() {
    let source = format!("\\A{}a{}\\z", "(?:".repeat(200), ")".repeat(200));
    assert_eq!(regexp(&source).is_match("a"), Ok(true));
    assert_eq!(regexp(&format!("\\A{}a{}\\z", "(".repeat(60), ")".repeat(60))).is_match("a"), Ok(true));
    assert_eq!(regexp(&format!("\\Aa{}\\z", "*".repeat(500))).is_match("aaa"), Ok(true));
}

#[test]
fn too_large_programs_fail() {
    let large = ["[[:alpha:]]{950}", r"(?<a>x\g<b>?\g<b>?\g<b>?)(?<b>y\g<a>?\g<a>?\g<a>?)"];
    for source in large {
        assert_eq!(regexp(source).is_match("aaaa"), Err(MatchError::TooLarge), "{source}");
    }
}

#[test]
fn backtracking_is_bounded_and_regular_patterns_do_none() {
    let many = "a".repeat(40);
    let stuck = regexp(r"(a|aa)+\1c").is_match(&many);
    assert_eq!(stuck, Err(MatchError::TooManySteps));
    // Backtracking would exceed the limit here, which is an error.
    assert_eq!(regexp(r"\A(a+)+\Z").is_match(&format!("{}b", "a".repeat(50_000))), Ok(false));
    assert_eq!(regexp(r"^(a+)+$").is_match(&format!("{}b", "a".repeat(50_000))), Ok(false));
}

#[test]
fn a_pattern_is_written_as_a_literal() {
    let check = |source: &str, expected: &str| assert_eq!(regexp(source).to_string(), expected);
    check("a/b", r"/a\/b/");
    check(r"a\/b", r"/a\/b/");
    check(r"a\\/b", r"/a\\\/b/");
    check("a\nb", "/a\nb/");
    check("", "//");
    let all = RegexpOptions { ignore_case: true, multiline: true, extended: true };
    let pattern = Regexp::with_options("a/b", all).expect("well-formed");
    assert_eq!(pattern.to_string(), r"/(?mix:a\/b)/");
    assert_eq!(format!("{pattern:?}"), r"Regexp(/(?mix:a\/b)/)");
}

#[test]
fn options_apply_to_the_whole_pattern() {
    let check = |source: &str, options: RegexpOptions, text: &str| {
        assert_eq!(Regexp::with_options(source, options).expect("well-formed").is_match(text), Ok(true));
        assert_eq!(regexp(source).is_match(text), Ok(false));
    };
    check("\\Aab\\z", RegexpOptions { ignore_case: true, ..RegexpOptions::default() }, "AB");
    check("\\Aa.b\\z", RegexpOptions { multiline: true, ..RegexpOptions::default() }, "a\nb");
    check("\\Aa b # c", RegexpOptions { extended: true, ..RegexpOptions::default() }, "ab");
}

#[test]
fn equality_is_that_of_source_and_options() {
    let insensitive = RegexpOptions { ignore_case: true, ..RegexpOptions::default() };
    let other = Regexp::with_options("a", insensitive).expect("well-formed");
    let set = HashSet::from([regexp("a"), regexp("a"), regexp("b"), other]);
    assert_eq!(set.len(), 3);
}

#[test]
fn errors_have_a_location() {
    let check = |source: &str, offset: usize| {
        assert_eq!(Regexp::new(source).expect_err("malformed").offset(), Some(offset), "{source}");
    };
    check("ab)c", 2);
    check("ab[cd", 5);
    check("é*|*", 4);
    check("a(b", 3);
    check(r"ab\", 3);
    check("a(?<=b+)", 1);
    check(r"(a)\2", 4);
}

#[test]
fn names_are_listed_once_and_hold_the_last_match() {
    let pattern = regexp("(?<a>x)?(?<b>y)?(?<a>z)?");
    assert_eq!(pattern.capture_names().collect::<Vec<_>>(), ["a", "b"]);
    let name = |text: &str| {
        let captures = pattern.captures(text).expect("no error").expect("a match");
        assert_eq!(captures.len(), 4);
        captures.name("a").map(|found| found.as_str().to_owned())
    };
    assert_eq!(name("xyz").as_deref(), Some("z"));
    assert_eq!(name("xy").as_deref(), Some("x"));
    assert_eq!(name("y"), None);
}

#[test]
fn replacements_follow_ruby() {
    let check = |source: &str, text: &str, template: &str, expected: &str| {
        let replaced = regexp(source).replace_all(text, template);
        assert_eq!(replaced.as_deref(), Ok(expected), "{source} {text} {template}");
    };
    check("b*", "abc", "-", "-a--c-");
    check("", "aé", "-", "-a-é-");
    check("^", "a\nb\n", "# ", "# a\n# b\n");
    check("(a)(b)?", "ab a", r"[\2\1\0\&]", "[baabab] [aaa]");
    check("b", "abc", r"<\`|\'>", "a<a|c>c");
    check("b", "abc", r"\\0\9\x", r"a\0\xc");
    check("(?<n>b)", "abc", r"\k<n>\k<n>", "abbc");
    check("(b)", "abc", r"\k<1>\k", r"ab\kc");
    check(r" +\Z", "a b \n", "", "a b\n");
    check("x", "abc", "y", "abc");
    let undefined = regexp("b").replace_all("abc", r"\k<n>");
    assert_eq!(undefined, Err(MatchError::UndefinedGroupName("n".into())));
    let table = |found: &str| if found == "a" { "A" } else { "" };
    let replaced =
        |most| regexp("[ab]").replace_measured("abc", most, Replacement::Table(&table), |_| Ok::<_, MatchError>(()));
    assert_eq!(replaced(usize::MAX).as_deref(), Ok("Ac"));
    assert_eq!(replaced(1).as_deref(), Ok("Abc"));
}

#[test]
fn splitting_follows_ruby() {
    let check = |source: &str, text: &str, expected: &[&str]| {
        assert_eq!(regexp(source).split(text).as_deref(), Ok(expected), "{source} {text}");
    };
    check(",", "a,b,,c,,", &["a", "b", "", "c"]);
    check(",", ",a", &["", "a"]);
    check(",", "", &[]);
    check("", "aéb", &["a", "é", "b"]);
    check(r"\s*", " a b", &["", "a", "b"]);
    check("(,)", "a,b", &["a", ",", "b"]);
    check("(-)|(,)", "a-b,c", &["a", "-", "b", ",", "c"]);
    check("b*", "abc", &["a", "c"]);
    check("(?=b)", "abab", &["a", "ba", "b"]);
    check("x", "abc", &["abc"]);
}

#[test]
fn a_search_may_start_later() {
    let pattern = regexp(r"(?<=a)b|\Gc");
    let start = |text: &str, from: usize| {
        let captures = pattern.captures_from(text, from).expect("no error");
        captures.map(|captures| captures.whole().start())
    };
    assert_eq!(start("abab", 1), Some(1));
    assert_eq!(start("abab", 2), Some(3));
    assert_eq!(start("xc", 1), Some(1));
    assert_eq!(start("xc", 0), None);
    assert_eq!(start("é", 1), None);
    assert_eq!(start("a", 5), None);
}

#[test]
fn a_pattern_can_be_shared_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<Regexp>();
}
