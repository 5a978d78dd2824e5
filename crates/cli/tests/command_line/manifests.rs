//! `bunraku apply` of manifests: how manifests, modules and environments are found, and their results.

use crate::test_dir::{TestDir, messages};

/// A module with one of everything that is autoloaded.
const GREETING: &[(&str, &str)] = &[
    (
        "modules/greeting/manifests/init.pp",
        "class greeting(Greeting::Word $who) { notify { 'class': message => greeting::loud($who) } }",
    ),
    (
        "modules/greeting/manifests/line.pp",
        "define greeting::line() { notify { \"line ${title}\": message => epp('greeting/l.epp', {x => $title}) } }",
    ),
    ("modules/greeting/functions/loud.pp", "function greeting::loud(String $text) >> String { $text.upcase }"),
    ("modules/greeting/types/word.pp", "type Greeting::Word = Pattern[/\\A\\w+\\z/]"),
    ("modules/greeting/templates/l.epp", "<%- | $x | -%>\n[<%= $x -%>]"),
    ("modules/greeting/files/f.txt", "of a file"),
];

#[test]
fn files_directories_and_code_are_applied() {
    let directory = TestDir::new(&[
        ("a.pp", "notify { 'a': }"),
        ("b.pp", "notify { 'b': }"),
        ("site/2.pp", "notify { '2': }"),
        ("site/10.pp", "notify { '10': }"),
        ("site/deep/er/z.pp", "notify { 'deep': }"),
        ("site/notes.txt", "this is no {"),
    ]);
    assert_eq!(directory.notices(&["apply", "a.pp"]), ["a"]);
    assert_eq!(directory.notices(&["apply", "b.pp", "a.pp"]), ["b", "a"]);
    assert_eq!(directory.notices(&["apply", "site"]), ["10", "2", "deep"]);
    assert_eq!(directory.notices(&["apply", "b.pp", "site"]), ["b", "10", "2", "deep"]);
    assert_eq!(directory.notices(&["apply", "-e", "notify { 'c': }"]), ["c"]);
    assert_eq!(directory.notices(&["apply", "--execute", "notify { 'c': }"]), ["c"]);
    let run = directory.run_with_input(&["apply"], "notify { 'stdin': }");
    assert_eq!((run.code, messages(&run.stdout)), (0, vec!["stdin".to_owned()]));
}

#[test]
fn definitions_are_loaded_from_modules_when_they_are_needed() {
    let directory = TestDir::new(GREETING);
    let code =
        "class { greeting: who => 'world' } greeting::line { 'x': } notify { 'f': message => file('greeting/f.txt') }";
    assert_eq!(directory.notices(&["apply", "--modulepath", "modules", "-e", code]), ["WORLD", "of a file", "[x]"]);
    let refused = directory.run(&["apply", "--modulepath", "modules", "-e", "class { greeting: who => 'two words' }"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("parameter 'who' expects a match for Greeting::Word"), "{}", refused.stderr);
    assert!(refused.stdout.is_empty(), "{}", refused.stdout);
}

#[test]
fn the_first_directory_with_a_module_counts() {
    let directory = TestDir::new(&[
        ("one/m/manifests/init.pp", "class m { notify { 'one': } }"),
        ("two/m/manifests/init.pp", "class m { notify { 'two': } }"),
        ("two/m/manifests/more.pp", "class m::more { notify { 'more': } }"),
        ("two/n/manifests/init.pp", "class n { notify { 'n': } }"),
    ]);
    assert_eq!(directory.notices(&["apply", "--modulepath", "one:two", "-e", "include m, n"]), ["one", "n"]);
    assert_eq!(directory.notices(&["apply", "--modulepath=two:one", "-e", "include m, m::more"]), ["two", "more"]);
    assert_eq!(directory.run(&["apply", "--modulepath", "one:two", "-e", "include m::more"]).code, 1);
}

#[test]
fn environments_have_modules_of_their_own() {
    let directory = TestDir::new(&[
        ("envs/production/modules/m/manifests/init.pp", "class m { notify { \"m of ${environment}\": } }"),
        ("envs/staging/environment.conf", "modulepath = own:$basemodulepath\nmanifest = here.pp\n"),
        ("envs/staging/own/m/manifests/init.pp", "class m { notify { \"own m of ${environment}\": } }"),
        ("envs/staging/here.pp", "include m, base"),
        ("base/base/manifests/init.pp", "class base { notify { 'base': } }"),
        ("c/puppet.conf", "[main]\nenvironmentpath = $confdir/../envs\nbasemodulepath = $confdir/../base\n"),
    ]);
    assert_eq!(directory.notices(&["apply", "-e", "include m"]), ["m of production"]);
    let staging = ["--environment", "staging"];
    assert_eq!(
        directory.notices(&[&["apply", "-e", "include m, base"], &staging[..]].concat()),
        ["own m of staging", "base"]
    );
    let missing = directory.run(&["apply", "--environment", "nosuch", "-e", "include m"]);
    let path = "c/../envs";
    let expected = "Error: Could not run: Could not find a directory environment named 'nosuch' anywhere in the path: ";
    assert_eq!((missing.code, missing.stderr), (1, format!("{expected}{path}. Does the directory exist?\n")));
    let compiled = directory.run(&[&["catalog", "compile"], &staging[..]].concat());
    assert_eq!(compiled.code, 0, "{}", compiled.stderr);
    for name in ["own m of staging", "\"base\"", "\"environment\": \"staging\""] {
        assert!(compiled.stdout.contains(name), "{name}: {}", compiled.stdout);
    }
}

#[test]
fn nodes_are_chosen_by_the_name_of_the_machine() {
    let directory = TestDir::new(&[(
        "site.pp",
        "node 'web1' { notify { 'exact': } } node /^db/ { notify { 'pattern': } } node default { notify { 'default': } }",
    )]);
    for (name, expected) in [("web1", "exact"), ("db7", "pattern"), ("web2", "default")] {
        assert_eq!(directory.notices(&["apply", "site.pp", "--certname", name]), [expected]);
    }
    let none = directory.run(&["apply", "-e", "node 'other' {}"]);
    assert_eq!(none.code, 1);
    let expected_error = "Error: Could not find node statement with name 'default' or 'vm' on node vm";
    assert!(none.stderr.starts_with(expected_error), "{}", none.stderr);
}

#[test]
fn a_second_run_finds_nothing_to_do() {
    let directory = TestDir::new(&[]);
    let path = directory.path().join("made").display().to_string();
    let code = format!(
        "file {{ '{path}': ensure => directory }} file {{ '{path}/f': content => \"text\\n\", mode => '0600' }}"
    );
    let apply = |more: &[&str]| directory.run(&[&["apply", "-e", &code, "--detailed-exitcodes"], more].concat());
    let noop = apply(&["--noop"]);
    assert_eq!(noop.code, 0, "{}", noop.stderr);
    assert!(noop.stdout.contains("(noop)"), "{}", noop.stdout);
    assert!(!directory.path().join("made").exists());
    assert_eq!(apply(&["--tags", "nosuch"]).code, 0);
    assert_eq!(apply(&["--skip_tags", "file"]).code, 0);
    assert!(!directory.path().join("made").exists());
    assert_eq!(apply(&[]).code, 2);
    assert_eq!(directory.read("made/f"), "text\n");
    let second = apply(&[]);
    assert_eq!(second.code, 0);
    let quiet = "Notice: Compiled catalog for vm in environment production in N.NN seconds\nNotice: Applied catalog in N.NN seconds\n";
    assert_eq!((second.stdout.as_str(), second.stderr.as_str()), (quiet, ""));
}

#[test]
fn exit_codes_depend_on_what_happened_to_resources() {
    let directory = TestDir::new(&[]);
    let fails = format!("file {{ '{}/no/such/folder': ensure => file }}", directory.path().display());
    let both = format!("{fails} notify {{ 'x': }}");
    for (code, plain, detailed) in
        [("", 0, 0), ("notify { 'x': }", 0, 2), (fails.as_str(), 0, 4), (both.as_str(), 0, 6)]
    {
        assert_eq!(directory.run(&["apply", "-e", code]).code, plain, "{code}");
        assert_eq!(directory.run(&["apply", "--detailed-exitcodes", "-e", code]).code, detailed, "{code}");
        assert_eq!(directory.run(&["apply", "--test", "-e", code]).code, detailed, "{code}");
    }
}

#[test]
fn a_graph_of_a_manifest_is_drawn() {
    let directory = TestDir::new(&[("site.pp", "class a { notify { 'x': } -> notify { 'y': } } include a")]);
    assert_eq!(directory.notices(&["apply", "--graph", "site.pp"]), ["x", "y"]);
    let resources = directory.read("v/state/graphs/resources.dot");
    assert!(resources.contains("\"Class[A]\" -> \"Notify[x]\""), "{resources}");
    let relationships = directory.read("v/state/graphs/relationships.dot");
    assert!(relationships.contains("\"Notify[x]\" -> \"Notify[y]\""), "{relationships}");
    let drawing = directory.read("v/state/graphs/relationships.svg");
    assert!(drawing.starts_with("<svg") && drawing.contains("Notify[x]"), "{drawing}");
}

#[test]
fn facts_are_given_as_json_or_yaml() {
    let directory = TestDir::new(&[
        ("f.json", r#"{"os": {"family": "Debian"}}"#),
        ("f.yaml", "os:\n  family: Debian\n"),
        ("shown.json", r#"{"name": "vm", "values": {"os": {"family": "Debian"}}}"#),
        ("list.json", "[1]"),
        ("broken.json", "{"),
    ]);
    let code = "notify { $facts['os']['family']: message => \"${os['family']} ${trusted['certname']}\" }";
    for facts in ["f.json", "f.yaml", "shown.json"] {
        assert_eq!(directory.notices(&["apply", "--facts", facts, "-e", code]), ["Debian vm"]);
    }
    for (facts, expected) in [
        ("nosuch.json", "Error: Could not run: cannot read the facts nosuch.json: No such file or directory"),
        ("list.json", "Error: Could not run: the facts in list.json are not a hash"),
        ("broken.json", "Error: Could not run: cannot parse the facts in broken.json: "),
    ] {
        let run = directory.run(&["apply", "--facts", facts, "-e", code]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""));
        assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    }
}

#[test]
fn other_files_of_a_manifest_stay_what_they_are_called() {
    let directory = TestDir::new(&[("site.pp", "notify { 'x': loglevel => nosuch }")]);
    let run = directory.run(&["apply", "site.pp"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("(file: /W/site.pp, line: 1)"), "{}", run.stderr);
}

#[test]
fn what_is_deferred_is_done_when_the_catalog_is_applied() {
    let directory = TestDir::new(&[(
        "site.pp",
        "notify { 'd': message => Deferred('upcase', [Deferred('join', [['a', 'b'], '-'])]) }
         notify { 's': message => Deferred('new', [Sensitive, 'hunter2']) }",
    )]);
    let run = directory.run(&["apply", "--debug", "site.pp"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("Notice: A-B\n"), "{}", run.stdout);
    assert!(run.stdout.contains("changed [redacted] to [redacted]"), "{}", run.stdout);
    assert!(!run.stdout.contains("hunter2"), "{}", run.stdout);
    let compiled = directory.run(&["catalog", "compile", "--manifest", "site.pp"]);
    assert!(compiled.stdout.contains("\"__ptype\": \"Deferred\""), "it is left to the machine: {}", compiled.stdout);
    let fails = directory.run(&["apply", "-e", "notify { 'd': message => Deferred('fail', ['boom']) }"]);
    assert_eq!(fails.code, 1);
    assert!(fails.stderr.contains("boom"), "{}", fails.stderr);
}

/// Puppet 8.11 passes arguments on as `*arguments`: a hash becomes its pairs, whether Ruby renders the template or
/// not.
#[test]
fn a_template_hands_a_hash_to_a_function_as_its_pairs() {
    let defaults = r#"function sudoers::defaults(*$entries) {
      $lines = $entries.map |$entry| {
        [$option, $config] = $entry
        $value = $config ? { Undef => '', default => "=${config['value']}" }
        "Defaults\t${option}${value}\n"
      }
      $lines.join
    }"#;
    let call = "<%= scope.call_function('sudoers::defaults', @defaults) -%>";
    let forms = "<%= scope.call_function('sudoers::shown', @list) %>|<%= scope.call_function('sudoers::shown', [@list]) %>|\
                 <%= scope.call_function('sudoers::shown', 'x') %>|<%= scope.call_function('sudoers::shown', {}) %>|\
                 <%= scope.call_function('sudoers::shown', nil) %>|<%= scope.call_function('sudoers::shown', 1..3) %>|\
                 <%= scope.call_function('sudoers::shown', [[1, 2], 3]) %>";
    let directory = TestDir::new(&[
        ("modules/sudoers/functions/defaults.pp", defaults),
        ("modules/sudoers/functions/shown.pp", "function sudoers::shown(*$x) { String($x) }"),
        ("modules/sudoers/templates/plain.erb", call),
        ("modules/sudoers/templates/ruby.erb", &format!("<%= require 'set'; Set.new([1]).size %>{call}")),
        ("modules/sudoers/templates/forms.erb", forms),
        ("modules/sudoers/templates/ruby_forms.erb", &format!("<%= require 'set'; Set.new([1]).size %>{forms}")),
    ]);
    let code = "$defaults = { 'env_reset' => undef, 'secure_path' => { 'value' => '/bin:/sbin' } }
      $list = { 'a' => 1, 'b' => 2 }
      notice(template('sudoers/plain.erb'), template('sudoers/ruby.erb'))
      notice(template('sudoers/forms.erb'))
      notice(template('sudoers/ruby_forms.erb'))";
    let run = directory.run(&["apply", "--modulepath", "modules", "-e", code]);
    let lines = "Defaults\tenv_reset\nDefaults\tsecure_path=/bin:/sbin\n";
    assert!(run.stdout.contains(&format!("{lines} 1{lines}")), "{}{}", run.stdout, run.stderr);
    let shown = "[['a', 1], ['b', 2]]|[{'a' => 1, 'b' => 2}]|['x']|[]|[]|[1, 2, 3]|[[1, 2], 3]\n";
    assert!(run.stdout.contains(&format!("Scope(Class[main]): {shown}")), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains(&format!("Scope(Class[main]): 1{shown}")), "{}{}", run.stdout, run.stderr);
}
