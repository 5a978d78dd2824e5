use super::read;

#[track_caller]
fn check(line: &str, given: &[(&str, &str)], rest: &[&str]) {
    let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let flags = read(&arguments).expect("it can be read");
    let settings: Vec<(&str, &str)> =
        flags.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(
        (settings.as_slice(), flags.rest.iter().map(String::as_str).collect::<Vec<_>>().as_slice()),
        (given, rest)
    );
}

#[track_caller]
fn refuse(line: &str, expected: &str) {
    let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
    assert_eq!(read(&arguments).map_err(|error| error.to_string()), Err(expected.to_owned()));
}

#[test]
fn settings_are_taken_out() {
    check("a --tags x,y b", &[("tags", "x,y")], &["a", "b"]);
    check("--tags=x=y --noop --no-splay", &[("tags", "x=y"), ("noop", "true"), ("splay", "false")], &[]);
    check("--tags= -v", &[("tags", "")], &["-v"]);
    check("--show-diff --no-show_diff", &[("show_diff", "true"), ("show_diff", "false")], &[]);
    check("--no_proxy x", &[("no_proxy", "x")], &[]);
    check("--runint 1h -- --noop", &[("runinterval", "1h")], &["--noop"]);
    check("--priority -5", &[("priority", "-5")], &[]);
}

#[test]
fn mistakes_are_reported() {
    refuse("--nosuch", "invalid option: --nosuch");
    refuse("--nosuch=1", "invalid option: --nosuch=1");
    refuse("--=1", "invalid option: --=1");
    refuse("--no-tags", "invalid option: --no-tags");
    refuse("--noop=1", "needless argument: --noop=1");
    refuse("--sta x", "ambiguous option: --sta");
    refuse("--tags", "option '--tags' needs a parameter");
    refuse("--tags --noop", "option '--tags' needs a parameter");
}
