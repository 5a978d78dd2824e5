//! What is said to a provider, and what its answers mean.

use pcore::Value;
use resource_api::State;
use testkit::Trial;

use crate::support::{Fixture, NOTHING, failure};

#[test]
fn resources_are_read_and_changed_by_another_process() {
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def __init__(self): self.things = {"old": {"name": "old", "ensure": "present", "value": 1}}
    def get(self, params):
        note(json.dumps(["get", params]))
        return {"resources": list(self.things.values())}
    def set(self, params):
        note(json.dumps(["set", params]))
        for change in params["changes"]:
            self.things[change["name"]["name"]] = change["should"]
        return {"results": [{"name": params["changes"][0]["name"], "status": "created"}]}
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(trial.list().unwrap()[0].get("value"), Some(&Value::from(1)));
    trial.apply("new", [("value", "x")]).unwrap();
    trial.apply("old", [("value", 2)]).unwrap();
    assert_eq!(
        trial.log(),
        [
            "Notice: /Thing[new]/ensure: defined 'ensure' as 'present'",
            "Notice: /Thing[old]/value: value changed 1 to 2"
        ]
    );
    let calls = fixture.calls();
    assert_eq!(calls[0], r#"["get", {"type": "thing", "names": null, "params": {}}]"#);
    assert_eq!(
        calls[1],
        r#"["set", {"type": "thing", "changes": [{"name": {"name": "new"}, "is": null, "should": {"name": "new", "value": "x", "ensure": "present"}}], "noop": false}]"#
    );
    assert_eq!(
        calls[2],
        r#"["set", {"type": "thing", "changes": [{"name": {"name": "old"}, "is": {"name": "old", "ensure": "present", "value": 1}, "should": {"name": "old", "value": 2, "ensure": "present"}}], "noop": false}]"#
    );
    fixture.leaves_nothing();
}

#[test]
fn notices_drive_the_context() {
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def set(self, params):
        name = params["changes"][0]["name"]
        tell("status", action="updating", names=[name], phase="start")
        tell("log", level="info", message="inside")
        tell("attribute_changed", name=name, attribute="value", **{"is": None, "should": "x"})
        tell("status", action="updating", names=[name], phase="finish")
        tell("log", level="warning", message="about it", names=[name])
        tell("log", level="notice", message="in general")
        tell("progress", done=1, total=2, message="half")
        tell("nobody knows this", x=1)
        return None
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    trial.apply("a", NOTHING).unwrap();
    let mut log = trial.log_from(resource_api::log::Level::Debug);
    log.retain(|line| line.contains("thing"));
    for line in &mut log {
        if let Some(at) = line.find("Finished in") {
            line.truncate(at + "Finished in".len());
        }
    }
    assert_eq!(
        log,
        [
            "Debug: thing[a]: Updating: Start",
            "Info: thing[a]: Updating: inside",
            "Notice: thing[a]: Updating: a: attribute 'value' changed from nil to 'x'",
            "Notice: thing[a]: Updating: Finished in",
            "Warning: thing[a]: about it",
            "Notice: thing: in general",
            "Debug: thing: 1 of 2 done: half",
            "Debug: thing: unknown message 'nobody knows this' from the provider",
        ]
    );
    fixture.leaves_nothing();
}

#[test]
fn a_block_that_fails_fails_the_resource() {
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def set(self, params):
        name = params["changes"][0]["name"]
        tell("status", action="creating", names=[name], phase="start")
        tell("status", action="creating", names=[name], phase="fail", message="there is no room")
        return {"results": []}
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(failure(trial.apply("a", NOTHING)), "there is no room");
    let log = trial.log();
    assert!(log[1].starts_with("Error: thing[a]: Creating: Failed after "), "{log:?}");
    assert!(log[1].ends_with(": there is no room"), "{log:?}");
}

#[test]
fn naming_a_resource_of_somebody_else_is_a_mistake_of_the_provider() {
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def set(self, params):
        tell("log", level="notice", message="hello", names=[{"name": "other"}])
        return {"results": []}
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(failure(trial.apply("a", NOTHING)), "Managing resource outside of requested set: other");
}

#[test]
fn errors_of_a_provider_are_those_of_its_resources() {
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def set(self, params):
        name = params["changes"][0]["name"]
        if name["name"] == "a":
            raise Exception("the disk is full")
        return {"results": [{"name": name, "status": "failed", "error": {"message": "the door is closed"}}]}
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(failure(trial.apply("a", NOTHING)), "the disk is full");
    assert_eq!(failure(trial.apply("b", NOTHING)), "the door is closed");
    assert_eq!(fixture.host.started(), 1);
}

#[test]
fn large_answers_come_in_parts_and_values_of_every_kind_come_through() {
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def get(self, params):
        for start in range(0, 20000, 5000):
            part = [{"name": str(n), "ensure": "present", "value": "x" * 1000} for n in range(start, start + 5000)]
            tell("resources", id=self.id, resources=part)
        odd = {"list": [None, 1.5, {"__ptype": "Timespan", "__pvalue": "0-00:00:05.0"}], "deep": {"a": {"b": []}}}
        return {"resources": [{"name": "odd", "ensure": "present", "value": odd}]}

outer = Provider
def serve_id(request):
    provider.id = request["id"]
"#,
    );
    // The id of a `get` is that of the second request: the first was `initialize`.
    let script = std::fs::read_to_string(fixture.folder.path().join("provider")).unwrap();
    let script = script.replace("id=self.id", "id=2");
    std::fs::write(fixture.folder.path().join("provider"), script).unwrap();
    let mut trial = Trial::new(&fixture.resource_type);
    let found = trial.list().unwrap();
    assert_eq!(found.len(), 20_001);
    let odd = found.last().unwrap().get("value").unwrap();
    let shown = format!("{odd:?}");
    assert!(shown.starts_with("{'list' => [undef, 1.5, Timespan("), "{shown}");
    fixture.leaves_nothing();
}

#[test]
fn secrets_travel_tagged_and_are_shown_nowhere() {
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def set(self, params):
        note(json.dumps(params["changes"][0]["should"]))
        secret = params["changes"][0]["should"]["secret"]["__pvalue"]
        print("I know it: " + secret, file=sys.stderr)
        sys.stderr.flush()
        sys.stdout.write("not JSON, with " + secret + "\n")
        tell("log", level="notice", message="it is " + secret)
        raise Exception("cannot use " + secret)
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    let secret = State::new().with("secret", Value::sensitive("hunter2-hunter2".into()));
    let failed = failure(trial.apply("a", secret));
    assert_eq!(failed, "cannot use [redacted]");
    let log = trial.log_from(resource_api::log::Level::Debug).join("\n");
    assert!(!log.contains("hunter2"), "{log}");
    assert!(log.contains("things: I know it: [redacted]"), "{log}");
    assert!(log.contains("wrote to its stdout: not JSON, with [redacted]"), "{log}");
    assert!(fixture.calls()[0].contains(r#""secret": {"__ptype": "Sensitive", "__pvalue": "hunter2-hunter2"}"#));
}

#[test]
fn canonical_forms_are_asked_for_in_the_order_of_the_contract() {
    let fixture = Fixture::with(
        r#"
class This(Provider):
    def canonicalize(self, params):
        note("canonicalize " + ",".join(sorted(params["resources"][0])))
        for resource in params["resources"]:
            if isinstance(resource.get("value"), str):
                resource["value"] = resource["value"].lower()
        return {"resources": params["resources"]}
    def get(self, params):
        note("get %s" % json.dumps(params["names"]))
        return {"resources": [{"name": "a", "ensure": "present", "value": "x"}]}
    def set(self, params):
        note("set " + params["changes"][0]["name"]["name"])
        return {"results": []}
"#,
        "[canonicalize, simple_get_filter]",
        |_| {},
    );
    let mut trial = Trial::new(&fixture.resource_type);
    trial.apply("a", [("value", "X")]).unwrap();
    trial.apply("b", [("value", "Y")]).unwrap();
    assert_eq!(
        fixture.calls(),
        [
            "canonicalize name,value",
            "get [{\"name\": \"a\"}]",
            "canonicalize ensure,name,value",
            "canonicalize ensure,name,value",
            "canonicalize name,value",
            "get [{\"name\": \"b\"}]",
            "canonicalize ensure,name,value",
            "set b",
        ]
    );
}
