//! What a provider can ask while it serves a request.

use std::sync::{Arc, OnceLock, Weak};

use ecow::EcoString;
use hosts::{Host, HostProvider, Runtime};
use pcore::{NoNames, TypeNames, Value};
use protocol::{notices::Stream, runtime::CatalogEntry};
use resource_api::{
    Context, Failure, Outcome, Provider as _, Request, TypeDefinition,
    log::{Log, Recorder},
};
use testkit::Trial;

use crate::support::Fixture;

/// Answers questions; `instances` asks the same process again.
#[derive(Default)]
struct Answers {
    host: OnceLock<Weak<Host>>,
}

impl Runtime for Answers {
    fn fact(&self, name: &str) -> Value {
        if name == "os.family" { "Debian".into() } else { Value::Undef }
    }

    fn setting(&self, name: &str) -> Option<Value> {
        (name == "vardir").then(|| "/var".into())
    }

    fn settings(&self) -> Vec<(EcoString, Value)> {
        vec![("vardir".into(), "/var".into())]
    }

    fn noop(&self) -> bool {
        true
    }

    fn instances(&self, type_name: &str) -> Outcome<Vec<CatalogEntry>> {
        let host = self.host.get().and_then(Weak::upgrade).ok_or_else(|| Failure::new("there is no host"))?;
        let definition = format!(
            "{{name: {type_name}, desc: d, attributes: {{name: {{type: String, desc: n, behaviour: namevar}}}}}}"
        );
        let definition = TypeDefinition::from_value(&pcore::yaml::parse(&definition).unwrap()).unwrap();
        let log = Log::new(Arc::new(Recorder::default()), Arc::default());
        let states = HostProvider::new(host).get(&Context::new(Arc::new(definition), log), &Request::ALL)?;
        let listed = |state: resource_api::State| CatalogEntry {
            type_name: type_name.into(),
            title: state.text("name").unwrap_or_default().into(),
            parameters: state.into_iter().collect(),
        };
        Ok(states.into_iter().map(listed).collect())
    }

    fn call_function(&self, name: &str, arguments: Vec<Value>) -> Outcome<Value> {
        if name == "upcase" {
            return Ok(Value::from(arguments[0].to_string().to_uppercase()));
        }
        Err(Failure::new(format!("Unknown function: '{name}'")))
    }

    fn names(&self) -> &dyn TypeNames {
        &NoNames
    }

    fn print(&self, _stream: Stream, _text: &str) {}
}

#[test]
fn questions_are_answered_while_a_request_is_served() {
    let answers = Arc::new(Answers::default());
    let script = r#"#!/usr/bin/python3
import json, sys
def send(**message):
    print(json.dumps(dict(jsonrpc="2.0", **message)), flush=True)
def note(text):
    with open("calls", "a") as file: file.write(text + "\n")
def ask(number, method, **params):
    send(id=number, method=method, params=params)
    while True:
        message = json.loads(sys.stdin.readline())
        if "method" in message: serve(message)
        else:
            assert message["id"] == number, message
            return message.get("result", message.get("error"))
def serve(request):
    method, params = request["method"], request.get("params")
    if "id" not in request: return
    if method == "initialize":
        note(json.dumps([params["noop"], params["settings"], params["protocol"], params["runtime"]["name"]]))
        send(id=request["id"], result={"protocol": 1})
    elif method == "get" and params["type"] == "other":
        send(id=request["id"], result={"resources": [{"name": "inner"}]})
    elif method == "get":
        note(json.dumps(ask("1", "runtime.fact", name="os.family")))
        note(json.dumps(ask("2", "runtime.fact", name="none")))
        note(json.dumps(ask("3", "runtime.setting", name="vardir")))
        note(json.dumps(ask("4", "runtime.setting", name="nothing")))
        note(json.dumps(ask("5", "runtime.type_check", type="Integer[1, 5]", value=7)))
        note(json.dumps(ask("6", "runtime.type_check", type="Integer[1, 5]", value=3)))
        note(json.dumps(ask("7", "runtime.type_parse", type="Variant[ Integer ,String[1]]")))
        note(json.dumps(ask("8", "runtime.type_parse", type="Integer[")["message"]))
        note(json.dumps(ask("9", "runtime.instances", type="other")))
        note(json.dumps(ask("10", "runtime.call_function", name="upcase", args=["x"])))
        note(json.dumps(ask("11", "runtime.catalog", type="file")))
        note(json.dumps(ask("12", "runtime.nothing")["code"]))
        note(json.dumps(ask("13", "runtime.fact", nothing=1)["code"]))
        send(id=request["id"], result={"resources": []})
    else:
        send(id=request["id"], result=None)
for line in sys.stdin:
    serve(json.loads(line))
"#;
    let fixture = Fixture::script(script, "[]", |_| {}, answers.clone());
    answers.host.set(Arc::downgrade(&fixture.host)).unwrap();
    let mut trial = Trial::new(&fixture.resource_type);
    assert!(trial.list().unwrap().is_empty());
    assert_eq!(
        fixture.calls(),
        [
            r#"[true, {"vardir": "/var"}, [1], "bunraku"]"#,
            r#"{"value": "Debian"}"#,
            r#"{"value": null}"#,
            r#"{"value": "/var"}"#,
            r#"{"code": -32000, "message": "Attempt to assign or read undefined setting 'nothing'", "data": {"kind": "not_found"}}"#,
            r#"{"ok": false, "message": "expects an Integer[1, 5] value, got Integer[7, 7]"}"#,
            r#"{"ok": true}"#,
            r#"{"type": "Variant[Integer, String[1]]", "kind": "Variant", "data": {"__ptype": "Pcore::VariantType", "types": [{"__ptype": "Pcore::IntegerType"}, {"__ptype": "Pcore::StringType", "size_type_or_value": {"__ptype": "Pcore::IntegerType", "from": 1}}]}}"#,
            r#""Syntax error at end of input, expected a type or a value""#,
            r#"{"resources": [{"type": "other", "title": "inner", "parameters": {"name": "inner"}}]}"#,
            r#"{"value": "X"}"#,
            r#"{"resources": []}"#,
            "-32601",
            "-32602",
        ]
    );
    fixture.leaves_nothing();
}
