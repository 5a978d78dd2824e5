//! What Puppet itself logs for one manifest.
//!
//! The expected lines are those of Puppet 7.23.0 with the Resource API 1.8.16 and `--strict=error`, for a type like
//! [`TYPE`] and this manifest:
//!
//! ```puppet
//! rt { 'a': text => 'new', bold => false, rate => 2.25, map => {'k' => 2}, size => 2, must => 'x' }
//! rt { 'b': ensure => absent }
//! rt { 'new': ensure => present, text => 'x', must => 'y' }
//! rt { 'c': ensure => present, born => 'now', must => 'x' }
//! rt { 'd': ensure => present }
//! rt { 'e': text => 'new', size => 7 }
//! rt { 'f': text => 'new', ensure => present, must => 'x', loglevel => warning }
//! rt { 'g': ensure => present, must => 'x' }
//! rt { 'h': size => 9 }
//! rt { 'none': text => 'x' }
//! ```

use pcore::Value;
use resource_api::{Failure, Insync, State, render};

use crate::support::{Stage, build};

const TYPE: &str = "
name: rt
desc: d
features: [custom_insync]
attributes:
  name: {type: String, desc: n, behaviour: namevar}
  ensure: {type: 'Enum[present, absent]', desc: e}
  text: {type: 'Optional[String]', desc: t}
  size: {type: 'Optional[Integer]', desc: s}
  bold: {type: 'Optional[Boolean]', desc: b}
  rate: {type: 'Optional[Float]', desc: r}
  map: {type: 'Optional[Hash]', desc: m}
  born: {type: 'Optional[String]', desc: i, behaviour: init_only}
  must: {type: 'Variant[Undef, String]', desc: m}
";

const EXPECTED: &str = r#"Notice: /Stage[main]/Main/Rt[a]/text: text changed 'old' to 'new'
Notice: /Stage[main]/Main/Rt[a]/size: size changed 1 to 2
Notice: /Stage[main]/Main/Rt[a]/bold: bold changed true to 'false'
Notice: /Stage[main]/Main/Rt[a]/rate: rate changed 1.500000 to 2.250000
Notice: /Stage[main]/Main/Rt[a]/map: map changed {
  'k' => 1
} to {
  'k' => 2
}
Notice: rt: SET {:name=>"a", :text=>"new", :size=>2, :bold=>false, :rate=>2.25, :map=>{"k"=>2}, :must=>"x"}
Notice: /Stage[main]/Main/Rt[b]/ensure: undefined 'ensure' from 'present'
Notice: rt: SET {:name=>"b", :ensure=>"absent"}
Notice: /Stage[main]/Main/Rt[new]/ensure: defined 'ensure' as 'present'
Notice: rt: SET {:name=>"new", :ensure=>"present", :text=>"x", :must=>"y"}
Notice: /Stage[main]/Main/Rt[c]/born: born changed 'then' to 'now'
Error: /Stage[main]/Main/Rt[c]: Could not evaluate: Attempting to change `born` init_only attribute value from `then` to `now`
Error: /Stage[main]/Main/Rt[d]: Could not evaluate: The following mandatory attributes were not provided:
    *  must
Error: Custom insync for text returned a String with a value of "bad" instead of true/false; insync? MUST return nil or the boolean true or false
Error: /Stage[main]/Main/Rt[e]/text: change from 'old' to 'new' failed: Custom insync for text returned a String with a value of "bad" instead of true/false; insync? MUST return nil or the boolean true or false
Notice: /Stage[main]/Main/Rt[e]/size: size changed 1 to 7
Notice: rt: SET {:name=>"e", :text=>"new", :size=>7}
Warning: /Stage[main]/Main/Rt[f]/text: msg
Notice: rt: SET {:name=>"f", :ensure=>"present", :text=>"new", :must=>"x"}
Notice: /Stage[main]/Main/Rt[g]/ensure: ensure changed 'present' to 'present'
Notice: rt: SET {:name=>"g", :ensure=>"present", :must=>"x"}
Notice: /Stage[main]/Main/Rt[h]/size: size changed 1 to 9
Notice: rt: SET {:name=>"h", :size=>9}
Error: /Stage[main]/Main/Rt[h]: Could not evaluate: disk full"#;

type Declared = (&'static str, Vec<(&'static str, Value)>, Option<Value>);

fn existing(name: &str) -> State {
    State::new()
        .with("name", name)
        .with("ensure", "present")
        .with("text", "old")
        .with("bold", true)
        .with("rate", 1.5)
        .with("map", Value::hash([("k".into(), 1.into())]))
        .with("born", "then")
        .with("must", "x")
        .with("size", 1)
}

fn stage() -> Stage {
    let stage = Stage::new(TYPE).setting(|context, changes| {
        for change in changes {
            let should = change.should.as_ref().expect("it is always there");
            context.notice(format!("SET {}", render::inspect_state(should)));
            if change.name.name() == "h" {
                return Err(Failure::new("disk full"));
            }
        }
        Ok(())
    });
    ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().fold(stage, |stage, name| stage.with(existing(name)))
}

// Requirement: SET-1, SET-4, SET-7, SET-16, SET-21, SET-27, SET-40, CI-5, CI-6, CI-8, CI-9
#[test]
fn one_manifest_is_logged_as_puppet_does() {
    let stage = stage();
    let mut session = stage.session();
    let present = ("ensure", Value::from("present"));
    let must = ("must", Value::from("x"));
    let new = ("text", Value::from("new"));
    let map = Value::hash([("k".into(), 2.into())]);
    // Title, attributes, and what the provider answers when it is asked whether they are in sync.
    let resources: [Declared; 10] = [
        (
            "a",
            vec![
                new.clone(),
                ("bold", false.into()),
                ("rate", 2.25.into()),
                ("map", map),
                ("size", 2.into()),
                must.clone(),
            ],
            None,
        ),
        ("b", vec![("ensure", "absent".into())], None),
        ("new", vec![present.clone(), ("text", "x".into()), ("must", "y".into())], None),
        ("c", vec![present.clone(), ("born", "now".into()), must.clone()], None),
        ("d", vec![present.clone()], None),
        ("e", vec![new.clone(), ("size", 7.into())], Some("bad".into())),
        (
            "f",
            vec![new.clone(), present.clone(), must.clone(), ("loglevel", "warning".into())],
            Some(Value::array([false.into(), "msg".into()])),
        ),
        ("g", vec![present, must], Some(false.into())),
        ("h", vec![("size", 9.into())], None),
        ("none", vec![("text", "x".into())], None),
    ];
    for (title, given, answer) in resources {
        let asked = if title == "g" { "ensure" } else { "text" };
        stage.script().on_insync = Some(Box::new(move |property| match &answer {
            Some(answer) if property == asked => Insync::from_value(property, answer),
            Some(_) | None => Ok(Insync::Default),
        }));
        let resource = build(&mut session, title, &given);
        session.evaluate(&resource);
    }
    assert_eq!(stage.lines().join("\n"), EXPECTED);
}
