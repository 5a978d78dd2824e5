//! Ruby code that hangs: its resources fail at the time limit, and a signal ends the run.

use std::{
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{binary, test_dir::TestDir};

const TYPE: &str = "
Puppet::ResourceApi.register_type(
  name: 'NAME', desc: 'x', features: ['canonicalize'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'x', default: 'present' },
    name: { type: 'String', desc: 'x', behaviour: :namevar },
  },
)
";

const PROVIDER: &str = "
class Puppet::Provider::Slow::Slow
  def self.hang(place)
    File.write(ENV['REACHED'], place)
    sleep
  end

  def canonicalize(_context, resources)
    self.class.hang('canonicalize') if resources.any? { |resource| resource[:name] == 'strange' }
    resources
  end

  def get(_context)
    self.class.hang('get') if ENV['HANGS'] == 'get'
    []
  end

  def set(_context, changes)
    case changes.keys.first
    when 'sleep' then self.class.hang('set')
    when 'work' then loop {}
    when 'child' then `sleep 4321`
    when 'stubborn'
      begin
        sleep
      rescue Exception
        retry
      end
    end
  end
end
";

const QUICK: &str = "
class Puppet::Provider::Quick::Quick
  def canonicalize(_context, resources) = resources
  def get(_context) = []
  def set(_context, _changes) = nil
end
";

const TRANSPORT: &str = "
module Puppet::Transport
  class Far
    def initialize(_context, _info)
      File.write(ENV['REACHED'], 'connect')
      sleep
    end

    def facts(_context) = {}
    def verify(_context) = nil
    def close(_context) = nil
  end
end
";

const SCHEMA: &str = "
Puppet::ResourceApi.register_transport(name: 'far', desc: 'x', connection_info: { host: { type: 'String', desc: 'x' } })
";

const DEVICE: &str = "
require 'puppet/resource_api/transport/wrapper'

module Puppet::Util::NetworkDevice::Far
  class Device < Puppet::ResourceApi::Transport::Wrapper
    def initialize(url_or_config, _options = {})
      super('far', url_or_config)
    end
  end
end
";

fn directory() -> TestDir {
    let directory = TestDir::new(&[
        ("modules/m/lib/puppet/type/slow.rb", &TYPE.replace("NAME", "slow")),
        ("modules/m/lib/puppet/provider/slow/slow.rb", PROVIDER),
        ("modules/m/lib/puppet/type/quick.rb", &TYPE.replace("NAME", "quick")),
        ("modules/m/lib/puppet/provider/quick/quick.rb", QUICK),
        ("modules/m/lib/puppet/transport/far.rb", TRANSPORT),
        ("modules/m/lib/puppet/transport/schema/far.rb", SCHEMA),
        ("modules/m/lib/puppet/util/network_device/far/device.rb", DEVICE),
        ("site.pp", ""),
    ]);
    let credentials = directory.path().join("far.conf");
    fs::write(&credentials, "host: h\n").unwrap();
    let device = format!("[far]\ntype far\nurl file://{}\n", credentials.display());
    fs::write(directory.path().join("device.conf"), device).unwrap();
    directory
}

fn command(directory: &TestDir, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command
        .current_dir(directory.path())
        .env("HOME", directory.path())
        .env("REACHED", directory.path().join("reached"));
    command.args([words[0], "--confdir", "c", "--vardir", "v", "--color=false", "--modulepath", "modules"]);
    command.args(["--deviceconfig", "device.conf"]).args(&words[1..]);
    command
}

/// Applies a manifest with a time limit; returns both streams without the path of the directory.
fn apply(directory: &TestDir, limit: &str, hangs: &str, manifest: &str) -> (String, String) {
    let mut command = command(directory, &["apply", "--runtimeout", limit, "-e", manifest]);
    let run = binary::run(command.env("HANGS", hangs), "");
    (run.stdout, run.stderr.replace(&directory.path().display().to_string(), "/W"))
}

const FILE: &str = "/W/modules/m/lib/puppet/provider/slow/slow.rb";

fn failed(title: &str, method: &str, line: &str) -> String {
    format!(
        "Error: /Stage[main]/Main/Slow[{title}]: Could not evaluate: the provider 'ruby' took longer than 1 seconds for \
         `{method}`{line}; the setting 'runtimeout' says how long it may take\n"
    )
}

#[test]
fn a_change_that_never_ends_fails_its_own_resource() {
    let directory = directory();
    let manifest = "slow { 'sleep': } slow { 'work': } slow { 'child': } quick { 'a': } slow { 'fine': }";
    let (stdout, stderr) = apply(&directory, "1", "", manifest);
    let location = |line: u32| format!(" (it was at {FILE}:{line})");
    let expected = [
        failed("sleep", "set", &location(5)),
        failed("work", "set", &location(21)),
        failed("child", "set", &location(22)),
    ];
    // The process stays the same, or there would be a warning.
    assert_eq!(stderr, expected.concat());
    for done in ["Quick[a]/ensure: defined", "Slow[fine]/ensure: defined"] {
        assert!(stdout.contains(done), "{stdout}");
    }
    let leftover = Command::new("pgrep").args(["-f", "^sleep 4321"]).output();
    assert!(leftover.is_ok_and(|found| found.stdout.is_empty()), "what it started is still there");
}

#[test]
fn code_that_ignores_signals_is_killed() {
    let directory = directory();
    let (stdout, stderr) = apply(&directory, "1", "", "slow { 'stubborn': } quick { 'a': } slow { 'fine': }");
    let again = "Warning: the provider 'ruby' is started again; what it kept in memory is lost\n";
    assert_eq!(stderr, failed("stubborn", "set", "") + again);
    assert!(stdout.contains("Quick[a]/ensure: defined") && stdout.contains("Slow[fine]/ensure: defined"), "{stdout}");
}

#[test]
fn reading_that_never_ends_fails_all_of_the_type() {
    let directory = directory();
    let (stdout, stderr) = apply(&directory, "1", "get", "slow { 'a': } slow { 'b': } quick { 'a': }");
    let location = format!(" (it was at {FILE}:5)");
    assert_eq!(stderr, failed("a", "get", &location) + &failed("b", "get", &location));
    assert!(stdout.contains("Quick[a]/ensure: defined"), "{stdout}");
}

#[test]
fn what_should_be_and_is_not_known_is_not_set() {
    let directory = directory();
    let (stdout, stderr) = apply(&directory, "1", "", "slow { 'strange': } quick { 'a': }");
    assert_eq!(stderr, failed("strange", "canonicalize", &format!(" (it was at {FILE}:5)")));
    assert!(stdout.contains("Quick[a]/ensure: defined"), "{stdout}");
}

#[test]
fn a_connection_that_never_comes_is_given_up() {
    let directory = directory();
    let mut command = command(&directory, &["device", "--target", "far", "--apply", "site.pp", "--runtimeout", "1"]);
    let run = binary::run(&mut command, "");
    assert_eq!(run.code, 1, "{}", run.stdout);
    let printed = run.stdout + &run.stderr;
    assert!(printed.contains("the provider 'ruby' took longer than 1 seconds for `device.connect`"), "{printed}");
}

/// Waits until the Ruby code hangs at a marker.
fn wait_for(directory: &TestDir, child: &mut Child, marker: &str) {
    let until = Instant::now() + Duration::from_secs(30);
    while fs::read_to_string(directory.path().join("reached")).unwrap_or_default() != marker {
        assert!(Instant::now() < until && child.try_wait().unwrap().is_none(), "it never comes to {marker}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a signal to a command that hangs; returns its exit code and output.
fn interrupted(directory: &TestDir, command: &mut Command, marker: &str) -> (Option<i32>, String) {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(directory, &mut child, marker);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code(), printed)
}

#[test]
fn a_signal_ends_a_run_whose_provider_reads_for_ever() {
    let directory = directory();
    let mut command = command(&directory, &["apply", "-e", "slow { 'a': } quick { 'a': }"]);
    let (code, printed) = interrupted(&directory, command.env("HANGS", "get"), "get");
    assert_eq!(code, Some(1), "{printed}");
    assert!(printed.contains("the provider 'ruby' was interrupted during `get`: the run is to stop"), "{printed}");
    assert!(printed.contains("Caught INT; exiting") && !printed.contains("Quick[a]"), "{printed}");
    assert!(!directory.path().join("v/state/agent_catalog_run.lock").exists());
    assert!(directory.path().join("v/state/last_run_report.yaml").exists());
}

#[test]
fn a_signal_ends_a_connection_that_never_comes() {
    let directory = directory();
    let mut command = command(&directory, &["device", "--target", "far", "--apply", "site.pp"]);
    let (code, printed) = interrupted(&directory, &mut command, "connect");
    assert_eq!(code, Some(1), "{printed}");
    assert!(printed.contains("the provider 'ruby' was interrupted during `device.connect`"), "{printed}");
}
