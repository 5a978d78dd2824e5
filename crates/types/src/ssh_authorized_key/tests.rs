use resource_api::line_file::{LineFile, LineFormat as _};

use super::*;

fn parsed(line: &str) -> Option<String> {
    let file = LineFile::parse(KeyLines, line.as_bytes());
    let (_, record) = file.records().next()?;
    let options = record.get("options").map(|options| match options {
        Value::Array(options) => options.iter().map(interpolate).collect::<Vec<_>>().join("|"),
        _ => "-".to_owned(),
    });
    let text = |name: &str| record.text(name).unwrap_or_default().to_owned();
    Some(format!("{} {} {} {}", options.unwrap_or_default(), text("type"), text("key"), text("name")))
}

#[test]
fn lines_are_keys_with_options_and_comments() {
    assert_eq!(parsed("ssh-rsa AAAA me@here").as_deref(), Some("- ssh-rsa AAAA me@here"));
    assert_eq!(parsed("  ssh-rsa AAAA").as_deref(), Some("- ssh-rsa AAAA "));
    assert_eq!(
        parsed(r#"no-pty,command="echo \"a, b\" ssh-rsa x",from="1,2" ssh-ed25519 AAAA two words"#).as_deref(),
        Some(r#"no-pty|command="echo \"a, b\" ssh-rsa x"|from="1,2" ssh-ed25519 AAAA two words"#)
    );
    assert_eq!(parsed("ssh-rsa AAAA my ssh-rsa key").as_deref(), Some("- ssh-rsa AAAA my ssh-rsa key"));
    for other in ["# ssh-rsa AAAA x", "", "1024 35 12345 old", "what", "ssh-rsa"] {
        assert_eq!(parsed(other), None, "{other}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    for line in ["ssh-rsa AAAA me", r#"no-pty,from="1,2" ssh-rsa AAAA two words"#] {
        let file = LineFile::parse(KeyLines, line.as_bytes());
        let (_, record) = file.records().next().unwrap();
        assert_eq!(KeyLines.print(record), line);
    }
}

#[test]
fn options_are_words_with_values_in_quotes() {
    for good in ["no-pty", "from=\"10.0.0.1\"", "command=\"/bin/a b\""] {
        assert!(lines::is_option(good), "{good}");
    }
    for bad in ["", "a b", "from=x", "=\"x\"", "a\nb"] {
        assert!(!lines::is_option(bad), "{bad}");
    }
}
