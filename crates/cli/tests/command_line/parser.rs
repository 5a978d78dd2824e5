//! `bunraku parser`.

use std::{fs, os::unix::fs::symlink, path::PathBuf, process::Command};

use tempfile::TempDir;

use crate::binary::{Run, assert_silent, bunraku_with_input, run};

/// A directory with manifests.
struct Manifests(TempDir);

impl Manifests {
    fn new(files: &[(&str, &str)]) -> Manifests {
        let directory = TempDir::new().expect("a folder can be made");
        for (name, text) in files {
            let file = directory.path().join(name);
            fs::create_dir_all(file.parent().expect("it is in the folder")).expect("a folder can be made");
            fs::write(file, text).expect("a file can be written");
        }
        Manifests(directory)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().expect("it exists").join(name)
    }

    /// Runs `bunraku parser` in the directory, which is called `/W` in the output, as in the recording.
    fn run(&self, arguments: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        command.arg("parser").args(arguments).current_dir(self.path("")).env_remove("NO_COLOR");
        let mut run = run(&mut command, "");
        let directory = self.path("");
        let directory = directory.to_str().expect("it is UTF-8").trim_end_matches('/');
        run.stdout = run.stdout.replace(directory, "/W");
        run.stderr = run.stderr.replace(directory, "/W");
        run
    }
}

/// Runs with stdin.
fn piped(arguments: &[&str], input: &str) -> Run {
    bunraku_with_input(arguments, input)
}

const BAD: (&str, &str) = ("bad.pp", "notify{\"a\" }\n");
const SEVERAL: (&str, &str) = ("bad2.pp", "class foo-bar {}\n$a=1\n1 + 2\n$X=2\n");
const GOOD: (&str, &str) = ("good.pp", "notify{\"a\":}\n");

#[test]
fn errors_are_reported_as_the_real_puppet_does() {
    let manifests = Manifests::new(&[BAD, SEVERAL, GOOD]);
    let bad = manifests.run(&["validate", "bad.pp"]);
    assert_eq!(
        (bad.code, bad.stdout.as_str(), bad.stderr.as_str()),
        (
            1,
            "",
            "\u{1b}[1;31mError: Could not parse for environment production: Syntax error at '}' (file: /W/bad.pp, \
             line: 1, column: 12)\u{1b}[0m\n"
        )
    );
    let several = manifests.run(&["validate", "--color=false", "bad2.pp"]);
    assert_eq!(several.code, 1);
    assert_eq!(
        several.stderr,
        "Error: This '+' expression has no effect. A value was produced and then forgotten (one or more preceding \
         expressions may have the wrong form) (file: /W/bad2.pp, line: 3, column: 3)\n\
         Error: Unacceptable name. The name 'foo-bar' is unacceptable as the name of a Host Class Definition (file: \
         /W/bad2.pp, line: 1, column: 1)\n\
         Error: Illegal variable name, The given name 'X' does not conform to the naming rule \
         /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/ (file: /W/bad2.pp, line: 4, column: 1)\n\
         Error: Language validation logged 3 errors. Giving up\n"
    );
    assert_silent(&manifests.run(&["validate", "good.pp"]));
}

#[test]
fn errors_are_reported_as_json() {
    let manifests = Manifests::new(&[BAD, SEVERAL, GOOD]);
    let bad = manifests.run(&["validate", "--render-as", "json", "good.pp", "bad.pp"]);
    assert_eq!((bad.code, bad.stderr.as_str()), (1, ""));
    assert_eq!(
        bad.stdout,
        "{\n  \"bad.pp\": {\n    \"issue_code\": \"SYNTAX_ERROR\",\n    \"message\": \"Syntax error at '}'\",\n    \
         \"full_message\": \"Could not parse for environment production: Syntax error at '}' (file: /W/bad.pp, line: 1, \
         column: 12)\",\n    \"file\": \"/W/bad.pp\",\n    \"line\": 1,\n    \"pos\": 12\n  }\n}\n"
    );
    let several = manifests.run(&["validate", "--render-as", "json", "bad2.pp"]);
    let document: serde_json::Value = serde_json::from_str(&several.stdout).expect("it is JSON");
    let error = &document["bad2.pp"];
    assert_eq!(error["message"], "Language validation logged 3 errors. Giving up");
    assert!(error["line"].is_null() && error["issue_code"].is_null());
    assert_eq!(error["problems"].as_array().map(Vec::len), Some(3));
    assert_eq!(error["problems"][1]["issue_code"], "ILLEGAL_DEFINITION_NAME");
    assert_silent(&manifests.run(&["validate", "--render-as", "json", "good.pp"]));
    let unknown = manifests.run(&["validate", "--color=false", "--render-as", "nosuch", "good.pp"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (1, ""));
    assert_eq!(unknown.stderr, "Error: Could not parse application options: I don't know how to render 'nosuch'\n");
}

#[test]
fn all_manifests_of_a_directory_are_checked_in_order_of_their_names() {
    let names: Vec<String> = (0..40).map(|number| format!("modules/m{number:02}/manifests/init.pp")).collect();
    let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "notice(1)\n")).collect();
    files[7].1 = "notice(\n";
    files[31].1 = "$X = 1\n";
    files.push(("modules/notes.txt", "}"));
    let manifests = Manifests::new(&files);
    symlink("..", manifests.path("modules/m00/up")).expect("a link can be made");
    let run = manifests.run(&["validate", "--color=false", "modules"]);
    assert_eq!(run.code, 1);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.stderr);
    assert!(lines[0].contains("Syntax error at end of input (file: /W/modules/m07/manifests/init.pp"), "{}", lines[0]);
    assert!(lines[1].contains("Illegal variable name"), "{}", lines[1]);
}

#[test]
fn files_of_the_modulepath_hold_what_their_names_announce() {
    let manifests = Manifests::new(&[("modules/m/manifests/init.pp", "class other { }\nnotice(1)\n")]);
    assert_silent(&manifests.run(&["validate", "modules"]));
    let modules = manifests.path("modules");
    let modulepath = format!("--modulepath={}", modules.display());
    let run = manifests.run(&["validate", "--color=false", &modulepath, "modules/m/manifests/init.pp"]);
    assert_eq!(
        run.stderr,
        "Error: This Function Call is unacceptable as a top level construct in this location (file: \
         /W/modules/m/manifests/init.pp, line: 2, column: 1)\n\
         Error: Unacceptable location. The name 'other' is unacceptable in file '/W/modules/m/manifests/init.pp' (file: \
         /W/modules/m/manifests/init.pp, line: 1, column: 1)\n\
         Error: Language validation logged 2 errors. Giving up\n"
    );
}

#[test]
fn stdin_is_checked_where_no_file_is_named() {
    assert_silent(&piped(&["parser", "validate"], "notice(1)\n"));
    let run = piped(&["parser", "validate", "--color=false"], "notice(1)\n$x = [1\n");
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stderr,
        "Error: Could not parse for environment production: Syntax error at end of input (line: 3, column: 1)\n"
    );
    let json = piped(&["parser", "validate", "--render-as=json"], "$X = 1");
    let document: serde_json::Value = serde_json::from_str(&json.stdout).expect("it is JSON");
    assert_eq!(document["STDIN"]["issue_code"], "ILLEGAL_VAR_NAME");
    assert!(document["STDIN"]["file"].is_null());
}

#[test]
fn missing_files_are_named_after_the_errors_of_the_others() {
    let manifests = Manifests::new(&[BAD]);
    let run = manifests.run(&["validate", "--color=false", "nosuch.pp", "bad.pp", "neither.pp"]);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stderr,
        "Error: Could not parse for environment production: Syntax error at '}' (file: /W/bad.pp, line: 1, column: \
         12)\n\
         Error: One or more file(s) specified did not exist:\n   nosuch.pp\n   neither.pp\n\
         Error: Try 'bunraku help parser validate' for usage\n"
    );
}

#[test]
fn doubtful_things_are_warnings_or_errors_by_the_setting() {
    let manifests = Manifests::new(&[("a.pp", "$a = {x => 1, x => 2}\nclass plan { }\n")]);
    let duplicate = "The key 'x' is declared more than once (file: /W/a.pp, line: 1, column: 17)";
    let future = "Warning: Use of future reserved word: 'plan' (file: /W/a.pp, line: 2, column: 1)";
    let run = manifests.run(&["validate", "--color=false", "--strict=warning", "a.pp"]);
    assert_eq!((run.code, run.stderr), (0, format!("Warning: {duplicate}\n{future}\n")));
    let run = manifests.run(&["validate", "--color=false", "a.pp"]);
    let error = format!("{future}\nError: Could not parse for environment production: {duplicate}\n");
    assert_eq!((run.code, run.stderr), (1, error));
    let quiet = ["validate", "--strict=off", "--disable_warnings=deprecations", "a.pp"];
    assert_silent(&manifests.run(&quiet));
}

#[test]
fn no_more_is_logged_than_the_settings_allow() {
    let text: String = (0..12).map(|number| format!("$X{number} = 1\n")).collect();
    let manifests = Manifests::new(&[("a.pp", &text)]);
    let lines = |arguments: &[&str]| {
        let run = manifests.run(arguments);
        (run.stderr.lines().count(), run.stderr.lines().last().map(str::to_owned).unwrap_or_default())
    };
    let last = "Error: Language validation logged 12 errors. Giving up".to_owned();
    assert_eq!(lines(&["validate", "--color=false", "a.pp"]), (11, last.clone()));
    assert_eq!(lines(&["validate", "--color=false", "--max_errors=3", "a.pp"]), (4, last));
    assert_eq!(lines(&["validate", "--color=false", "--max_errors=1", "a.pp"]).0, 1);
}

#[test]
fn lines_with_errors_are_shown_on_request() {
    let manifests = Manifests::new(&[("a.pp", "$x = 'grün' + $X\n")]);
    let run = manifests.run(&["validate", "--color=false", "--snippets", "a.pp"]);
    assert_eq!(
        run.stderr,
        "Error: Could not parse for environment production: Illegal variable name, The given name 'X' does not conform to \
         the naming rule /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/ (file: /W/a.pp, line: 1, column: 15)
 --> /W/a.pp:1:15
  |
1 | $x = 'grün' + $X
  |               ^^
hint: variable names start with a lower-case letter: write $x\n"
    );
}

#[test]
fn second_locations_and_hints_are_shown_with_the_lines() {
    let manifests =
        Manifests::new(&[("a.pp", "notify { 'a':\n  message => 'x'\n  noop => true,\n}\n"), ("b.pp", "$a = [1 2]\n")]);
    let run = manifests.run(&["validate", "--color=false", "--snippets", "a.pp", "b.pp"]);
    assert_eq!(
        run.stderr,
        "Error: Could not parse for environment production: Syntax error at 'noop' (file: /W/a.pp, line: 3, column: 3)
 --> /W/a.pp:3:3
  |
2 |   message => 'x'
  |                 - a comma is missing here
3 |   noop => true,
  |   ^^^^
Error: Could not parse for environment production: Syntax error at '2' (file: /W/b.pp, line: 1, column: 9)
 --> /W/b.pp:1:9
  |
1 | $a = [1 2]
  |        -^
  |        |
  |        a comma is missing here\n"
    );
}

#[test]
fn regular_expressions_are_checked_when_a_program_is_read() {
    let manifests = Manifests::new(&[("a.pp", "notice('a' =~ /[/)\n$X = 1\n")]);
    let run = manifests.run(&["validate", "--color=false", "a.pp"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.stderr, "Error: Could not parse for environment production: premature end of char-class: /[/\n");
}

#[test]
fn invalid_utf8_is_an_error_with_its_location() {
    let manifests = Manifests::new(&[]);
    fs::write(manifests.path("a.pp"), b"notice(1)\nnotice('\xff')\n").expect("a file can be written");
    let run = manifests.run(&["validate", "--color=false", "a.pp"]);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stderr,
        "Error: Could not parse for environment production: invalid byte sequence in UTF-8 (file: /W/a.pp, line: 2, \
         column: 9)\n"
    );
}

#[test]
fn trees_are_dumped_as_the_real_puppet_does() {
    let code = "$x = [1,2].map |$y| { $y + 1 } file{\"/a\": ensure=>file, *=>$h}";
    let old = piped(&["parser", "dump", "-e", code], "");
    assert_eq!((old.code, old.stderr.as_str()), (0, ""));
    assert_eq!(
        old.stdout,
        "(block
  (= $x (call-method (. ([] 1 2) map) (lambda (parameters y) (block
    (+ $y 1)
  ))))
  (resource file
    ('/a'
      (ensure => file)
      (* => $h)))
)\n"
    );
    let notation = piped(&["parser", "dump", "--format", "pn"], "$x = 1\n");
    assert_eq!(notation.stdout, "(= (var \"x\") 1)\n");
    let json = piped(&["parser", "dump", "--format=json", "--pretty"], "$x");
    assert_eq!(json.stdout, "{\n  \"^\": [\n    \"var\",\n    \"x\"\n  ]\n}\n");
    assert_eq!(piped(&["parser", "dump"], "").stdout, ":nop\n");
}

#[test]
fn only_what_can_be_read_is_dumped() {
    let manifests = Manifests::new(&[GOOD, BAD]);
    let run = manifests.run(&["dump", "--color=false", "good.pp", "bad.pp", "nosuch.pp"]);
    assert_eq!(run.code, 1);
    let expected =
        "--- good.pp(resource notify\n  ('a'))\nOne or more file(s) specified did not exist:\n   nosuch.pp\n";
    assert_eq!(run.stdout, expected);
    assert_eq!(run.stderr, "Error: --- bad.pp\nError: Syntax error at '}' (line: 1, column: 12)\n");
    assert_eq!(manifests.run(&["dump", "-e", "$X = 1"]).stdout, "(= $X 1)\n");
    let checked = manifests.run(&["dump", "--color=false", "--validate", "-e", "1 2 $X = 1"]);
    assert_eq!((checked.code, checked.stdout.as_str()), (1, "\n"));
    assert!(checked.stderr.contains("This Literal Integer has no effect."), "{}", checked.stderr);
    let giving_up = "Error: Language validation logged 2 errors. Giving up (file: command-line-string)\n";
    assert!(checked.stderr.ends_with(giving_up), "{}", checked.stderr);
}

#[test]
fn an_action_is_needed() {
    let none = piped(&["parser", "--color=false"], "");
    assert_eq!(
        (none.code, none.stderr.as_str()),
        (1, "Error: 'parser' has no default action.  See `bunraku help parser`.\n")
    );
    let unknown = piped(&["parser", "--color=false", "nosuch"], "");
    assert_eq!(unknown.stderr, "Error: 'parser' has no 'nosuch' action.  See `bunraku help parser`.\n");
    let help = piped(&["help", "parser"], "");
    assert!(help.stdout.contains("bunraku parser validate [OPTIONS]"), "{}", help.stdout);
    let options = piped(&["parser", "validate", "--color=false", "--nosuch"], "");
    assert_eq!(options.stderr, "Error: Could not parse application options: invalid option: --nosuch\n");
}
