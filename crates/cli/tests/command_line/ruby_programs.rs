//! `bunraku ruby`: programs that run in the environment of providers, such as unit tests of modules.

use std::process::Command;

use crate::{
    binary::{self, Run},
    test_dir::TestDir,
};

const PROVIDER: &str = "
require 'puppet/resource_api/simple_provider'

class Puppet::Provider::Greeting::Greeting < Puppet::ResourceApi::SimpleProvider
  def get(_context)
    [{ name: 'hello', ensure: 'present' }]
  end

  def create(context, name, should)
    context.notice(\"creating #{name} for #{should[:whom]}\")
  end
end
";

/// As in test frameworks, the tests start at the end of the file.
const TESTS: &str = "
require 'puppet/resource_api'
module Puppet::Provider::Greeting; end
require 'puppet/provider/greeting/greeting'

at_exit do
  $told = []
  context = Object.new
  def context.notice(text) = $told << text
  def context.creating(_name) = yield
  def context.type = Struct.new(:attributes) { def feature?(_) = false; def namevars = [:name]; def ensurable? = true }.new({})
  provider = Puppet::Provider::Greeting::Greeting.new
  puts \"arguments #{ARGV.inspect}, got #{provider.get(context).map(&:to_a).inspect}\"
  provider.create(context, 'x', { whom: 'you' })
  puts \"told #{$told.inspect}\"
  checked = Puppet::Pops::Types::TypeParser.singleton.parse('Integer[1, 3]')
  puts [checked.instance?(2), checked.instance?(5)].inspect
  exit(ARGV.include?('fail') ? 3 : 0)
end
";

/// Runs a program; `None` if there is no Ruby.
fn run(files: &[(&str, &str)], words: &[&str]) -> Option<Run> {
    if binary::run(Command::new("sh").args(["-c", "command -v ruby"]), "").code != 0 {
        skip_test::skip!("there is no ruby: programs in Ruby");
        return None;
    }
    let directory = TestDir::new(files);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.current_dir(directory.path()).env("HOME", directory.path());
    command.args(["ruby", "--confdir", "c", "--vardir", "v", "--color=false", "--modulepath", "modules", "--"]);
    let mut run = binary::run(command.args(words), "");
    let here = directory.path().canonicalize().unwrap().display().to_string();
    run.stderr = run.stderr.replace(&here, "/W");
    Some(run)
}

#[test]
fn unit_tests_of_a_module_need_no_puppet() {
    let files = [("modules/m/lib/puppet/provider/greeting/greeting.rb", PROVIDER), ("test.rb", TESTS)];
    for (words, code) in [(&["test.rb", "--format", "doc"][..], 0), (&["test.rb", "fail"], 3)] {
        let Some(run) = run(&files, words) else { return };
        assert_eq!((run.stderr.as_str(), run.code), ("", code), "{}", run.stdout);
        let arguments = words[1..].iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        assert_eq!(
            run.stdout,
            format!(
                "arguments [{arguments}], got [[[:name, \"hello\"], [:ensure, \"present\"]]]\n\
                 told [\"creating x for you\"]\n[true, false]\n"
            )
        );
    }
}

#[test]
fn errors_in_a_program_are_reported() {
    let Some(failed) = run(&[("bad.rb", "puts 'begun'\nraise 'not today'\n")], &["bad.rb"]) else { return };
    assert_eq!((failed.stdout.as_str(), failed.code), ("begun\n", 1));
    assert!(failed.stderr.starts_with("/W/bad.rb:2:in "), "{}", failed.stderr);
    assert!(failed.stderr.contains("not today (RuntimeError)\n"), "{}", failed.stderr);
    let missing = run(&[], &["nowhere.rb"]).unwrap();
    assert_eq!(missing.code, 1);
    assert!(missing.stderr.contains("cannot load such file -- /W/nowhere.rb"), "{}", missing.stderr);
    let nothing = run(&[], &[]).unwrap();
    assert_eq!((nothing.stderr.as_str(), nothing.code), ("Error: Could not run: expected the name of a program\n", 1));
}
