use super::{progress::line, *};

#[test]
fn the_line_of_progress_fits_the_terminal() {
    assert_eq!(line(3, 120, "/Stage[main]/Main/Note[a]", 80), "[3/120] /Stage[main]/Main/Note[a]");
    assert_eq!(line(3, 120, "/Stage[main]/Main/Note[a]", 12), "[3/120] /St");
    assert_eq!(line(1, 1, "Note[a\nb\u{1b}[2J]", 80), "[1/1] Note[ab\u{fffd}[2J]");
}

#[test]
fn levels_have_words() {
    let read = |word: &str| {
        let options = Options::read(&[], &[format!("--log_level={word}").into()]).unwrap();
        level(&options)
    };
    assert_eq!(read("crit"), Ok(Level::Critical));
    assert_eq!(read("x"), Err(OptionError::Setting("Invalid loglevel x".into())));
}
