//! Measures types of the language: making instances, with their checks and invariants, and loading many types.
//!
//! `cargo xtask bench --models` runs it. A name and a number repeat one operation for a profiler; `--list` names them.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program of its own, on fixed input")]

#[path = "../../pcore/examples/bench/measure.rs"]
mod measure;

use std::{fmt::Write as _, fs, sync::Arc};

use compiler::{Environment, Limits, models::Session, with_stack};
use diagnostics::Source;
use measure::{Operation, operation};
use pcore::{Hash, Value};
use tempfile::TempDir;

/// Five features, a default, four checks, and two invariants.
const ACCOUNT: &str = r"
type Account {
  attr login,  String  { min => 1, check => $it =~ /\A[a-z][a-z0-9]*\z/ }
  attr uid,    Integer { check => { if $it < 1000 { 'is for the system' } } }
  attr groups, String  { max => unbound, check => |$group| { $group !~ /:/ } }
  attr shell,  String  { default => '/bin/sh' }
  attr state,  enum[present, absent] { default => present, check => $it != purged }
  invariant 'who is absent has no groups' { !($state == absent and !empty($groups)) }
  invariant { if $uid and $login == 'root' { 'root has no number' } }
}
type Pair { attr a, Integer attr b, Integer invariant 'ordered' { $a <= $b } }
type Team { attr name, String { min => 1 } has members, Account { max => unbound } invariant { size($members) > 0 } }
";

/// How many types are loaded.
const TYPES: usize = 1_000;

fn main() {
    let limits = Limits::default();
    with_stack(&limits, || measure::run(operations()));
}

fn operations() -> Vec<Operation> {
    let directory = TempDir::new().unwrap();
    let types = directory.path().join("many/types");
    fs::create_dir_all(&types).unwrap();
    for number in 0..TYPES {
        fs::write(types.join(format!("t{number}.pp")), type_text(number)).unwrap();
    }
    let text: String = (0..TYPES).map(type_text).collect();
    let source = Arc::new(Source::new("types.pp", text));
    vec![
        making("make an instance: 5 features, 4 checks, 2 invariants", "Account", account()),
        making("make an instance: 2 features, 1 invariant", "Pair", entries([("a", 1.into()), ("b", 2.into())])),
        making("make an instance with 10 contained ones, each checked", "Team", team()),
        operation("load 1,000 types of one text", move || {
            let mut session = Session::new(Environment::default(), Limits::default());
            session.read(&source).unwrap();
            load(&mut session)
        }),
        operation("load 1,000 types of 1,000 files", move || {
            let modulepath = vec![directory.path().to_owned()];
            load(&mut Session::new(Environment { modulepath, ..Environment::default() }, Limits::default()))
        }),
    ]
}

/// A type with what most types have. Each inherits from another, and refers to a third.
fn type_text(number: usize) -> String {
    let mut text = format!("type Many::T{number} ");
    if !number.is_multiple_of(10) {
        write!(text, "inherits Many::T{} ", number - number % 10).unwrap();
    }
    write!(
        text,
        "{{
  attr name{number},  String  {{ min => 1, check => $it =~ /\\A[a-z]+\\z/ }}
  attr size{number},  Integer {{ default => {number}, check => {{ if $it < 0 {{ \"${{it}} is less than nothing\" }} }} }}
  attr kind{number},  enum[one, two, three] {{ default => one }}
  attr whole{number}, String  {{ derived => || {{ \"${{name{number}}} of ${{size{number}}}\" }} }}
  has next{number}, Many::T{} {{ containment => false }}
  invariant 'it has a size' {{ $size{number} > 0 or $kind{number} == two }}
}}
",
        (number + 7) % TYPES
    )
    .unwrap();
    text
}

fn load(session: &mut Session) -> usize {
    (0..TYPES).filter(|number| session.model(&format!("many::t{number}")).unwrap().is_some()).count()
}

fn making(name: &'static str, of: &str, given: Hash) -> Operation {
    let mut session = Session::new(Environment::default(), Limits::default());
    session.read(&Arc::new(Source::new("types.pp", ACCOUNT))).unwrap();
    let model = session.model(of).unwrap().unwrap();
    operation(name, move || session.create(&model, &given).unwrap())
}

fn account() -> Hash {
    let groups = Value::array(["math".into(), "poetry".into()]);
    entries([("login", "ada".into()), ("uid", 1815.into()), ("groups", groups)])
}

fn team() -> Hash {
    let members = Value::array((0..10).map(|_| Value::from(account())));
    entries([("name", "analysts".into()), ("members", members)])
}

fn entries<const N: usize>(entries: [(&str, Value); N]) -> Hash {
    entries.into_iter().map(|(name, value)| (Value::from(name), value)).collect()
}
