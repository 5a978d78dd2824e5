//! What terminals and other destinations show.

use std::os::unix::net::UnixDatagram;

use resource_api::log::Recorder;

use super::{destinations::Form, progress::line, *};

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

/// What a destination writes for an entry.
fn entry(level: Level, source: Option<&str>) -> LogEntry {
    LogEntry { level, source: source.map(Into::into), message: "hello".into() }
}

#[test]
fn the_log_of_the_system_gets_level_process_and_source() {
    let (ours, theirs) = UnixDatagram::pair().unwrap();
    let destination = Destination::new(Form::Syslog(ours), &Arc::default(), &Arc::default());
    let received = |level: Level, source: Option<&str>| {
        destination.write(&entry(level, source));
        let mut bytes = [0; 200];
        let length = theirs.recv(&mut bytes).unwrap();
        String::from_utf8(bytes[..length].to_vec()).unwrap()
    };
    let line = received(Level::Notice, None);
    assert!(line.starts_with("<29>") && line.ends_with(&format!("[{}]: hello", std::process::id())), "{line}");
    assert!(received(Level::Err, Some("/Note[a]")).ends_with("]: (/Note[a]) hello"));
    let numbers = [Level::Debug, Level::Info, Level::Warning, Level::Critical, Level::Alert, Level::Emergency];
    let numbers = numbers.map(|level| received(level, None).split_once('>').unwrap().0.to_owned());
    assert_eq!(numbers, ["<31", "<30", "<28", "<26", "<25", "<24"]);
}

#[test]
fn lines_below_the_level_are_not_wanted() {
    let wants = |option: &str, level: Level| {
        let options = Options::read(&[], &[option.into()]).unwrap();
        let (log, _) = log(&options, &Arc::default(), &Arc::default()).unwrap();
        with_sink(&log, Arc::new(LevelFilter { lowest_level: Level::Err, sink: Recorder::default() })).wants(level)
    };
    assert!(!wants("--log_level=notice", Level::Debug) && wants("--log_level=notice", Level::Notice));
    assert!(wants("--debug", Level::Debug));
    assert!(!wants("--log_level=crit", Level::Warning) && wants("--log_level=crit", Level::Err));
}
