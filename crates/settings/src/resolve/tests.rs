use std::{io, path::Path};

use super::{ConfigWarning, Files, SettingError, Settings, Value};
use crate::Machine;

/// A few files, and directories that are mentioned in no file.
struct Few(&'static [(&'static str, &'static str)]);

impl Files for Few {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        let found = self.0.iter().find(|(name, _)| Path::new(name) == path);
        Ok(found.map(|(_, text)| (*text).to_owned()))
    }

    fn is_directory(&self, path: &Path) -> bool {
        self.0.iter().any(|(name, _)| Path::new(name).parent() == Some(path))
    }
}

const CONF: &str = "/etc/puppetlabs/puppet/puppet.conf";
const ENVIRONMENT: &str = "/etc/puppetlabs/code/environments/production/environment.conf";

fn load(
    section: &'static str,
    given: &[(&str, &str)],
    files: &'static [(&'static str, &'static str)],
) -> (Settings, Vec<ConfigWarning>) {
    let given = given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Settings::load(Machine::default(), section, given, &Few(files))
}

#[track_caller]
fn check(text: &'static str, name: &str, expected: &str) {
    let files: &'static [(&str, &str)] = Box::leak(Box::new([(CONF, text)]));
    let (settings, _) = load("user", &[], files);
    let found = settings.text(name).unwrap_or_else(|error| error.to_string());
    assert_eq!(found, expected);
}

#[test]
fn the_nearest_value_counts() {
    let files: &[(&str, &str)] = &[
        (CONF, "[main]\nenvironment_timeout = 1\nserver = m\nca_server = m\n[user]\nserver = u\n[agent]\nserver = a\n"),
        (ENVIRONMENT, "environment_timeout = 2\nserver = e\n"),
    ];
    let (settings, warnings) = load("user", &[], files);
    let values =
        ["environment_timeout", "server", "ca_server", "report_server"].map(|name| settings.text(name).expect(name));
    assert_eq!(values, ["2", "u", "m", "u"]);
    assert_eq!(settings.value_in("agent", "server"), Ok(Value::Text("a".to_owned())));
    let ignored = "unknown setting(s) are being ignored: server";
    assert!(matches!(warnings.as_slice(), [ConfigWarning::Part(message)] if message.ends_with(ignored)));
    let (settings, _) = load("user", &[("server", "x"), ("server", "c"), ("environment_timeout", "3")], files);
    assert_eq!(["environment_timeout", "server"].map(|name| settings.text(name).expect(name)), ["3", "c"]);
}

#[test]
fn the_old_name_of_the_server_section_counts_less() {
    let (settings, _) = load("server", &[], &[(CONF, "[master]\nserver=a\nca_server=b\n[server]\nserver=c\n")]);
    assert_eq!(["server", "ca_server"].map(|name| settings.text(name).expect(name)), ["c", "b"]);
}

#[test]
fn values_refer_to_others() {
    check("vardir = /v\n", "statefile", "/v/state/state.yaml");
    check("server = a${ca_server}b$report_server.\nca_server=1\nreport_server=2\n", "server", "a1b2.");
    check("server = $runinterval\n", "server", "1800");
    check("server = $ a$ ${x-y} $\n", "server", "$ a$ ${x-y} $");
    check("server = $run_mode\n", "server", "user");
    check("code = $nosuch\n", "code", "$nosuch");
    check(
        "own = 1\nserver = $own\n",
        "server",
        "Error converting value for param 'server': Could not find value for $own",
    );
}

#[test]
fn cycles_are_found() {
    let expected = "Error converting value for param 'server': the value refers to itself: server -> server";
    check("server = $server\n", "server", expected);
    let expected = "Error converting value for param 'ca_server': \
                    the value refers to itself: ca_server -> report_server -> ca_server";
    check("server = $ca_server\nca_server = $report_server\nreport_server = $ca_server\n", "server", expected);
}

#[test]
fn a_broken_file_does_not_count() {
    let (settings, warnings) = load("user", &[], &[(CONF, "noop = true\nnonsense\n")]);
    assert_eq!(settings.is_on("noop"), Ok(false));
    let expected = format!("Could not parse {CONF}: Could not match line nonsense\n (file: {CONF}, line: 2)");
    assert_eq!(warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
}

#[test]
fn an_environment_may_not_lead_out_of_its_directory() {
    let files: &[(&str, &str)] = &[("/etc/puppetlabs/code/environments/../environment.conf", "manifest = /x\n")];
    let (settings, _) = load("user", &[("environment", "..")], files);
    assert_eq!(settings.value("manifest"), Ok(Value::Nothing));
}

#[test]
fn the_environment_cannot_be_referred_to() {
    let (settings, warnings) = load("user", &[], &[(CONF, "logdir = /l/$environment\n")]);
    assert_eq!(settings.text("logdir").as_deref(), Ok("/l/$environment"));
    let remains = "within 'logdir' when using directory environments. Its value will remain /l/$environment.";
    assert!(matches!(warnings.as_slice(), [ConfigWarning::Part(message)] if message.ends_with(remains)));
}

#[test]
fn a_file_may_not_hold_what_belongs_to_environments() {
    let (settings, _) = load("user", &[], &[(CONF, "modulepath = /m\n")]);
    assert_eq!(settings.check(), Err(SettingError::Forbidden(vec!["modulepath".to_owned()])));
}

#[test]
fn what_files_say_is_listed_unless_the_command_line_says_it() {
    let (settings, _) =
        load("user", &[("noop", "true")], &[(CONF, "noop=false\nsplay=true\nown=1\n[agent]\ntags=x\n")]);
    assert_eq!(settings.written().map(|setting| setting.name).collect::<Vec<_>>(), ["splay"]);
}

#[test]
fn a_dump_shows_no_value() {
    let conf = &[(CONF, "[main]\nhttp_proxy_password = correct horse\n# battery staple\n")];
    let (settings, _) = load("user", &[("http_proxy_user", "alice")], conf);
    let dump = format!("{settings:?}");
    assert!(dump.contains("http_proxy_password") && dump.contains("http_proxy_user"), "{dump}");
    assert!(!dump.contains("horse") && !dump.contains("staple") && !dump.contains("alice"), "{dump}");
}
