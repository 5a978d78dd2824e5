//! What is said, how, and to whom.

use super::{Default, Setting};
use crate::kind::Kind;

/// The settings, by name.
pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "autoflush",
        kind: Kind::Boolean,
        default: Default::Text("true"),
        summary: "Whether log files are written at once",
    },
    Setting {
        name: "color",
        kind: Kind::Text,
        default: Default::Text("ansi"),
        summary: "The colours of the console: ansi, html, or false",
    },
    Setting {
        name: "diff",
        kind: Kind::Text,
        default: Default::Text("diff"),
        summary: "The command that compares files",
    },
    Setting {
        name: "diff_args",
        kind: Kind::Text,
        default: Default::Text("-u"),
        summary: "The arguments of that command",
    },
    Setting {
        name: "disable_i18n",
        kind: Kind::Boolean,
        default: Default::Text("true"),
        summary: "Whether messages are English",
    },
    Setting {
        name: "disable_warnings",
        kind: Kind::List,
        default: Default::Text(""),
        summary: "Kinds of warnings that are not shown, separated by commas",
    },
    Setting {
        name: "log_level",
        kind: Kind::Choice(&["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit"]),
        default: Default::Text("notice"),
        summary: "The lowest level that is shown",
    },
    Setting {
        name: "logdest",
        kind: Kind::Text,
        default: Default::Nothing,
        summary: "Where the log goes, separated by commas",
    },
    Setting {
        name: "max_deprecations",
        kind: Kind::Integer,
        default: Default::Text("10"),
        summary: "How many deprecations are shown",
    },
    Setting {
        name: "max_errors",
        kind: Kind::Integer,
        default: Default::Text("10"),
        summary: "How many errors in manifests are shown",
    },
    Setting {
        name: "max_warnings",
        kind: Kind::Integer,
        default: Default::Text("10"),
        summary: "How many warnings about manifests are shown",
    },
    Setting {
        name: "profile",
        kind: Kind::Boolean,
        default: Default::Text("false"),
        summary: "Whether the time of the parts of compiling is logged",
    },
    Setting {
        name: "puppet_trace",
        kind: Kind::Boolean,
        default: Default::Text("false"),
        summary: "Whether the calls of the language are shown where an error occurs",
    },
    Setting {
        name: "show_diff",
        kind: Kind::Boolean,
        default: Default::Text("false"),
        summary: "Whether differences of files are shown",
    },
    Setting {
        name: "summarize",
        kind: Kind::Boolean,
        default: Default::Text("false"),
        summary: "Whether a summary of the run is printed",
    },
    Setting {
        name: "syslogfacility",
        kind: Kind::Text,
        default: Default::Text("daemon"),
        summary: "The facility of messages to syslog",
    },
    Setting {
        name: "trace",
        kind: Kind::Boolean,
        default: Default::Text("false"),
        summary: "Whether what is behind an error is shown",
    },
];
