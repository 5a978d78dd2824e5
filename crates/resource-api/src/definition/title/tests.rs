//! Titles and namevars.

use super::*;

/// Reads patterns in YAML.
#[track_caller]
fn patterns(yaml: &str) -> Vec<TitlePattern> {
    let value = pcore::yaml::parse(yaml).expect("the test's own YAML");
    read("software", Some(&value)).expect("patterns that can be used").expect("patterns")
}

const SOFTWARE: &str = r"
- pattern: '\A(?<package>.*[^-])-(?<manager>[^-]*)\z'
  desc: package and manager, with a hyphen
- pattern: '\A(?<package>[^/]*)/?(?<manager>[^/]+)?\z'
  desc: the package, and a manager perhaps
";

const NAMEVARS: [&str; 2] = ["package", "manager"];

#[track_caller]
fn check(title: &str, given: &State, expected: &str) {
    let patterns = patterns(SOFTWARE);
    let shown = match identify(&NAMEVARS, Some(&patterns), title, given) {
        Ok(identity) => identity.iter().map(|(name, value)| format!("{name}={value:?}")).collect::<Vec<_>>().join(" "),
        Err(error) => error.to_string(),
    };
    assert_eq!(shown, expected, "for {title}");
}

#[track_caller]
fn check_refused(value: &Value, expected: &str) {
    assert_eq!(read("software", Some(value)).unwrap_err().to_string(), expected);
}

// Requirement: TD-26
#[test]
fn title_patterns_must_be_an_array() {
    assert_eq!(read("software", None), Ok(None));
    check_refused(&Value::Undef, "`:title_patterns` must be an array, not `NilClass`");
    check_refused(&Value::from("x"), "`:title_patterns` must be an array, not `String`");
    check_refused(&Value::hash([]), "`:title_patterns` must be an array, not `Hash`");
    check_refused(&Value::Boolean(true), "`:title_patterns` must be an array, not `TrueClass`");
}

// Requirement: TD-60, VER-9
#[test]
fn the_first_pattern_that_matches_sets_the_namevars() {
    check("php-yum", &State::new(), "package='php' manager='yum'");
    check("php/gem", &State::new(), "package='php' manager='gem'");
    check("php-a/b", &State::new(), "package='php' manager='a/b'");
}

// Requirement: TD-60
#[test]
fn a_pattern_is_a_regular_expression_or_a_text_that_becomes_one() {
    let regexp = Regexp::new(r"\A(?<package>\w+)\z").unwrap();
    let symbols = |pattern: Value| Value::array([Value::hash([(Value::Symbol("pattern".into()), pattern)])]);
    for pattern in [Value::from(regexp), Value::from(r"\A(?<package>\w+)\z")] {
        let patterns = read("software", Some(&symbols(pattern))).unwrap().unwrap();
        assert_eq!(parse(&NAMEVARS, Some(&patterns), "php").unwrap(), [("package".into(), "php".into())]);
    }
}

// Requirement: TD-60
#[test]
fn unusable_patterns_are_refused_with_their_location() {
    let entry = |pattern: Value| Value::array([Value::hash([("pattern".into(), pattern)])]);
    check_refused(
        &entry("(?<package>".into()),
        "`software.title_patterns[0].pattern` is not a regular expression: \
         end pattern with unmatched parenthesis: /(?<package>/",
    );
    check_refused(
        &entry(1.into()),
        "`software.title_patterns[0].pattern` must be a regular expression or a text that holds one, not `Integer`",
    );
    check_refused(&entry(Value::Undef), "`software.title_patterns[0]` has no pattern");
    check_refused(
        &Value::array(["x".into()]),
        "`software.title_patterns[0]` must be a hash with a `pattern` and a `desc`, not `String`",
    );
    let description = Value::hash([("pattern".into(), "x".into()), ("desc".into(), 1.into())]);
    check_refused(&Value::array([description]), "`software.title_patterns[0].desc` must be a text, not `Integer`");
}

#[test]
fn groups_without_a_namevar_are_worth_a_warning() {
    let patterns = patterns(r"[{pattern: '(?<package>.*)@(?<color>.*)'}]");
    assert_eq!(
        warnings("software", &patterns, &NAMEVARS),
        ["`software.title_patterns[0]` captures `color`, which is not a namevar and has no effect"]
    );
    assert_eq!(
        parse(&NAMEVARS, Some(&patterns), "php@red").unwrap(),
        [(EcoString::from("package"), Value::from("php"))]
    );
}

// Requirement: TD-61, TD-67
#[test]
fn without_patterns_the_whole_title_is_the_first_namevar() {
    let whole = |namevars: &[&str]| parse(namevars, None, "two\nlines").unwrap();
    assert_eq!(whole(&["uid"]), [("uid".into(), "two\nlines".into())]);
    // A type with several namevars need not have patterns.
    assert_eq!(whole(&NAMEVARS), [("package".into(), "two\nlines".into())]);
    assert_eq!(parse(&[], None, "x"), Err(TitleError::NoNamevar));
}

// Requirement: TD-62
#[test]
fn a_title_that_no_pattern_matches_fails_even_when_all_namevars_are_given() {
    let given = State::new().with("package", "php").with("manager", "yum");
    check("a/b/c", &given, "No set of title patterns matched the title \"a/b/c\".");
    assert_eq!(parse(&NAMEVARS, Some(&[]), "x"), Err(TitleError::NoMatch("x".into())));
}

// Requirement: TD-63
#[test]
fn explicit_namevars_count_more_than_the_title() {
    check("php-yum", &State::new().with("manager", "gem"), "package='php' manager='gem'");
    check("php-yum", &State::new().with("manager", Value::Undef), "package='php' manager='yum'");
    check("php", &State::new().with("package", "ruby").with("manager", "gem"), "package='ruby' manager='gem'");
}

// Requirement: TD-64
#[test]
fn a_namevar_that_is_not_given_stays_undef() {
    check("php", &State::new(), "package='php' manager=undef");
}

// Requirement: TD-65
#[test]
fn different_titles_with_equal_namevars_are_the_same_resource() {
    let patterns = patterns(SOFTWARE);
    let identity = |title, given: &State| identify(&NAMEVARS, Some(&patterns), title, given).unwrap();
    assert_eq!(identity("php-yum", &State::new()), identity("php/yum", &State::new()));
    assert_eq!(identity("php-yum", &State::new()), identity("x", &identity_as_state("php", "yum")));
    assert_ne!(identity("php-yum", &State::new()), identity("php-gem", &State::new()));
}

fn identity_as_state(package: &str, manager: &str) -> State {
    State::new().with("package", package).with("manager", manager)
}

// Requirement: TD-66
#[test]
fn a_resource_is_called_by_its_name_if_that_is_its_namevar() {
    assert_eq!(displayed("x", &Identity::single("name", "a")), "a");
    assert_eq!(displayed("x", &Identity::single("uid", "a")), "x");
    let both = Identity::new([("name".into(), "a".into()), ("manager".into(), "yum".into())]);
    assert_eq!(displayed("x", &both), "x");
}

fn expected() -> Identity {
    Identity::new([("package".into(), "php".into()), ("manager".into(), "yum".into())])
}

// Requirement: GET-31
#[test]
fn a_returned_title_must_name_the_same_resource_as_the_namevars() {
    let alone = patterns(r"[{pattern: '\A(?<package>.*)\z'}]");
    let patterns = patterns(SOFTWARE);
    let shown = |patterns: &[TitlePattern], title| compare(patterns, title, &expected(), "software[php-yum]").unwrap();
    assert_eq!(shown(&patterns, "php/yum"), None);
    assert_eq!(
        shown(&patterns, "foo-bar").expect("a mismatch"),
        "software[php-yum]#get has provided a title attribute which does not match all namevars.\n\
         Namevars which do not match: [:package, :manager]\n\
         Returned parsed title hash:  {:package=>\"foo\", :manager=>\"bar\"}\n\
         Expected hash:               {:package=>\"php\", :manager=>\"yum\"}"
    );
    assert!(shown(&patterns, "php-gem").unwrap().contains("\nNamevars which do not match: [:manager]\n"));
    // A group that did not participate is shown; one that the pattern does not have is not.
    let parsed = "\nReturned parsed title hash:  {:package=>\"php\", :manager=>nil}\n";
    assert!(shown(&patterns, "php").unwrap().contains(parsed));
    assert!(shown(&alone, "php").unwrap().contains("\nReturned parsed title hash:  {:package=>\"php\"}\n"));
}

// Requirement: GET-31
#[test]
fn a_returned_title_that_no_pattern_matches_names_nothing() {
    let mismatch = compare(&patterns(SOFTWARE), "a/b/c", &expected(), "software[x]").unwrap().expect("a mismatch");
    assert!(mismatch.contains("\nNamevars which do not match: [:package, :manager]\n"));
    assert!(mismatch.contains("Returned parsed title hash:  {}\n"));
}

#[test]
fn a_pattern_that_cannot_be_tried_to_the_end_is_an_error() {
    let patterns = patterns(r"[{pattern: '(?<package>a|aa)+\k<package>c'}]");
    let title = "a".repeat(64);
    let error = parse(&NAMEVARS, Some(&patterns), &title).unwrap_err();
    assert!(matches!(error, TitleError::Unfinished { .. }), "{error}");
}
