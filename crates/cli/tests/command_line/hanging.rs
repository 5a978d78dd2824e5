//! Ruby code that never comes back: it fails its own resources when its time is over, and a signal ends the run.

use std::{
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{binary, folder::Folder};

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

fn folder() -> Folder {
    let folder = Folder::new(&[
        ("modules/m/lib/puppet/type/slow.rb", &TYPE.replace("NAME", "slow")),
        ("modules/m/lib/puppet/provider/slow/slow.rb", PROVIDER),
        ("modules/m/lib/puppet/type/quick.rb", &TYPE.replace("NAME", "quick")),
        ("modules/m/lib/puppet/provider/quick/quick.rb", QUICK),
        ("modules/m/lib/puppet/transport/far.rb", TRANSPORT),
        ("modules/m/lib/puppet/transport/schema/far.rb", SCHEMA),
        ("modules/m/lib/puppet/util/network_device/far/device.rb", DEVICE),
        ("site.pp", ""),
    ]);
    let credentials = folder.path().join("far.conf");
    fs::write(&credentials, "host: h\n").unwrap();
    let device = format!("[far]\ntype far\nurl file://{}\n", credentials.display());
    fs::write(folder.path().join("device.conf"), device).unwrap();
    folder
}

fn command(folder: &Folder, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.current_dir(folder.path()).env("HOME", folder.path()).env("REACHED", folder.path().join("reached"));
    command.args([words[0], "--confdir", "c", "--vardir", "v", "--color=false", "--modulepath", "modules"]);
    command.args(["--deviceconfig", "device.conf"]).args(&words[1..]);
    command
}

/// Applies a manifest with that limit; returns what was said on both streams, without the path of the folder.
fn apply(folder: &Folder, limit: &str, hangs: &str, manifest: &str) -> (String, String) {
    let mut command = command(folder, &["apply", "--runtimeout", limit, "-e", manifest]);
    let run = binary::run(command.env("HANGS", hangs), "");
    (run.stdout, run.stderr.replace(&folder.path().display().to_string(), "/W"))
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
    let folder = folder();
    let manifest = "slow { 'sleep': } slow { 'work': } slow { 'child': } quick { 'a': } slow { 'fine': }";
    let (stdout, stderr) = apply(&folder, "1", "", manifest);
    let place = |line: u32| format!(" (it was at {FILE}:{line})");
    let expected =
        [failed("sleep", "set", &place(5)), failed("work", "set", &place(21)), failed("child", "set", &place(22))];
    // The process is the same all the time, or there would be a warning.
    assert_eq!(stderr, expected.concat());
    for done in ["Quick[a]/ensure: defined", "Slow[fine]/ensure: defined"] {
        assert!(stdout.contains(done), "{stdout}");
    }
    let left = Command::new("pgrep").args(["-f", "^sleep 4321"]).output();
    assert!(left.is_ok_and(|found| found.stdout.is_empty()), "what it started is still there");
}

#[test]
fn code_that_no_signal_reaches_is_ended() {
    let folder = folder();
    let (stdout, stderr) = apply(&folder, "1", "", "slow { 'stubborn': } quick { 'a': } slow { 'fine': }");
    let again = "Warning: the provider 'ruby' is started again; what it kept in memory is lost\n";
    assert_eq!(stderr, failed("stubborn", "set", "") + again);
    assert!(stdout.contains("Quick[a]/ensure: defined") && stdout.contains("Slow[fine]/ensure: defined"), "{stdout}");
}

#[test]
fn reading_that_never_ends_fails_all_of_the_type() {
    let folder = folder();
    let (stdout, stderr) = apply(&folder, "1", "get", "slow { 'a': } slow { 'b': } quick { 'a': }");
    let place = format!(" (it was at {FILE}:5)");
    assert_eq!(stderr, failed("a", "get", &place) + &failed("b", "get", &place));
    assert!(stdout.contains("Quick[a]/ensure: defined"), "{stdout}");
}

#[test]
fn what_should_be_and_is_not_known_is_not_set() {
    let folder = folder();
    let (stdout, stderr) = apply(&folder, "1", "", "slow { 'strange': } quick { 'a': }");
    assert_eq!(stderr, failed("strange", "canonicalize", &format!(" (it was at {FILE}:5)")));
    assert!(stdout.contains("Quick[a]/ensure: defined"), "{stdout}");
}

#[test]
fn a_connection_that_never_comes_is_given_up() {
    let folder = folder();
    let mut command = command(&folder, &["device", "--target", "far", "--apply", "site.pp", "--runtimeout", "1"]);
    let run = binary::run(&mut command, "");
    assert_eq!(run.code, 1, "{}", run.stdout);
    let said = run.stdout + &run.stderr;
    assert!(said.contains("the provider 'ruby' took longer than 1 seconds for `device.connect`"), "{said}");
}

/// Waits until Ruby code is where it hangs.
fn wait_for(folder: &Folder, child: &mut Child, place: &str) {
    let until = Instant::now() + Duration::from_secs(30);
    while fs::read_to_string(folder.path().join("reached")).unwrap_or_default() != place {
        assert!(Instant::now() < until && child.try_wait().unwrap().is_none(), "it never comes to {place}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a signal to a command that hangs; returns its exit code, and what it said.
fn interrupted(folder: &Folder, command: &mut Command, place: &str) -> (Option<i32>, String) {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(folder, &mut child, place);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let started = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(20), "the signal was not heard");
    let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code(), said)
}

#[test]
fn a_signal_ends_a_run_whose_provider_reads_for_ever() {
    let folder = folder();
    let mut command = command(&folder, &["apply", "-e", "slow { 'a': } quick { 'a': }"]);
    let (code, said) = interrupted(&folder, command.env("HANGS", "get"), "get");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the provider 'ruby' was interrupted during `get`: the run is to stop"), "{said}");
    assert!(said.contains("Caught INT; exiting") && !said.contains("Quick[a]"), "{said}");
    assert!(!folder.path().join("v/state/agent_catalog_run.lock").exists());
    assert!(folder.path().join("v/state/last_run_report.yaml").exists());
}

#[test]
fn a_signal_ends_a_connection_that_never_comes() {
    let folder = folder();
    let mut command = command(&folder, &["device", "--target", "far", "--apply", "site.pp"]);
    let (code, said) = interrupted(&folder, &mut command, "connect");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the provider 'ruby' was interrupted during `device.connect`"), "{said}");
}
