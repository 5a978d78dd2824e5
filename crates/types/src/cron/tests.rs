use resource_api::line_file::{LineFile, LineFormat as _};

use super::{lines::CronLines, *};
use crate::{subject::absent, tests::canonicalized};

const TAB: &str = "MAILTO=x\n# Puppet Name: a\n# why\nA=1\n\n1,2 * * * 1-5 /bin/a b\n@daily /bin/d\nwhat\n";

#[test]
fn a_job_takes_its_name_and_variables() {
    let tab = LineFile::parse(CronLines, TAB.as_bytes());
    let found: Vec<&State> = tab.records().map(|(_, record)| record).collect();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].text("name"), Some("a"));
    assert_eq!(found[0].get("minute"), Some(&Value::array(["1".into(), "2".into()])));
    assert_eq!(found[0].get("hour"), Some(&absent()));
    assert_eq!(found[0].get("environment"), Some(&Value::array(["A=1".into()])));
    assert_eq!(found[0].text("command"), Some("/bin/a b"));
    assert_eq!((found[1].text("special"), found[1].text("command")), (Some("daily"), Some("/bin/d")));
    assert_eq!(tab.problems().len(), 1);
    assert_eq!(tab.to_bytes(), TAB.as_bytes());
}

#[test]
fn what_is_between_the_lines_of_a_job_stays() {
    let mut tab = LineFile::parse(CronLines, TAB.as_bytes());
    let (id, record) = tab.records().next().map(|(id, record)| (id, record.clone())).unwrap();
    tab.change(id, record.with("minute", absent()));
    let expected = "MAILTO=x\n# why\n\n# Puppet Name: a\nA=1\n* * * * 1-5 /bin/a b\n@daily /bin/d\nwhat\n";
    assert_eq!(String::from_utf8(tab.to_bytes()).unwrap(), expected);
    tab.remove(id);
    assert_eq!(String::from_utf8(tab.to_bytes()).unwrap(), "MAILTO=x\n# why\n\n@daily /bin/d\nwhat\n");
}

#[test]
fn times_have_one_form() {
    let canonical = |field: &str, value: Value| {
        let state = State::new().with("name", "a").with(field, value);
        canonicalized(Jobs::default(), &resource_type(), state)
            .map(|(state, _)| state.get(field).map(display).unwrap_or_default())
    };
    assert_eq!(canonical("weekday", "Tue".into()).unwrap(), "['2']");
    assert_eq!(canonical("month", Value::array(["december".into(), 1.into()])).unwrap(), "['12', '1']");
    assert_eq!(canonical("minute", "*/5".into()).unwrap(), "['*/5']");
    assert_eq!(canonical("hour", "1-5/2".into()).unwrap(), "['1-5/2']");
    assert_eq!(canonical("hour", "*".into()).unwrap(), "'absent'");
    for (field, bad) in
        [("minute", "60"), ("hour", "x"), ("month", "0"), ("monthday", "32"), ("weekday", "8"), ("hour", "")]
    {
        let failure = canonical(field, bad.into()).unwrap_err();
        assert!(failure.ends_with(&format!(": {bad} is not a valid {field}")), "{failure}");
    }
}

#[test]
fn jobs_are_written_as_they_are_read() {
    for line in ["# Puppet Name: a\nX=1\n1 2 3 4 5 /bin/a", "# Puppet Name: b\n@reboot /bin/b c"] {
        let tab = LineFile::parse(CronLines, line.as_bytes());
        let (_, record) = tab.records().next().unwrap();
        assert_eq!(CronLines.print(record), line);
    }
}

#[test]
fn a_line_that_is_no_job_ends_the_name_before_it() {
    for broken in [&b"what"[..], b"\xff * * * * /bin/a"] {
        let tab = [b"# Puppet Name: a\n", broken, b"\n2 * * * * /bin/foreign\n"].concat();
        let tab = LineFile::parse(CronLines, &tab);
        let names: Vec<Option<&str>> = tab.records().map(|(_, record)| record.text("name")).collect();
        assert_eq!(names, [None], "the job is unmanaged");
    }
}

#[test]
fn what_would_be_another_line_is_refused() {
    for (attribute, value) in [("name", "a\n* * * * * /bin/evil"), ("command", "/bin/a\n* * * * * /bin/evil")] {
        let job = State::new().with("name", "a").with(attribute, value);
        let failure = canonicalized(Jobs::default(), &resource_type(), job).unwrap_err();
        assert!(failure.contains(&format!("{attribute} must be a single line")), "{failure}");
    }
    let job = State::new().with("name", "a").with("command", Value::sensitive("x\nhunter2".into()));
    let failure = canonicalized(Jobs::default(), &resource_type(), job).unwrap_err();
    assert!(failure.contains("Cron[a] is not valid") && !failure.contains("hunter2"), "{failure}");
}
