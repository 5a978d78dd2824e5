use std::{collections::BTreeMap, sync::Arc};

use pcore::Value;
use resource_api::provider;

use super::super::Simple;
use crate::{
    Change, Changes, Context, DefinesType, Ensure, Failure, Feature, Generated, Identity, Insync, Outcome, Provider,
    Request, Resource, Sensitive, SimpleProvider, State,
    context::Driver,
    log::{Log, Recorder},
    provider::Implements as _,
};

/// A key.
#[derive(Resource)]
struct Key {
    /// Whether it exists.
    #[attribute(default = "present")]
    ensure: Ensure,
    /// Its number.
    #[attribute(namevar, type = r"Pattern[/\A(0x)?\h+\z/]")]
    id: String,
    /// Who may use it.
    users: Vec<String>,
    /// How many doors it opens.
    doors: u8,
    /// What it is called there.
    labels: BTreeMap<String, bool>,
    /// What opens it.
    code: Sensitive<String>,
    /// Who has it.
    holder: Option<String>,
}

#[derive(Default)]
struct Keys {
    updates: Vec<String>,
}

#[provider]
impl SimpleProvider for Keys {
    type Resource = Key;

    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<Key>> {
        Ok(Vec::new())
    }

    fn update(&mut self, _: &Context, _: &Identity, is: Key, should: Key) -> Outcome {
        self.updates.push(format!("{:?} {} to {:?} {}", is.holder, is.doors, should.holder, should.doors));
        Ok(())
    }

    fn canonicalize(&mut self, _: &Context, key: &mut Key) -> Outcome {
        key.id = key.id.trim_start_matches("0x").to_uppercase();
        key.doors += 1;
        if key.holder.as_deref() == Some("nobody") {
            key.holder = None;
        }
        Ok(())
    }

    fn insync(&mut self, _: &Context, _: &Identity, property: &str, is: &Key, should: &Key) -> Outcome<Insync> {
        Ok(Insync::No(Some(format!("{property} {} {:?}", is.doors, should.holder))))
    }

    fn generate(&mut self, _: &Context, _: &Identity, is: Option<&Key>, should: &Key) -> Outcome<Vec<Generated>> {
        Err(Failure::new(format!("{:?} {}", is.map(|is| is.doors), should.doors)))
    }

    fn refresh(&mut self, _: &Context, _: &Identity, should: &Key) -> Outcome {
        Err(Failure::new(should.id.clone()))
    }
}

fn driver() -> Driver {
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    Driver::new(Key::definition().unwrap().into(), log)
}

fn key() -> State {
    let code = Value::sensitive("1234".into());
    let key = State::new().with("ensure", "present").with("id", "AB").with("users", vec!["ada".into()]);
    key.with("doors", 3).with("labels", Value::hash([])).with("code", code).with("holder", "Ada")
}

#[track_caller]
fn canonical(state: &State) -> State {
    let mut states = [state.clone()];
    Simple(Keys::default()).canonicalize(&driver(), &mut states).unwrap();
    let [state] = states;
    state
}

#[test]
fn what_is_set_is_canonicalized_and_the_rest_stays() {
    let set = key().with("id", "0xab").with("require", "File[a]");
    assert_eq!(canonical(&set), key().with("doors", 4).with("require", "File[a]"));
    let unheld = canonical(&key().with("holder", "nobody"));
    assert_eq!(unheld.get("holder"), None);
}

#[test]
fn what_is_not_set_stays_unset() {
    let given = State::new().with("title", "0xab").with("id", "0xab").with("ensure", "absent");
    assert_eq!(canonical(&given), given.clone().with("id", "AB"));
    let title = State::new().with("title", "0xab");
    assert!(canonical(&title).is_copy_of(&title));
}

#[test]
fn what_the_type_refuses_is_left_to_the_type() {
    let wrong = key().with("id", "0xab").with("doors", "many");
    assert_eq!(canonical(&wrong), wrong);
}

#[test]
fn the_other_methods_are_typed_and_see_the_complete_target() {
    let (driver, mut keys) = (driver(), Simple(Keys::default()));
    let name = Identity::single("id", "AB");
    let should = || State::new().with("id", "AB").with("doors", 5);
    let change = Change { name: name.clone(), is: Some(key()), should: Some(should()) };
    keys.set(&driver, &Changes::new(vec![change], false)).unwrap();
    assert_eq!(keys.0.updates, [r#"Some("Ada") 3 to Some("Ada") 5"#]);
    let answer = keys.insync(&driver, &name, "doors", &key(), &should()).unwrap();
    assert_eq!(answer, Insync::No(Some(r#"doors 3 Some("Ada")"#.into())));
    assert_eq!(keys.insync(&driver, &name, "ensure", &State::new(), &should()).unwrap(), Insync::Default);
    assert_eq!(keys.generate(&driver, &name, Some(&key()), &should()).unwrap_err().to_string(), "Some(3) 5");
    let absent = State::new().with("title", "AB").with("ensure", Value::Symbol("absent".into()));
    assert_eq!(keys.generate(&driver, &name, Some(&absent), &key()).unwrap_err().to_string(), "None 3");
    assert_eq!(keys.refresh(&driver, &name, &key()).unwrap_err().to_string(), "AB");
    let all = [Feature::Canonicalize, Feature::CustomInsync, Feature::CustomGenerate, Feature::Refreshable];
    assert!(Keys::methods().features().eq(all));
}
