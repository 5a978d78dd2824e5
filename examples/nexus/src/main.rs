//! A `bunraku` with support for switches: `nexus device --target spine1 --resource nx9k_vlan`.

use std::{env, process::ExitCode, sync::Arc};

use example_nexus::{feature, transport, vlan};
use resource_api::{
    log::{Log, Recorder},
    transport::Transports,
};

fn main() -> ExitCode {
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let mut types = types::all();
    types.register(vlan::nx9k_vlan().expect("it is a type"), &log);
    types.register(feature::nx9k_feature().expect("it is a type"), &log);
    let mut transports = Transports::default();
    transports.register(transport::nexus().expect("it is a schema"), &log).expect("it is the only one");
    cli::run_with_transports(env::args_os(), &types, &transports)
}
