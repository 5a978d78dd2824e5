//! How long it takes to ask a provider something: ten thousand `set` calls over the wire, to a process in Python that does
//! nothing. Run it with `--release`.
#![allow(clippy::print_stdout, reason = "it is its purpose")]

use std::{error::Error, fs, os::unix::fs::PermissionsExt as _, sync::Arc, time::Instant};

use hosts::{Host, HostProvider, Launch, NoRuntime};
use resource_api::{
    Change, Changes, Context, Identity, Provider as _, Request, State, TypeDefinition,
    log::{Log, Recorder},
};

const SCRIPT: &str = r#"#!/usr/bin/python3
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    result = {"initialize": {"protocol": 1}, "get": {"resources": []}}.get(request["method"])
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\n")
    sys.stdout.flush()
"#;

const CALLS: u32 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("provider");
    fs::write(&file, SCRIPT)?;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
    let host = Arc::new(Host::new(Launch::new("bench", &file), Arc::default(), Arc::new(NoRuntime)));
    let definition = "{name: thing, desc: d, attributes: {name: {type: String, desc: n, behaviour: namevar}, \
                      value: {type: 'Optional[String]', desc: v}}}";
    let definition = TypeDefinition::from_value(&pcore::yaml::parse(definition)?)?;
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let context = Context::new(Arc::new(definition), log.clone());
    let mut provider = HostProvider::new(host.clone());
    provider.get(&context, &Request::ALL).map_err(|failure| failure.to_string())?;
    let started = Instant::now();
    for number in 0..CALLS {
        let name = number.to_string();
        let state = |value: &str| State::new().with("name", name.as_str()).with("value", value);
        let change = Change {
            name: Identity::single("name", name.as_str()),
            is: Some(state("old")),
            should: Some(state("new")),
        };
        provider.set(&context, &Changes::new(vec![change], false)).map_err(|failure| failure.to_string())?;
    }
    println!("{} microseconds for each set", started.elapsed().as_micros() / u128::from(CALLS));
    host.shutdown(&log);
    Ok(())
}
