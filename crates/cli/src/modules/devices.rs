//! Connects to devices: with a transport of the program, of a provider in another language, or of a Ruby module.

use std::sync::Arc;

use devices::{Source, Target, credentials, url};
use hosts::{
    device::{self, Section},
    ruby::NoRuby,
};
use pcore::Hash;
use resource_api::{Failure, Outcome, log::Log, transport::Device};

use super::LoadedTypes;

impl LoadedTypes {
    /// Connects to a target.
    ///
    /// Transports of the program and of providers take precedence over those of Ruby modules.
    pub(crate) fn open(&self, target: &Target, log: &Log) -> Outcome<Arc<Device>> {
        let Target { name, kind, .. } = target;
        if self.transports.names().any(|known| known == kind) {
            let opened = info_of(target).and_then(|info| self.transports.connect(kind, name.clone(), &info, log));
            return opened.map_err(|failure| loading(target, &failure));
        }
        let host = self
            .pool
            .ruby()
            .ok_or_else(|| Failure::from(NoRuby { what: format!("what reaches the device '{name}' ('{kind}')") }))?;
        match &target.source {
            Source::Url(url) => {
                let section = Section { name: name.clone(), kind: kind.clone(), url: url.clone(), debug: target.debug };
                device::open(host, section, log)
            }
            Source::Info(info) => device::open_transport(host, kind, name, info, log).map_err(|failure| {
                // A missing file is reported without a prefix, as for devices of `device.conf`.
                let is_missing = failure.downcast_ref().is_some_and(hosts::HostError::is_exceptional);
                if is_missing { failure } else { loading(target, &failure) }
            }),
        }
    }
}

/// The error for a target that could not be opened, with Puppet's wording.
fn loading(target: &Target, failure: &Failure) -> Failure {
    Failure::new(format!("Can't load {} for {}: {failure}", target.kind, target.name)).with_kind(failure.kind())
}

/// The connection info of a target: the contents of a file, or the URL itself.
fn info_of(target: &Target) -> Outcome<Hash> {
    match &target.source {
        Source::Info(info) => Ok(info.clone()),
        Source::Url(address) => match url::file_of(address) {
            Some(path) => Ok(credentials::read(&path)?),
            None => Ok(Hash::from_iter([("uri".into(), address.as_str().into())])),
        },
    }
}
