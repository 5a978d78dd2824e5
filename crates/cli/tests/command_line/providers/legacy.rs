//! Legacy types (`Puppet::Type.newtype`), which the installed Puppet runs: when their resources are read.

use super::run;
use crate::{binary, test_dir::TestDir};

/// Caches what it has read and writes all of it back, as providers of ini files do.
const INI: &str = "Puppet::Type.type(:legacy_ini).provide(:ruby) do
  def config
    @config ||= File.exist?(file) ? File.readlines(file, chomp: true).to_h { |line| line.split('=', 2) } : {}
  end

  def file
    ENV['CALLS'].sub(/calls\\z/, 'target.ini')
  end

  def note(word)
    File.write(ENV['CALLS'], \"#{word} #{resource[:name]}\\n\", mode: 'a')
  end

  def store
    File.write(file, config.map { |name, value| \"#{name}=#{value}\\n\" }.join)
  end

  def exists?
    note('read')
    config.key?(resource[:name])
  end

  def create
    config[resource[:name]] = resource[:value]
    store
  end

  def destroy
    config.delete(resource[:name])
    store
  end

  def value
    config[resource[:name]]
  end

  def value=(value)
    note('change')
    config[resource[:name]] = value
    store
  end
end
";

/// Creating the parent creates the child, too, and creating an existing resource is an error.
const NEST: &str = "Puppet::Type.type(:legacy_nest).provide(:ruby) do
  def self.file(name)
    ENV['CALLS'].sub(/calls\\z/, \"#{name}.nest\")
  end

  def self.instances
    Dir.glob(file('*')).sort.map { |path| new(name: File.basename(path, '.nest'), ensure: :present) }
  end

  def self.prefetch(resources)
    instances.each { |found| resources[found.name].provider = found if resources[found.name] }
  end

  def exists?
    File.write(ENV['CALLS'], \"read #{resource[:name]}\\n\", mode: 'a')
    @property_hash[:ensure] == :present || (resource[:name] == 'child' && File.exist?(self.class.file('child')))
  end

  def create
    raise Puppet::Error, \"already there: #{resource[:name]}\" if File.exist?(self.class.file(resource[:name]))

    File.write(self.class.file(resource[:name]), '')
    File.write(self.class.file('child'), '') if resource[:name] == 'parent'
  end

  def destroy
    File.delete(self.class.file(resource[:name]))
  end
end
";

/// A directory with both types; `None` without Puppet.
fn directory() -> Option<TestDir> {
    if binary::run(std::process::Command::new("sh").args(["-c", "command -v puppet"]), "").code != 0 {
        skip_test::skip!("there is no Puppet: legacy types");
        return None;
    }
    let of_type = |name: &str, more: &str| {
        format!("Puppet::Type.newtype(:{name}) do\n  ensurable\n  newparam(:name, namevar: true)\n{more}end\n")
    };
    let directory = TestDir::new(&[
        ("modules/m/lib/puppet/provider/legacy_ini/ruby.rb", INI),
        ("modules/m/lib/puppet/provider/legacy_nest/ruby.rb", NEST),
    ]);
    directory.write("modules/m/lib/puppet/type/legacy_ini.rb", of_type("legacy_ini", "  newproperty(:value)\n"));
    directory.write("modules/m/lib/puppet/type/legacy_nest.rb", of_type("legacy_nest", ""));
    Some(directory)
}

#[test]
fn each_resource_is_read_right_before_it_is_changed() {
    let Some(directory) = directory() else { return };
    let manifest =
        "legacy_ini { 'a': value => '1'; 'b': value => '2'; 'c': value => '3'; 'd': value => '4'; 'e': value => '5' }";
    let applied = run(&directory, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 2));
    assert_eq!(directory.read("target.ini"), "a=1\nb=2\nc=3\nd=4\ne=5\n");
    let applied = run(&directory, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 0));

    directory.write("calls", "");
    let manifest = "legacy_ini { 'a': value => '9'; 'b': ensure => absent; 'f': value => '6' }";
    let applied = run(&directory, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 2));
    assert_eq!(directory.read("target.ini"), "a=9\nc=3\nd=4\ne=5\nf=6\n");
    assert_eq!(directory.read("calls"), "read a\nchange a\nread b\nread f\n");
}

#[test]
fn what_another_resource_made_is_seen() {
    let Some(directory) = directory() else { return };
    let manifest = "legacy_nest { ['parent', 'child', 'other']: ensure => present }";
    let applied = run(&directory, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 2));
    let made: Vec<&str> = applied.stdout.lines().filter(|line| line.ends_with("created")).collect();
    assert_eq!(
        made,
        [
            "Notice: /Stage[main]/Main/Legacy_nest[parent]/ensure: created",
            "Notice: /Stage[main]/Main/Legacy_nest[other]/ensure: created"
        ]
    );
    assert_eq!(directory.read("calls"), "read parent\nread child\nread other\n");
}

/// Only the provider instance that listed a resource can purge it.
#[test]
fn all_that_is_listed_is_purged() {
    let Some(directory) = directory() else { return };
    for name in ["kept", "x", "y", "z"] {
        directory.write(&format!("{name}.nest"), "");
    }
    let manifest = "legacy_nest { ['kept', 'new']: ensure => present } resources { 'legacy_nest': purge => true }";
    let applied = run(&directory, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 2));
    let exist: Vec<bool> =
        ["kept", "new", "x", "y", "z"].map(|name| directory.path().join(format!("{name}.nest")).exists()).to_vec();
    assert_eq!(exist, [true, true, false, false, false]);
    let applied = run(&directory, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 0));
}
