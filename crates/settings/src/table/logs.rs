//! What is said, how, and to whom.

use super::{Default, Setting, boolean, integer, list, setting, text, unset};
use crate::kind::Kind;

/// Sorted by name.
pub(super) const SETTINGS: &[Setting] = &[
    boolean("autoflush", true, "Whether to write log entries at once"),
    text("color", "ansi", "The colours of the console: ansi, html, or false"),
    text("diff", "diff", "The command that compares files"),
    text("diff_args", "-u", "The arguments of that command"),
    boolean("disable_i18n", true, "Whether messages are always in English"),
    list("disable_warnings", "", "Kinds of warnings that are not shown, separated by commas"),
    setting(
        "log_level",
        Kind::Choice(&["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit"]),
        Default::Text("notice"),
        "The lowest level that is shown",
    ),
    unset("logdest", Kind::Text, "The destinations of the log, separated by commas"),
    integer("max_deprecations", "10", "How many deprecations to show"),
    integer("max_errors", "10", "How many errors in manifests to show"),
    integer("max_warnings", "10", "How many warnings about manifests to show"),
    boolean("profile", false, "Whether to log how long the steps of compiling take"),
    boolean("puppet_trace", false, "Whether to show the Puppet call stack of errors"),
    boolean("show_diff", false, "Whether to show differences of files"),
    boolean("summarize", false, "Whether to print a summary of the run"),
    text("syslogfacility", "daemon", "The syslog facility of messages"),
    boolean("trace", false, "Whether to show the stack traces of errors"),
];
