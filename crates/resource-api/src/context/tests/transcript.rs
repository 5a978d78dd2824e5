//! The output of `puppet resource --debug --color=false` (Puppet 7.23.0, Resource API 1.8.16) for a small provider,
//! compared with that of the same provider here. Only lines of the context are kept, and times are `N`.

use std::{sync::Arc, time::Duration};

use pcore::Value;

use crate::{
    Change, Changes, Context, Failure, Identity, Outcome, Provider, Request, Simple, SimpleProvider, State,
    context::{Driver, fixture::type_definition},
    log::{Console, Log, Verbosity},
};

const T_LOG: &str = "{name: t_log, desc: d, attributes: {name: {type: String, desc: d, behaviour: namevar},
    ensure: {type: 'Enum[present, absent]', desc: d}, prop: {type: 'Optional[String]', desc: d}}}";

const STDOUT: &str = r#"Debug: t_log[new]: Creating: Start
Debug: t_log[new]: Creating: d
Info: t_log[new]: Creating: i
Notice: t_log[new]: Creating: n
Notice: t_log[other]: titled
Notice: t_log[a, b]: titled
Notice: t_log[new]: Creating: new: attribute 'prop' changed from nil to 'v'
Notice: t_log[new]: Creating: Created: new
Notice: t_log[new]: Creating: Processed new from {:a=>1} to {:name=>"new", :ensure=>"present", :prop=>"v"}
Notice: t_log[new]: Creating: Finished in N seconds
Debug: t_log[old]: Updating: Start
Debug: t_log[old]: Deleting: Start
Notice: t_log[old]: Deleting: Gone: old
Notice: t_log[old]: Deleting: Finished in N seconds
"#;

const STDERR: &str = "Warning: t_log[new]: Creating: w
Error: t_log[new]: Creating: e
Error: t_log[old]: Updating: Failed after N seconds: boom 'q'
second
";

struct TLog;

#[resource_api::provider]
impl SimpleProvider for TLog {
    type Resource = State;

    fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(vec![State::new().with("name", "old").with("ensure", "present").with("prop", "x")])
    }

    fn create(&mut self, context: &Context, name: &Identity, should: State) -> Outcome {
        context.debug("d");
        context.info("i");
        context.notice("n");
        context.warning("w\n");
        context.err("e");
        context.notice_for("other", "titled")?;
        context.notice_for(["a", "b"], "titled")?;
        context.attribute_changed(name, "prop", (), should.get("prop"))?;
        context.created(name)?;
        context.processed(name, State::new().with("a", 1), &should)
    }

    fn update(&mut self, _context: &Context, _name: &Identity, _is: State, _should: State) -> Outcome {
        Err(Failure::new("boom 'q'\nsecond"))
    }

    fn delete(&mut self, context: &Context, name: &Identity) -> Outcome {
        context.done(name, "Gone")
    }
}

/// A clock that has no time to show.
struct Unread;

impl crate::context::Clock for Unread {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn state(name: &str, ensure: Value, prop: &str) -> State {
    State::new().with("name", name).with("ensure", ensure).with("prop", prop)
}

// Requirement: LOG-1, LOG-2, LOG-5, LOG-7, SP-11, CTX-1, CTX-2, CTX-10, CTX-21, CTX-40, CTX-41, CTX-43, VER-16
#[test]
fn a_provider_logs_what_it_logs_under_puppet() {
    let console = Arc::new(Console::new(Vec::new(), Vec::new(), Verbosity::Debug, false));
    let log = Log::new(console.clone(), Arc::default());
    let context = Driver::new(Arc::new(type_definition(T_LOG)), log).with_clock(Arc::new(Unread));
    let old = || state("old", "present".into(), "x");
    let changes = [
        (
            "new",
            State::new().with("title", "new").with("ensure", Value::Symbol("absent".into())),
            state("new", "present".into(), "v"),
        ),
        ("old", old(), state("old", "present".into(), "y")),
        ("old", old(), State::new().with("name", "old").with("ensure", "absent")),
    ];
    for (name, is, should) in changes {
        let change = Change { name: Identity::single("name", name), is: Some(is), should: Some(should) };
        Simple(TLog).set(&context, &Changes::new(vec![change], false)).unwrap();
    }
    drop(context);
    let (stdout, stderr) = Arc::into_inner(console).unwrap().into_outputs();
    let timeless = |output| String::from_utf8(output).unwrap().replace("0.000000", "N");
    assert_eq!(timeless(stdout), STDOUT);
    assert_eq!(timeless(stderr), STDERR);
}
