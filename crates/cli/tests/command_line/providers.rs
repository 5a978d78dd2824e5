//! Types whose providers are processes: here those of Ruby modules, in `processes` those of provider manifests.

mod legacy;
mod nested;
mod processes;
mod side_by_side;

use std::process::Command;

use crate::test_dir::TestDir;

/// A type in Ruby whose provider records its calls.
const TYPE: &str = "
Puppet::ResourceApi.register_type(
  name: 'recorded',
  desc: 'A thing',
  features: ['canonicalize', 'simple_get_filter'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'e', default: 'present' },
    name: { type: 'String', desc: 'n', behaviour: :namevar },
    value: { type: 'Optional[String]', desc: 'v' },
  },
)
";

const PROVIDER: &str = "
class Puppet::Provider::Recorded::Recorded
  def note(*words)
    File.open(ENV['CALLS'], 'a') { |file| file.puts(words.inspect) }
  end

  def canonicalize(_context, resources)
    note(:canonicalize, resources)
    resources.each { |resource| resource[:value] = resource[:value].downcase if resource[:value] }
  end

  def get(_context, names)
    note(:get, names)
    [{ name: 'old', ensure: 'present', value: 'x' }].select { |one| names.nil? || names.include?(one[:name]) }
  end

  def set(context, changes)
    note(:set, changes)
    changes.each_key { |name| context.updating(name) { context.notice('working') } }
  end
end
";

fn recorded() -> TestDir {
    TestDir::new(&[
        ("modules/m/lib/puppet/type/recorded.rb", TYPE),
        ("modules/m/lib/puppet/provider/recorded/recorded.rb", PROVIDER),
    ])
}

/// Runs a command with the modules of a directory.
fn run(directory: &TestDir, words: &[&str]) -> crate::binary::Run {
    let words: Vec<&str> =
        [words[0], "--modulepath", "modules"].into_iter().chain(words[1..].iter().copied()).collect();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bunraku"));
    let mut command = Command::new(program);
    command.current_dir(directory.path()).env_remove("NO_COLOR").env("CALLS", directory.path().join("calls"));
    command.env("HOME", directory.path()).arg(words[0]);
    command.args(["--confdir", "c", "--vardir", "v", "--color=false", "--certname", "vm"]).args(&words[1..]);
    let mut run = crate::binary::run(&mut command, "");
    for text in [&mut run.stdout, &mut run.stderr] {
        *text = crate::transcripts::without_seconds(text).replace(&directory.path().display().to_string(), "/W");
    }
    run
}

/// However many there are, and whether they change or not.
#[test]
fn four_thousand_instances_and_a_hundred_resources_need_one_get() {
    let directory = TestDir::new(&[
        (
            "modules/m/lib/puppet/type/counted.rb",
            "Puppet::ResourceApi.register_type(name: 'counted', desc: 'd', attributes: {\n  \
             ensure: { type: 'Enum[present, absent]', desc: 'e', default: 'present' },\n  \
             name: { type: 'String', desc: 'n', behaviour: :namevar },\n  \
             value: { type: 'Integer', desc: 'v' },\n})\n",
        ),
        (
            "modules/m/lib/puppet/provider/counted/counted.rb",
            "require 'puppet/resource_api/simple_provider'\n\
             class Puppet::Provider::Counted::Counted < Puppet::ResourceApi::SimpleProvider\n  \
             def note(word)\n    File.write(ENV['CALLS'], \"#{word}\\n\", mode: 'a')\n  end\n  \
             def get(_)\n    note('get')\n    (1..4_100).map { |i| { name: i.to_s, ensure: 'present', value: i } }\n  end\n  \
             def update(_, name, _)\n    note(\"update #{name}\")\n  end\nend\n",
        ),
    ]);
    // All but the last are in sync.
    let manifest = "range(1, 100).each |$i| { counted { \"${i}\": value => if $i == 100 { 7 } else { $i } } }";
    let applied = run(&directory, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 2));
    assert_eq!(directory.read("calls"), "get\nupdate 100\n");
}

/// Providers of public modules rely on this order: everything is canonicalized first, in the order of the catalog,
/// then there is one name per `get` and one resource per `set`.
#[test]
fn a_provider_in_ruby_is_called_in_the_order_that_modules_rely_on() {
    let directory = recorded();
    let manifest = "recorded { 'old': value => 'Y' } recorded { 'new': value => 'Z', tag => 't' } recorded { 'same': }";
    let applied = run(&directory, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!(
        applied.stdout,
        "Notice: Compiled catalog for vm in environment production in N.NN seconds\n\
         Notice: /Stage[main]/Main/Recorded[old]/value: value changed 'x' to 'y'\n\
         Notice: recorded[old]: Updating: working\n\
         Notice: recorded[old]: Updating: Finished in N.NN seconds\n\
         Notice: /Stage[main]/Main/Recorded[new]/ensure: defined 'ensure' as 'present'\n\
         Notice: recorded[new]: Updating: working\n\
         Notice: recorded[new]: Updating: Finished in N.NN seconds\n\
         Notice: /Stage[main]/Main/Recorded[same]/ensure: defined 'ensure' as 'present'\n\
         Notice: recorded[same]: Updating: working\n\
         Notice: recorded[same]: Updating: Finished in N.NN seconds\n\
         Notice: Applied catalog in N.NN seconds\n"
    );
    assert_eq!((applied.code, applied.stderr.as_str()), (2, ""));
    let calls = directory.read("calls");
    let kinds: Vec<&str> = calls.lines().map(|line| line.split(", ").next().unwrap_or_default()).collect();
    assert_eq!(
        calls.lines().take(4).collect::<Vec<_>>(),
        [
            r#"[:canonicalize, [{:name=>"old", :value=>"Y"}]]"#,
            r#"[:canonicalize, [{:name=>"new", :value=>"Z", :tag=>"t"}]]"#,
            r#"[:canonicalize, [{:name=>"same"}]]"#,
            r#"[:get, ["old"]]"#,
        ],
        "{calls}"
    );
    assert!(calls.contains(r#"[:get, ["new"]]"#) && calls.contains(r#"[:get, ["same"]]"#), "{calls}");
    let sets: Vec<&str> = calls.lines().filter(|line| line.starts_with("[:set")).collect();
    assert_eq!(
        sets[0],
        r#"[:set, {"old"=>{:is=>{:name=>"old", :ensure=>"present", :value=>"x"}, :should=>{:name=>"old", :value=>"y", :ensure=>"present"}}}]"#
    );
    assert_eq!(
        sets[1],
        r#"[:set, {"new"=>{:is=>{:title=>"new", :ensure=>:absent}, :should=>{:name=>"new", :value=>"z", :ensure=>"present"}}}]"#
    );
    assert_eq!(kinds.iter().filter(|kind| **kind == "[:set").count(), 3, "{calls}");
}

#[test]
fn a_type_in_ruby_is_listed_shown_and_described() {
    let directory = recorded();
    let listed = run(&directory, &["resource", "recorded"]);
    assert_eq!((listed.code, listed.stderr.as_str()), (0, ""));
    assert_eq!(listed.stdout, "recorded { 'old': \n  ensure => 'present',\n  value => 'x',\n}\n");
    assert!(run(&directory, &["resource", "--types"]).stdout.lines().any(|line| line == "recorded"));
    let path = directory.path().join("modules").display().to_string();
    let described = crate::binary::bunraku(&["describe", "recorded", "--modulepath", &path]);
    assert!(described.stdout.starts_with("recorded\n========\nA thing\n"), "{}", described.stdout);
}

#[test]
fn without_ruby_only_its_own_resources_fail() {
    let directory = recorded();
    let mut command = directory.command(
        std::path::Path::new(env!("CARGO_BIN_EXE_bunraku")),
        &["apply", "--modulepath", "modules", "--detailed-exitcodes", "-e", "recorded { 'a': } notify { 'b': }"],
    );
    // The file `ruby` of a Puppet package would be found nevertheless.
    if std::path::Path::new("/opt/puppetlabs/puppet/bin/ruby").exists() {
        return;
    }
    let run = crate::binary::run(command.env("PATH", "/nowhere"), "");
    assert!(run.stdout.contains("Notice: b\n"), "{}", run.stdout);
    assert_eq!(run.code, 6);
    assert!(
        run.stderr.contains("the type 'recorded' is written in Ruby, and there is no ruby on this machine: install it"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_legacy_type_fails_its_own_resources() {
    let directory = TestDir::new(&[
        (
            "modules/m/lib/puppet/type/oldie.rb",
            "Puppet::Type.newtype(:oldie) do\n  ensurable\n  newparam(:path, namevar: true)\n  newproperty(:line)\nend\n",
        ),
        ("modules/m/lib/puppet/provider/oldie/unix.rb", "Puppet::Type.type(:oldie).provide(:unix) {}\n"),
    ]);
    let manifest = "oldie { '/a': ensure => present, line => 'x', provider => unix } notify { 'b': }";
    // As on a machine without Puppet.
    let applied = run(&directory, &["apply", "--ruby-host=bunraku", "-e", manifest, "--detailed-exitcodes"]);
    assert!(applied.stdout.contains("Notice: b\n"), "{}", applied.stdout);
    assert_eq!(applied.code, 6);
    assert_eq!(
        applied.stderr,
        "Error: /Stage[main]/Main/Oldie[/a]: Could not evaluate: the type 'oldie' is a legacy type (Puppet::Type.newtype), which only Puppet itself can run: install Puppet and use --ruby-host=puppet, or use a type of the Resource API or a built-in one\n"
    );
}

#[test]
fn a_definition_that_computes_is_loaded_by_ruby() {
    let directory = TestDir::new(&[
        (
            "modules/m/lib/puppet/type/computed.rb",
            "require 'puppet/resource_api'\n\
             def attribute(name)\n  { type: 'Optional[My::Size]', desc: name }\nend\n\
             Puppet::ResourceApi.register_type(name: 'computed', desc: 'c', attributes: {\n\
             name: { type: 'String', desc: 'n', behaviour: :namevar }, a: attribute('a'), b: attribute('b') })\n",
        ),
        (
            "modules/m/lib/puppet/provider/computed/computed.rb",
            "class Puppet::Provider::Computed::Computed\n  def get(_)\n    [{ name: 'x', a: 5 }]\n  end\n  def set(_, _); end\nend\n",
        ),
        ("modules/my/types/size.pp", "type My::Size = Integer[1, 9]\n"),
    ]);
    let listed = run(&directory, &["resource", "computed"]);
    assert_eq!((listed.stderr.as_str(), listed.stdout.as_str()), ("", "computed { 'x': \n  a => 5,\n}\n"));
    let wrong = run(&directory, &["resource", "computed", "x", "a=10"]);
    assert!(
        wrong.stderr.contains("computed.a expects an Integer[1, 9] value, got Integer[10, 10]"),
        "{}",
        wrong.stderr
    );
    directory.write("modules/m/lib/puppet/type/computed.rb", "raise 'not today'\n");
    let broken = run(&directory, &["resource", "computed"]);
    // Puppet logs it when it looks for the type, and again when it gives up.
    let reason = "Could not autoload puppet/type/computed: not today\n";
    assert_eq!(broken.stderr, format!("Error: {reason}Error: Could not run: {reason}"));
    assert_eq!(broken.code, 1);
}

#[test]
fn a_type_that_is_built_in_wins() {
    let directory = TestDir::new(&[(
        "modules/m/lib/puppet/type/notify.rb",
        "Puppet::ResourceApi.register_type(name: 'notify', desc: 'd', attributes: {\
         name: { type: 'String', desc: 'n', behaviour: :namevar }, message: { type: 'Optional[String]', desc: 'm' } })\n",
    )]);
    let applied = run(&directory, &["apply", "-e", "notify { 'hello': }"]);
    assert!(applied.stdout.contains("Notice: hello\n"), "{} {}", applied.stdout, applied.stderr);
}

/// A fact of a module exists even without a value on this machine: a provider that has changed something must not fail
/// because of it.
#[test]
fn facts_without_a_value_are_objects() {
    let directory = TestDir::new(&[
        (
            "modules/m/lib/facter/n.rb",
            "Facter.add(:n) { setcode { nil } }\n\
             Facter.add(:elsewhere) { confine kernel: 'Plan9'; setcode { 1 } }\n\
             Facter.add(:tree) { setcode { { 'leaf' => nil, 'root' => 1 } } }\n",
        ),
        (
            "modules/m/lib/puppet/type/wall.rb",
            "Puppet::ResourceApi.register_type(name: 'wall', desc: 'd', attributes: {\n  \
             ensure: { type: 'Enum[present, absent]', desc: 'e', default: 'present' },\n  \
             name: { type: 'String', desc: 'n', behaviour: :namevar } })\n",
        ),
        (
            "modules/m/lib/puppet/provider/wall/wall.rb",
            "class Puppet::Provider::Wall::Wall\n  def get(_context)\n    []\n  end\n\n  \
             def set(_context, _changes)\n    File.write(ENV['CALLS'], \"built\\n\")\n    \
             names = %w[n elsewhere tree tree.leaf tree.root tree.none kernel os.family os.none none]\n    \
             told = names.map { |name| \"#{name} #{Facter.fact(name).nil? ? 'unknown' : Facter.fact(name).value.inspect}\\n\" }\n    \
             File.write(ENV['CALLS'], told.join, mode: 'a')\n  end\nend\n",
        ),
    ]);
    let applied = run(&directory, &["apply", "-e", "wall { 'a': }", "--detailed-exitcodes"]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 2));
    // These are the answers of Facter 4.3.
    assert_eq!(
        directory.read("calls").replace("\"RedHat\"", "\"Debian\""),
        "built\nn nil\nelsewhere nil\ntree {\"leaf\"=>nil, \"root\"=>1}\ntree.leaf nil\ntree.root 1\ntree.none unknown\n\
         kernel \"Linux\"\nos.family \"Debian\"\nos.none unknown\nnone unknown\n"
    );
}
