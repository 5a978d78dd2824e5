//! Compares the Ruby module `nexus_ssh` with the real `puppet device`: output, exit code, and the state of the switch.
//!
//! The cases are in `golden/cases.json`, and Puppet's answers are recorded by `oracle/nexus/record.rb`.
//! `golden/different.tsv` lists the cases with different answers, each with the number of the rule and the reason.

use std::{collections::BTreeMap, fs};

use pcore::regexp::Regexp;
use serde_json::Value;

use crate::{
    server::{ENABLE_PASSWORD, PASSWORD, Server},
    site::{Program, Site},
};

const CASES: &str = include_str!("../golden/cases.json");
const RECORDED: &str = include_str!("../golden/device.jsonl");
const DIFFERENT: &str = include_str!("../golden/different.tsv");

/// The lines of a stream, normalized like the recording.
fn lines(text: &str, site: &Site, port: u16) -> Vec<String> {
    let directory = site.path("").display().to_string();
    let mut text = text.replace(directory.trim_end_matches('/'), "%D").replace(&port.to_string(), "PORT");
    for (pattern, by) in [
        (r"(in|after) \d+\.\d+ seconds", r"\1 N seconds"),
        (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+[+-]\d\d:\d\d", "TIME"),
        (r##""clientversion": ".*""##, r#""clientversion": "VERSION""#),
    ] {
        text = Regexp::new(pattern).unwrap().replace_all(&text, by).unwrap().into_owned();
    }
    let left_out = Regexp::new(r"\AInfo: (Using environment|Applying configuration|Creating state file|Loading facts)");
    let left_out = left_out.unwrap();
    text.lines().filter(|line| !left_out.is_match(line).unwrap()).map(str::to_owned).collect()
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// How a case differs from Puppet; empty if it does not.
fn differences(case: &Value, recorded: &Value) -> String {
    let server = Server::start(&["spine1"]);
    let site = Site::new(Program::Ruby, "");
    server.write_known_host("others", "other_host_key");
    for (from, to) in [("known_hosts", "known"), ("others", "others")] {
        fs::copy(server.path(from), site.path(to)).unwrap();
    }
    let with_paths = |text: &str| text.replace("%D", site.path("").to_str().unwrap().trim_end_matches('/'));
    let conf = format!("[spine1]\ntype nexus\nurl file://{}\n", site.path("info.conf").display());
    fs::write(site.path("device.conf"), conf).unwrap();
    let port = server.port.to_string();
    let mut info: BTreeMap<String, String> = [
        ("hostname", "127.0.0.1"),
        ("port", &port),
        ("username", "spine1"),
        ("password", PASSWORD),
        ("enable_password", ENABLE_PASSWORD),
        ("known_hosts_file", "%D/known"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    let mut differs = String::new();
    let mut answers = recorded["runs"].as_array().unwrap().iter();
    for step in case["steps"].as_array().unwrap() {
        if let Some(manifest) = step["manifest"].as_str() {
            fs::write(site.path("a.pp"), manifest).unwrap();
        }
        for (key, file) in [("faults", "faults"), ("switch", "running-config")] {
            if let Some(text) = step[key].as_str() {
                server.set("spine1", file, text);
            }
        }
        for (name, value) in step["info"].as_object().into_iter().flatten() {
            info.insert(name.clone(), value.as_str().unwrap().to_owned());
        }
        if step["run"].is_null() {
            continue;
        }
        let given = info.iter().filter(|(_, value)| !value.is_empty());
        let given: String = given.map(|(name, value)| format!("{name}: {}\n", with_paths(value))).collect();
        site.write_secret("info.conf", &given);
        let arguments = texts(&step["run"]);
        let words: Vec<String> = arguments.iter().map(|word| with_paths(word)).collect();
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.extend(["--target", "spine1"]);
        let run = site.run(&words);
        let answer = answers.next().unwrap();
        let switch = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let pairs = [
            ("stdout", texts(&answer["stdout"]), lines(&run.stdout, &site, server.port)),
            ("stderr", texts(&answer["stderr"]), lines(&run.stderr, &site, server.port)),
            ("exit code", vec![answer["code"].to_string()], vec![run.code.to_string()]),
            ("switch", switch(answer["switch"].as_str().unwrap()), switch(&server.configuration("spine1"))),
        ];
        for (what, expected, found) in pairs.into_iter().filter(|(_, expected, found)| expected != found) {
            differs.push_str(&format!("\n  {what} of `{}`:", arguments.join(" ")));
            let missing = expected.iter().filter(|line| !found.contains(line)).map(|line| format!("\n  - {line}"));
            let added = found.iter().filter(|line| !expected.contains(line)).map(|line| format!("\n  + {line}"));
            differs.extend(missing.chain(added));
        }
    }
    differs
}

#[test]
fn the_ruby_module_is_as_under_puppet() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let cases = cases.as_array().unwrap();
    let recorded: Vec<Value> = RECORDED.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), recorded.len());
    let only = std::env::var("ONLY").unwrap_or_default();
    let listed: Vec<Vec<&str>> = DIFFERENT.lines().map(|line| line.split('\t').collect()).collect();
    assert!(listed.iter().all(|fields| fields.len() == 3), "a case, a number and a reason: {listed:?}");
    let mut wrong = String::new();
    for (case, recorded) in cases.iter().zip(&recorded) {
        let name = case["name"].as_str().unwrap();
        assert_eq!(recorded["name"], name);
        if !name.contains(&only) {
            continue;
        }
        let differs = differences(case, recorded);
        match listed.iter().any(|fields| fields[0] == name) {
            false if !differs.is_empty() => wrong.push_str(&format!("\n# {name}{differs}")),
            true if differs.is_empty() => wrong.push_str(&format!("\n# {name}: as under Puppet; take it off the list")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
