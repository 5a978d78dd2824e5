//! A `bunraku` with support for switches: `nexus device --target spine1 --resource nx9k_vlan`.

use std::process::ExitCode;

use example_nexus::{feature, transport, vlan};
use resource_api::Outcome;

fn main() -> Outcome<ExitCode> {
    let nexus = cli::App::new().with(vlan::nx9k_vlan()).with(feature::nx9k_feature());
    Ok(nexus.with_transport(transport::nexus()?).run())
}
