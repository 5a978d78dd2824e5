//! Secrets in manifests do not leak: to no stream, no file of a run, no error, also at debug level.

use std::{fs, path::Path};

use crate::{binary::Run, test_dir::TestDir};

const SECRET: &str = "hunter2-planted";

/// The output of a run, and the contents of all files that runs wrote to the directory `v`.
fn all_output(directory: &TestDir, run: &Run) -> String {
    let mut all = format!("{}{}", run.stdout, run.stderr);
    let mut waiting = vec![directory.path().join("v")];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if let Ok(bytes) = fs::read(&path) {
            // Only the managed file itself contains it.
            all.push_str(&format!("\n{}: {}", path.display(), String::from_utf8_lossy(&bytes)));
        }
    }
    all
}

/// Applies a manifest with as much logging as possible, and asserts that the output contains a text, but not the
/// secret.
#[track_caller]
fn assert_kept(directory: &TestDir, manifest: &str, expected: &str) -> i32 {
    directory.write("site.pp", manifest);
    let logs = directory.path().join("v/log.json").display().to_string();
    let words =
        ["apply", "site.pp", "--modulepath", "modules", "--debug", "--trace", "--evaltrace", "--graph", "--summarize"];
    let more = ["--write_catalog_summary", "--show_diff", "--detailed-exitcodes", "--logdest", &logs];
    let run = directory.run(&[&words[..], &more].concat());
    let printed = all_output(directory, &run);
    assert!(!printed.contains(SECRET), "for {manifest}: {printed}");
    assert!(printed.contains(expected), "'{expected}' is not said for {manifest}: {printed}");
    run.code
}

fn directory() -> TestDir {
    TestDir::new(&[
        (
            "modules/login/manifests/entry.pp",
            "define login::entry(Sensitive $password) { notify { \"entry ${title}\": message => $password } }",
        ),
        ("modules/login/templates/t.epp", "<%- | Sensitive $p | -%>\npassword=<%= $p.unwrap %>\n"),
    ])
}

#[test]
fn a_class_with_a_secret_does_not_leak_it() {
    let directory = directory();
    let path = directory.path().join("out").display().to_string();
    let manifest = format!(
        "class login(Sensitive[String] $password) {{
           file {{ '{path}': content => $password }}
           notify {{ 'text': message => \"it is ${{password}}\" }}
           notify {{ 'plain': message => \"it is ${{password.unwrap}}\" }}
           notify {{ 'wrapped': message => Sensitive(\"it is ${{password.unwrap}}\") }}
           login::entry {{ 'a': password => $password }}
         }}
         class {{ 'login': password => Sensitive('{SECRET}') }}"
    );
    assert_eq!(assert_kept(&directory, &manifest, "changed [redacted] to [redacted]"), 2);
    assert_eq!(directory.read("out"), SECRET);
    assert!(directory.path().join("v/state/graphs/relationships.svg").exists(), "there was something to search");
    // A file whose old content is a secret as well.
    let other = manifest.replace(SECRET, "another-secret");
    directory.write("out", SECRET);
    directory.write("other.pp", other);
    let run = directory.run(&["apply", "other.pp", "--modulepath", "modules", "--debug", "--show_diff"]);
    assert!(!run.stdout.contains("another-secret") && !run.stderr.contains("another-secret"), "{}", run.stdout);
    assert!(!run.stdout.contains(SECRET), "{}", run.stdout);
}

#[test]
fn a_template_with_a_secret_is_a_secret() {
    let directory = directory();
    let path = directory.path().join("out").display().to_string();
    let manifest = format!(
        "file {{ '{path}': content => Sensitive(epp('login/t.epp', {{ 'p' => Sensitive('{SECRET}') }})) }}
         notify {{ 'inline': message => inline_epp('<%= $x %>', {{ 'x' => Sensitive('{SECRET}') }}) }}"
    );
    assert_eq!(assert_kept(&directory, &manifest, "Sensitive [value redacted]"), 2);
    assert_eq!(directory.read("out"), format!("password={SECRET}\n"));
}

#[test]
fn secrets_in_noop_runs_and_in_failures_are_kept() {
    let directory = directory();
    let path = directory.path().join("no/such/folder").display().to_string();
    let fails = format!("file {{ '{path}': content => Sensitive('{SECRET}') }}");
    assert_eq!(assert_kept(&directory, &fails, "Error: "), 4);
    let noop = format!("notify {{ 'x': message => Sensitive('{SECRET}'), noop => true }}");
    assert_eq!(assert_kept(&directory, &noop, "should be [redacted] (noop)"), 0);
    let invalid = format!("notify {{ 'x': loglevel => Sensitive('{SECRET}') }}");
    assert_eq!(assert_kept(&directory, &invalid, "Error: "), 1);
    let path = format!("file {{ 'x': path => Sensitive('relative-{SECRET}'), ensure => file }}");
    assert_eq!(assert_kept(&directory, &path, "Error: "), 1);
}

#[test]
fn errors_about_secrets_do_not_leak_them() {
    let directory = directory();
    for (code, expected) in [
        ("class a(Integer $x) {} class { 'a': x => SECRET }", "expects an Integer value, got Sensitive"),
        (
            "class a(Sensitive[Integer] $x) {} class { 'a': x => SECRET }",
            "expects a Sensitive[Integer] value, got Sensitive",
        ),
        ("define d(Array $x) {} d { 'a': x => SECRET }", "parameter 'x' expects an Array value"),
        ("function f(Integer $x) { $x } f(SECRET)", "expects an Integer value, got Sensitive"),
        ("notice(SECRET + 1)", "Error: "),
        ("notice(SECRET[0])", "Error: "),
        ("$x = { 'a' => SECRET } fail(\"${x}\")", "Sensitive [value redacted]"),
        ("fail(SECRET)", "Error: "),
        ("notify { SECRET: }", "Error: "),
        ("notify { 'x': nosuch => SECRET }", "no parameter named 'nosuch'"),
        ("include SECRET", "Error: "),
        ("assert_type(Integer, SECRET)", "expects an Integer value"),
        ("notice(epp('login/t.epp', { 'q' => SECRET }))", "Error: "),
        ("Integer(SECRET)", "Error: "),
        ("SECRET.nosuch", "Error: "),
        ("file { '/x': content => SECRET, mode => SECRET }", "Error: "),
    ] {
        let manifest = code.replace("SECRET", &format!("Sensitive('{SECRET}')"));
        assert_eq!(assert_kept(&directory, &manifest, expected), 1, "{code}");
    }
}

// Source lines of a manifest are parsed to find secrets, and guessed if that fails.
#[test]
fn source_lines_shown_with_an_error_hide_secrets() {
    let directory = directory();
    for (code, expected) in [
        ("$x = Sensitive( # it's a secret\n 'SECRET'.nofunction())", ".nofunction"),
        ("class a(Sensitive $p = 'SECRET', $q = nofunction('shown')) {}\ninclude a", "nofunction('shown')"),
        ("class a(Optional[Sensitive[String]] $p = 'SECRET') {}\ninclude a", "Error: "),
        ("notice($x =~ Sensitive[String], nofunction('shown')) $y = Sensitive('SECRET')", "nofunction('shown')"),
        ("$x = Sensitive('it's SECRET')", "Error: "),
        ("$x = 'it\n$y = Sensitive('SECRET')", "Error: "),
        ("$x = Sensitive(@(END).nofunction)\n  it's SECRET\n  | END", ".nofunction"),
    ] {
        assert_eq!(assert_kept(&directory, &code.replace("SECRET", SECRET), expected), 1, "{code}");
    }
}

// An unwrapped secret is plain text, which any function may put into an error.
#[test]
fn unwrapped_secrets_are_not_logged_either() {
    let directory = directory();
    directory
        .write("modules/login/functions/refuse.pp", "function login::refuse($x) { fail(\"bad value ${x.unwrap}\") }");
    directory.write("modules/login/templates/t.erb", "<%= @secret.unwrap.nosuch %>");
    directory
        .write("hiera.yaml", "version: 5\nhierarchy: [{name: a, datadir: ., path: data.yaml, data_hash: yaml_data}]\n");
    let options = "lookup_options: {pass: {convert_to: Sensitive}}";
    directory.write("data.yaml", format!("{options}\npass: {SECRET}\n"));
    let hiera = directory.path().join("hiera.yaml").display().to_string();
    for (code, expected) in [
        ("Integer(SECRET.unwrap)", "[redacted]"),
        ("Integer(Sensitive.new('PLAIN').unwrap)", "[redacted]"),
        ("$s = 'PLAIN'.convert_to(Sensitive) fail($s.unwrap)", "[redacted]"),
        ("class c(Sensitive $p) { fail($p.unwrap) } class { 'c': p => SECRET }", "[redacted]"),
        ("fail(lookup('pass').unwrap)", "[redacted]"),
        ("$x = split(Sensitive('a,PLAIN'), ',').unwrap fail($x[1])", "[redacted]"),
        ("notice(SECRET.unwrap) warning(SECRET.unwrap) debug(SECRET.unwrap) fail('end')", "[redacted]"),
        ("$secret = SECRET notice(template('login/t.erb'))", "Error: "),
        ("notice(inline_epp('<%= Integer($x.unwrap) %>', { 'x' => SECRET }))", "[redacted]"),
        ("notify { 'x': message => Deferred('login::refuse', [SECRET]) }", "bad value [redacted]"),
        ("notice(call(Deferred('unwrap', [SECRET]))) fail('end')", "[redacted]"),
        ("$x = { 'a' => [SECRET] } fail($x['a'][0].unwrap)", "[redacted]"),
    ] {
        let manifest = code.replace("SECRET", &format!("Sensitive('{SECRET}')")).replace("PLAIN", SECRET);
        directory.write("c/puppet.conf", format!("[main]\nhiera_config = {hiera}\n"));
        assert_eq!(assert_kept(&directory, &manifest, expected), 1, "{code}");
    }
    let code = format!("Integer(Sensitive('{SECRET}').unwrap)");
    let site = directory.write("site.pp", &code).display().to_string();
    let template = format!("<%= {code} %>");
    for words in [["catalog", "compile", "--manifest", &site], ["epp", "render", "-e", &template]] {
        let run = directory.run(&words);
        assert!(run.stderr.contains("[redacted]"), "{}{}", run.stdout, run.stderr);
        assert!(!run.stdout.contains(SECRET) && !run.stderr.contains(SECRET), "{}{}", run.stdout, run.stderr);
    }
}

// As in Puppet 8.11: the result of a function with a Sensitive argument is Sensitive, even if the argument is nested.
#[test]
fn what_a_deferred_function_makes_of_a_secret_is_a_secret() {
    let directory = directory();
    let path = directory.path().join("out").display().to_string();
    let manifest = format!(
        "notify {{ 'a': message => Deferred('unwrap', [Sensitive('{SECRET}')]) }}
         notify {{ 'b': message => Deferred('join', [['x', Deferred('unwrap', [Sensitive('{SECRET}')])], '-']) }}
         notify {{ 'c': message => Deferred('inline_epp', ['<%= $p.unwrap %>', {{ 'p' => Sensitive('{SECRET}') }}]) }}
         notify {{ 'd': message => Deferred('unwrap', [Deferred('new', [Sensitive, '{SECRET}'])]) }}
         file {{ '{path}': content => Deferred('unwrap', [Sensitive('{SECRET}')]) }}"
    );
    assert_eq!(assert_kept(&directory, &manifest, "Notify[a]/message: changed [redacted] to [redacted]"), 2);
    for title in ["b", "c", "d"] {
        assert_kept(&directory, &manifest, &format!("Notify[{title}]/message: changed [redacted] to [redacted]"));
    }
    assert_eq!(directory.read("out"), SECRET);
    // The same in a catalog that was compiled elsewhere.
    let site = directory.write("site.pp", &manifest).display().to_string();
    let catalog = directory.run(&["catalog", "compile", "--manifest", &site]);
    directory.write("catalog.json", catalog.stdout.replace("/W", &directory.path().display().to_string()));
    fs::remove_file(directory.path().join("out")).unwrap();
    let run = directory.run(&["apply", "--catalog", "catalog.json", "--show_diff", "--debug"]);
    assert!(run.stdout.contains("Notify[a]/message: changed [redacted] to [redacted]"), "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains(SECRET) && !run.stderr.contains(SECRET), "{}{}", run.stdout, run.stderr);
    assert_eq!(directory.read("out"), SECRET);
}

// A command needs its password, wherever it comes from.
#[test]
fn a_command_with_what_was_unwrapped_still_gets_it() {
    let directory = directory();
    let path = directory.path().join("out").display().to_string();
    let manifest = format!(
        "$p = Sensitive('{SECRET}').unwrap
         exec {{ 'a': command => \"/bin/sh -c 'echo ${{p}} > {path}'\" }}"
    );
    assert_eq!(assert_kept(&directory, &manifest, "executed successfully"), 2);
    assert_eq!(directory.read("out"), format!("{SECRET}\n"));
}

#[test]
fn no_catalog_is_kept_after_a_run() {
    let directory = TestDir::new(&[]);
    assert_eq!(directory.run(&["apply", "-e", "notify { 'x': }"]).code, 0);
    let exists = |name: &str| Path::new(&directory.path().join("v").join(name)).exists();
    assert!(exists("state/last_run_report.yaml"));
    assert!(!exists("client_data") && !exists("catalog") && !exists("state/catalogs"));
}

/// With the password `puppetlabs`, the names in the manifest and the paths of modules stay readable.
#[test]
fn names_that_contain_the_text_of_a_secret_stay_readable() {
    let directory = TestDir::new(&[
        ("puppetlabs/modules/m/manifests/init.pp", "class m { fail('wrong') }"),
        ("puppetlabs/modules/m/lib/puppet_x/puppetlabs/x.rb", ""),
    ]);
    let secret = "notify { 'secret': message => Sensitive('puppetlabs') }";
    let manifest = format!(
        "{secret} notify {{ 'puppetlabs/influxdb': message => 'puppetlabs it is' }}
         notify {{ ['puppetlabs', '/etc/puppetlabs/x']: message => 'x' }}
         $made = \"x ${{Sensitive('puppetlabs').unwrap}}\" notify {{ $made: message => 'y' }}"
    );
    let run = directory.run(&["apply", "--detailed-exitcodes", "--debug", "-e", &manifest]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    for expected in [
        "/Stage[main]/Main/Notify[puppetlabs/influxdb]/message: defined 'message' as '[redacted] it is'",
        "/Stage[main]/Main/Notify[puppetlabs]/message: defined 'message' as 'x'",
        "/Stage[main]/Main/Notify[/etc/puppetlabs/x]/message: defined 'message' as 'x'",
        // A text that is derived from a secret is not one of the names in the manifest.
        "/Stage[main]/Main/Notify[x [redacted]]/message: defined 'message' as 'y'",
    ] {
        assert!(run.stdout.contains(expected), "{expected}: {}", run.stdout);
    }
    let report = directory.read("v/state/last_run_report.yaml");
    for expected in ["title: puppetlabs/influxdb\n", "title: puppetlabs\n", "Notify[puppetlabs/influxdb]:\n"] {
        assert!(report.contains(expected), "{expected}: {report}");
    }
    let words = ["apply", "--modulepath", "puppetlabs/modules", "-e"];
    let run = directory.run(&[&words[..], &[&format!("{secret} include m")]].concat());
    assert!(run.stderr.contains("(file: /W/puppetlabs/modules/m/manifests/init.pp, line: 1"), "{}", run.stderr);
}
