//! The sessions of a run, one for each type.

use std::sync::Arc;

use resource_api::{
    ResourceType,
    context::{CatalogView, StopFlag},
    log::Log,
    transport::Device,
};
use rustc_hash::FxHashMap;

use super::{log_buffer::LogBuffer, options::Options, status::ProviderCalls};
use crate::{Run, Session, Settings, index::SessionIndex};

pub(super) struct Sessions<'t> {
    sessions: Vec<Session<'t>>,
    by_type: FxHashMap<&'t str, SessionIndex>,
    run: Arc<Run>,
    settings: Settings,
    log: Log,
    view: Arc<dyn CatalogView>,
    device: Option<Arc<Device>>,
    stop: StopFlag,
}

impl<'t> Sessions<'t> {
    pub(super) fn new(options: &Options, log: Log, view: Arc<dyn CatalogView>) -> Sessions<'t> {
        Sessions {
            sessions: Vec::new(),
            by_type: FxHashMap::default(),
            run: Arc::default(),
            settings: options.settings.clone(),
            log,
            view,
            device: options.device.clone(),
            stop: StopFlag::default(),
        }
    }

    /// The session of a type, which begins with its first resource.
    pub(super) fn of(&mut self, resource_type: &'t ResourceType) -> SessionIndex {
        let name: &'t str = resource_type.definition().name();
        if let Some(session) = self.by_type.get(name) {
            return *session;
        }
        let (buffer, log) = LogBuffer::before(&self.log);
        let mut session = Session::new(resource_type, self.settings.clone(), log)
            .in_run(self.run.clone())
            .with_log_buffer(buffer)
            .with_catalog(self.view.clone());
        if let Some(device) = &self.device {
            session = session.with_device(device.clone());
        }
        session.set_stop(self.stop.clone());
        self.sessions.push(session);
        let index = SessionIndex(self.sessions.len() - 1);
        self.by_type.insert(name, index);
        index
    }

    /// Sets the flag that ends the run.
    pub(super) fn set_stop(&mut self, stop: &StopFlag) {
        self.stop = stop.clone();
        self.sessions.iter_mut().for_each(|session| session.set_stop(stop.clone()));
    }

    pub(super) fn get(&self, index: SessionIndex) -> &Session<'t> {
        &self.sessions[index]
    }

    pub(super) fn get_mut(&mut self, index: SessionIndex) -> &mut Session<'t> {
        &mut self.sessions[index]
    }

    pub(super) fn all(&mut self) -> &mut [Session<'t>] {
        &mut self.sessions
    }

    /// The log of everything that is not about a session.
    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// The number of changes so far.
    pub(super) fn changes(&self) -> u64 {
        self.run.changes()
    }

    /// The number of calls of providers.
    pub(super) fn calls(&self) -> Vec<ProviderCalls> {
        let calls = self.sessions.iter().map(|session| ProviderCalls {
            type_name: session.definition().name().clone(),
            calls: session.statistics(),
        });
        calls.collect()
    }
}
