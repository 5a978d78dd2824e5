//! Measures the hot paths of the type system: `cargo xtask bench` runs it alongside the real Puppet.
//!
//! `oracle/bench.rb` does the same operations with the real Puppet, under the same names.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program of its own, on fixed input")]

mod measure;

use std::hint::black_box;

use measure::{Operation, operation};
use pcore::{NoNames, Type, Value, infer, mismatch, parse_type, rich_data, yaml};

/// Ten members of mixed types, including two Patterns.
const ACCOUNT: &str = "Struct[{
    'name'              => Pattern[/\\A[a-z_][a-z0-9_-]{0,31}\\Z/],
    'ensure'            => Enum['present', 'absent'],
    'uid'               => Integer[0, 65535],
    'home'              => Pattern[/\\A\\/([^\\n\\/\\0]+\\/*)*\\z/],
    'groups'            => Array[String[1], 0, 16],
    'shell'             => Optional[String[1]],
    'locked'            => Boolean,
    'quota'             => Float[0.0, 1.0],
    'comment'           => Variant[String, Undef],
    Optional['limits']  => Hash[String, Integer],
}]";

const ACCOUNT_VALUE: &str = r#"{"name": "alice", "ensure": "present", "uid": 1001, "home": "/home/alice",
    "groups": ["users", "wheel", "docker"], "shell": "/bin/bash", "locked": false, "quota": 0.75,
    "comment": "Alice in Wonderland", "limits": {"nofile": 4096, "nproc": 512}}"#;

const ACCOUNT_YAML: &str = "name: alice\nensure: present\nuid: 1001\nhome: /home/alice\ngroups: [users, wheel, docker]\n\
    shell: /bin/bash\nlocked: false\nquota: 0.75\ncomment: Alice in Wonderland\nlimits:\n  nofile: 4096\n  nproc: 512\n";

fn operations() -> Vec<Operation> {
    let account = parse_type(ACCOUNT).unwrap();
    let good = rich_data::from_json(ACCOUNT_VALUE, &NoNames).unwrap();
    let bad = rich_data::from_json(&ACCOUNT_VALUE.replace("1001", "\"1001\""), &NoNames).unwrap();
    let numbers = Value::array((0..100_000i64).map(Value::from));
    let integers = Type::array(Type::integer(0, 1_000_000));
    let data = parse_type("Data").unwrap();
    let general = parse_type("Hash[String, Any]").unwrap();
    let inferred = infer::detailed(&good);
    assert!(account.is_instance(&good) && !account.is_instance(&bad) && integers.is_instance(&numbers));
    let (value, wanted) = (good.clone(), account.clone());
    let (value2, value3, value4) = (good.clone(), good.clone(), good);
    vec![
        operation("check a Struct of ten members", move || black_box(&account).is_instance(black_box(&value))),
        operation("explain a mismatch", move || mismatch::explain("value", black_box(&wanted), &bad)),
        operation("check 100,000 integers", move || black_box(&integers).is_instance(&numbers)),
        operation("check against Data", move || black_box(&data).is_instance(&value2)),
        operation("parse a Struct of ten members", || parse_type(black_box(ACCOUNT))),
        operation("parse Optional[Integer[0, 65535]]", || parse_type(black_box("Optional[Integer[0, 65535]]"))),
        operation("infer a type", move || infer::detailed(black_box(&value3))),
        operation("assign a type", move || black_box(&general).accepts(&inferred)),
        operation("decode rich data", || rich_data::from_json(black_box(ACCOUNT_VALUE), &NoNames)),
        operation("encode rich data", move || rich_data::to_json(black_box(&value4), Default::default())),
        operation("read YAML", || yaml::parse(black_box(ACCOUNT_YAML))),
    ]
}

fn main() {
    measure::run(operations());
}
