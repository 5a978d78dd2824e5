//! RunPaths follow the directories that they are in.

use std::{io, path::Path, time::Duration};

use crate::{Files, Machine, RunPaths, Settings};

/// A `puppet.conf` and nothing else.
struct OneFile(&'static str);

impl Files for OneFile {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        Ok((path == Path::new("/etc/puppetlabs/puppet/puppet.conf")).then(|| self.0.to_owned()))
    }

    fn is_directory(&self, _: &Path) -> bool {
        false
    }
}

fn run_paths(given: &[(&str, &str)], conf: &'static str) -> RunPaths {
    let given = given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let (settings, _) = Settings::load(Machine::default(), "user", given, &OneFile(conf));
    settings.run_paths().expect("every path has a default")
}

#[test]
fn everything_moves_with_its_directory() {
    let plain = run_paths(&[], "");
    assert_eq!(plain.report, Path::new("/opt/puppetlabs/puppet/cache/state/last_run_report.yaml"));
    assert_eq!(plain.summary, Path::new("/opt/puppetlabs/puppet/public/last_run_summary.yaml"));
    assert_eq!(plain.state_ttl, Some(Duration::from_secs(32 * 24 * 3600)));
    let moved = run_paths(&[("vardir", "/v")], "");
    assert_eq!(moved.state, Path::new("/v/state/state.yaml"));
    assert_eq!(moved.summary, Path::new("/v/public/last_run_summary.yaml"));
    assert_eq!(moved.reports, Path::new("/v/reports"));
    assert_eq!(moved.graphs, Path::new("/v/state/graphs"));
    assert_eq!(moved.lock, Path::new("/v/state/agent_catalog_run.lock"));
}

#[test]
fn single_paths_can_be_set() {
    let conf =
        "[main]\nvardir = /w\npublicdir = /p\nstatettl = unlimited\n[user]\nlastrunreport = $statedir/mine.yaml\n";
    let written = run_paths(&[("statedir", "/s")], conf);
    assert_eq!(written.report, Path::new("/s/mine.yaml"));
    assert_eq!(written.summary, Path::new("/p/last_run_summary.yaml"));
    assert_eq!(written.state_ttl, None);
    assert_eq!(written.reports, Path::new("/w/reports"));
    let resources = run_paths(&[("resourcefile", "/r.txt"), ("classfile", "$vardir/c.txt")], conf);
    assert_eq!((resources.resources, resources.classes), ("/r.txt".into(), "/w/c.txt".into()));
}
