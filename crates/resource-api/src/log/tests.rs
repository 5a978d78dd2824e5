use std::sync::Arc;

use super::*;

fn entry(level: Level, source: Option<&str>, message: &str) -> LogEntry {
    LogEntry { level, source: source.map(Into::into), message: message.into() }
}

const LEVELS: [(Level, &str, Stream, &str); 8] = [
    (Level::Debug, "Debug", Stream::Stdout, "\u{1b}[0;36m"),
    (Level::Info, "Info", Stream::Stdout, "\u{1b}[0;32m"),
    (Level::Notice, "Notice", Stream::Stdout, "\u{1b}[m"),
    (Level::Warning, "Warning", Stream::Stderr, "\u{1b}[1;33m"),
    (Level::Err, "Error", Stream::Stderr, "\u{1b}[1;31m"),
    (Level::Critical, "Critical", Stream::Stderr, "\u{1b}[1;31m"),
    (Level::Alert, "Alert", Stream::Stderr, "\u{1b}[1;31m"),
    (Level::Emergency, "Emergency", Stream::Stderr, "\u{1b}[1;31m"),
];

/// What a console shows on its two outputs.
fn shown(verbosity: Verbosity, colour: bool, entries: &[LogEntry]) -> (String, String) {
    let console = Console::new(Vec::new(), Vec::new(), verbosity, colour);
    entries.iter().for_each(|entry| console.write(entry));
    let (stdout, stderr) = console.into_outputs();
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

// Requirement: LOG-1
#[test]
fn a_line_is_the_word_of_its_level_its_source_and_its_message() {
    for (level, word, _, _) in LEVELS {
        assert_eq!(entry(level, None, "msg").line(), format!("{word}: msg"));
        assert_eq!(entry(level, Some("/T[a]/p"), "msg").line(), format!("{word}: /T[a]/p: msg"));
        assert_eq!(entry(level, Some("Puppet"), "msg").line(), format!("{word}: msg"));
    }
}

// Requirement: LOG-2
#[test]
fn lines_up_to_notice_go_to_stdout_and_the_others_to_stderr() {
    for (level, word, stream, _) in LEVELS {
        assert_eq!(level.stream(), stream);
        let (stdout, stderr) = shown(Verbosity::Debug, false, &[entry(level, None, "msg")]);
        let line = format!("{word}: msg\n");
        let expected = if stream == Stream::Stdout { (line, String::new()) } else { (String::new(), line) };
        assert_eq!((stdout, stderr), expected);
    }
}

// Requirement: LOG-3
#[test]
fn the_operator_chooses_which_levels_are_visible() {
    let entries: Vec<LogEntry> = LEVELS.iter().map(|(level, ..)| entry(*level, None, "m")).collect();
    let visible = |verbosity| shown(verbosity, false, &entries).0;
    assert_eq!(visible(Verbosity::default()), "Notice: m\n");
    assert_eq!(visible(Verbosity::Verbose), "Info: m\nNotice: m\n");
    assert_eq!(visible(Verbosity::Debug), "Debug: m\nInfo: m\nNotice: m\n");
    assert_eq!(shown(Verbosity::Normal, false, &entries).1.lines().count(), 5);
}

// Requirement: LOG-4
#[test]
fn with_colour_the_whole_line_is_wrapped() {
    for (level, word, _, colour) in LEVELS {
        let coloured = entry(level, Some("/T[a]"), "msg").line_in(Colour::Ansi);
        assert_eq!(coloured, format!("{colour}{word}: /T[a]: msg\u{1b}[0m"));
    }
    for (level, word, stream, colour) in LEVELS {
        let (stdout, stderr) = shown(Verbosity::Debug, true, &[entry(level, None, "m")]);
        let written = if stream == Stream::Stdout { stdout } else { stderr };
        assert_eq!(written, format!("{colour}{word}: m\u{1b}[0m\n"));
        let (stdout, stderr) = shown(Verbosity::Debug, false, &[entry(level, None, "m")]);
        assert_eq!(stdout + &stderr, format!("{word}: m\n"), "switched off");
    }
}

// The real Puppet's answers to --color=html.
#[test]
fn a_page_has_colours_of_its_own() {
    let line = |level| entry(level, None, "m").line_in(Colour::Html);
    assert_eq!(line(Level::Debug), "<span style=\"color: #40FFFF\">Debug: m</span>");
    assert_eq!(line(Level::Info), "<span style=\"color: #00CD00\">Info: m</span>");
    assert_eq!(line(Level::Notice), "<span style=\"\">Notice: m</span>");
    assert_eq!(line(Level::Warning), "<span style=\"color: #FFFF60\">Warning: m</span>");
    assert_eq!(line(Level::Critical), "<span style=\"color: #FFA0A0\">Critical: m</span>");
}

// Requirement: LOG-5
#[test]
fn a_message_that_ends_in_a_newline_gets_no_second_one() {
    let entries =
        [entry(Level::Notice, None, "one\n"), entry(Level::Notice, None, "two\n\n"), entry(Level::Notice, None, "")];
    assert_eq!(shown(Verbosity::Normal, false, &entries).0, "Notice: one\nNotice: two\n\nNotice: \n");
    assert_eq!(shown(Verbosity::Normal, true, &entries[..1]).0, "\u{1b}[mNotice: one\u{1b}[0m\n");
}

// Requirement: LOG-6
#[test]
fn resources_are_named_by_their_capitalized_type_and_title() {
    assert_eq!(reference("t_log", "a"), "T_log[a]");
    assert_eq!(reference("a::b_c::d", "x y"), "A::B_c::D[x y]");
    assert_eq!(path("/Stage[main]/Main", "t_log", "a"), "/Stage[main]/Main/T_log[a]");
    assert_eq!(path("/Stage[main]/Main/D[q]", "t_log", "a"), "/Stage[main]/Main/D[q]/T_log[a]");
    assert_eq!(path("", "t_log", "a"), "/T_log[a]");
    assert_eq!(property_path(&path("", "t_log", "a"), "prop"), "/T_log[a]/prop");
}

#[test]
fn a_log_scrubs_messages_and_sources() {
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    log.scrubber().learn_text("hunter2");
    log.write(Level::Notice, Some("/T[hunter2]"), "with hunter2");
    assert_eq!(recorder.entries(), [entry(Level::Notice, Some("/T[[redacted]]"), "with [redacted]")]);
}
