//! `bunraku epp`: checks, dumps and renders templates. Puppet's answers are in `transcripts`.

use crate::test_dir::TestDir;

fn templates() -> TestDir {
    TestDir::new(&[
        ("hello.epp", "<%- | String $name, Integer $count = 1 | -%>\nHello <%= $name %> <%= $count %>\n"),
        ("open.epp", "no end"),
        ("bad.epp", "a <%= 1 + %>"),
        ("secret.epp", "<%- | Sensitive[String] $password | -%>\np=<%= $password.unwrap %>"),
        ("modules/m/templates/t.epp", "of a module"),
        ("modules/m/templates/deep/t.epp", "of a folder"),
        ("values.yaml", "name: yaml"),
        ("facts.yaml", "os:\n  family: Debian\n"),
    ])
}

#[test]
fn a_template_is_a_file_a_text_stdin_or_one_of_a_module() {
    let directory = templates();
    let rendered = |words: &[&str]| {
        let run = directory.run(&[&["epp", "render"], words].concat());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{words:?}");
        run.stdout
    };
    assert_eq!(rendered(&["open.epp"]), "no end\n");
    assert_eq!(rendered(&["-e", "<%= 1 + 1 %>"]), "2\n");
    assert_eq!(rendered(&["--modulepath", "modules", "m/t.epp"]), "of a module\n");
    assert_eq!(rendered(&["--modulepath", "modules", "m/deep/t.epp"]), "of a folder\n");
    assert_eq!(directory.run_with_input(&["epp", "render"], "a<%= 2 %>").stdout, "a2\n");
    assert_eq!(rendered(&["--facts", "facts.yaml", "-e", "<%= $facts['os']['family'] %>"]), "Debian\n");
    assert_eq!(rendered(&["--node", "web9", "-e", "<%= $trusted['certname'] %>"]), "web9\n");
}

#[test]
fn values_come_from_the_command_line_and_from_a_file() {
    let directory = templates();
    let hello = |words: &[&str]| directory.run(&[&["epp", "render", "hello.epp"], words].concat());
    assert!(hello(&["--values", "{name => 'x', count => 3}"]).stdout.starts_with("Hello x 3\n"));
    assert!(hello(&["--values_file", "values.yaml"]).stdout.starts_with("Hello yaml 1\n"));
    assert!(
        hello(&["--values_file", "values.yaml", "--values", "{name => over}"]).stdout.starts_with("Hello over 1\n")
    );
    for (words, expected) in [
        (&[][..], "expects a value for parameter 'name'"),
        (&["--values", "{name => 1}"], "parameter 'name' expects a String value, got Integer"),
        (&["--values", "{name => x, nosuch => 1}"], "has no parameter named 'nosuch'"),
        (&["--values", "[1]"], "--values option must evaluate to a Hash or undef"),
        (&["--values", "{"], "Syntax error"),
        (&["--values_file", "nosuch.yaml"], "nosuch.yaml"),
        (&["--values_file", "hello.epp"], "Only .yaml, .json or .pp can be used as a --values_file"),
    ] {
        let run = hello(words);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{words:?}");
        assert!(run.stderr.contains(expected), "{words:?}: {}", run.stderr);
    }
}

#[test]
fn errors_are_reported_for_each_template() {
    let directory = templates();
    let run = directory.run(&["epp", "validate", "hello.epp", "bad.epp"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("bad.epp, line: 1, column: "), "{}", run.stderr);
    assert_eq!(directory.run(&["epp", "validate", "hello.epp", "open.epp"]).code, 0);
    for action in ["validate", "dump", "render"] {
        let run = directory.run(&["epp", action, "nosuch.epp"]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{action}");
        assert!(run.stderr.contains("nosuch.epp"), "{action}: {}", run.stderr);
    }
}

#[test]
fn a_tree_is_shown_in_each_format() {
    let directory = templates();
    let dump = |format: &str| directory.run(&["epp", "dump", "-e", "a <%= $x %>", "--format", format]);
    assert_eq!(dump("old").code, 0);
    assert!(dump("pn").stdout.contains("(epp"), "{}", dump("pn").stdout);
    serde_json::from_str::<serde_json::Value>(&dump("json").stdout).unwrap();
    assert_eq!(dump("nosuch").code, 1);
}

#[test]
fn secrets_of_a_template_are_only_in_what_it_renders() {
    let directory = templates();
    let rendered = directory.run(&["epp", "render", "secret.epp", "--values", "{password => Sensitive('hunter2')}"]);
    assert_eq!((rendered.code, rendered.stdout.as_str()), (0, "p=hunter2\n"));
    for values in ["{password => Sensitive(['hunter2'])}", "{password => Sensitive('hunter2'), x => 1}"] {
        let run = directory.run(&["epp", "render", "secret.epp", "--debug", "--values", values]);
        assert_eq!(run.code, 1);
        assert!(!format!("{}{}", run.stdout, run.stderr).contains("hunter2"), "{}", run.stderr);
    }
}
