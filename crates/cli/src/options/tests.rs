use super::*;

const COMMAND: &[CommandOption] = &[
    CommandOption::flag("detailed-exitcodes", None, "…"),
    CommandOption::valued("catalog", "FILE", "…"),
    CommandOption::valued("param", "NAME", "…").or('p'),
];

fn read(line: &str) -> Result<Options, OptionError> {
    let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
    Options::read(&[COMMAND], &arguments)
}

fn parsed(line: &str) -> Vec<(&'static str, String)> {
    read(line).unwrap().entries
}

fn refused(line: &str) -> String {
    read(line).unwrap_err().to_string()
}

#[test]
fn values_follow_a_blank_or_an_equals_sign() {
    let expected = vec![("catalog", "a=b".to_owned())];
    assert_eq!((parsed("--catalog a=b"), parsed("--catalog=a=b")), (expected.clone(), expected));
    assert_eq!(parsed("--catalog -"), [("catalog", "-".to_owned())]);
    assert_eq!(parsed("-p x -py"), [("param", "x".to_owned()), ("param", "y".to_owned())]);
}

#[test]
fn every_setting_is_an_option() {
    assert_eq!(parsed("--skip_tags a"), [("skip_tags", "a".to_owned())]);
    assert_eq!(parsed("--skip-tags=a"), [("skip_tags", "a".to_owned())]);
    assert_eq!(parsed("--noop --no-noop"), [("noop", "true".to_owned()), ("noop", "false".to_owned())]);
    assert!(!read("--noop --no-noop").unwrap().has("noop"));
}

#[test]
fn names_may_be_abbreviated() {
    assert!(read("--detail").unwrap().has("detailed-exitcodes"));
    assert!(read("--detailed_exitcodes").unwrap().has("detailed-exitcodes"));
    assert!(read("--summariz").unwrap().has("summarize"));
    assert_eq!(refused("--http_proxy=x"), "Could not parse application options: ambiguous option: --http_proxy=x");
}

#[test]
fn operands_may_be_anywhere() {
    let options = read("user -dv root --noop a=b -- --debug").unwrap();
    assert_eq!(options.words, ["user", "root", "a=b", "--debug"]);
    assert!(options.has("debug") && options.has("verbose") && options.has("noop"));
}

#[test]
fn errors_have_puppets_wording() {
    let prefix = "Could not parse application options: ";
    assert_eq!(refused("--nosuchopt"), format!("{prefix}invalid option: --nosuchopt"));
    assert_eq!(refused("--nosuch=5"), format!("{prefix}invalid option: --nosuch=5"));
    assert_eq!(refused("-x"), format!("{prefix}invalid option: -x"));
    assert_eq!(refused("--noop=true"), format!("{prefix}needless argument: --noop=true"));
    assert_eq!(refused("--catalog"), format!("{prefix}missing argument: --catalog"));
    assert_eq!(refused("-p"), format!("{prefix}missing argument: -p"));
    let settings = "Could not initialize global default settings: Error parsing arguments\nWrapped exception:\n";
    assert_eq!(refused("--tags"), format!("{settings}option '--tags' needs a parameter"));
    assert_eq!(refused("--tags --noop"), format!("{settings}option '--tags' needs a parameter"));
}
