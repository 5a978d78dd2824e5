//! The sessions of a run, one for each type.

use std::sync::Arc;

use resource_api::{ResourceType, context::CatalogView, log::Log, transport::Device};
use rustc_hash::FxHashMap;

use super::{lane::Lane, options::Options, status::ProviderCalls};
use crate::{Run, Session, Settings};

/// The sessions of a run.
pub(super) struct Sessions<'t> {
    sessions: Vec<Session<'t>>,
    places: FxHashMap<&'t str, usize>,
    run: Arc<Run>,
    settings: Settings,
    log: Log,
    view: Arc<dyn CatalogView>,
    device: Option<Arc<Device>>,
    looks_ahead: bool,
}

impl<'t> Sessions<'t> {
    pub(super) fn new(options: &Options, log: Log, view: Arc<dyn CatalogView>) -> Sessions<'t> {
        Sessions {
            sessions: Vec::new(),
            places: FxHashMap::default(),
            run: Arc::default(),
            settings: options.settings.clone(),
            log,
            view,
            device: options.device.clone(),
            // What has no turn is not worth a look.
            looks_ahead: options.looks_ahead && options.tags.is_empty() && options.skip_tags.is_empty(),
        }
    }

    /// The place of the session of a type, which begins with its first resource.
    pub(super) fn of(&mut self, resource_type: &'t ResourceType) -> usize {
        let name: &'t str = resource_type.definition().name();
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let (lane, log) = Lane::before(&self.log);
        let mut session = Session::new(resource_type, self.settings.clone(), log)
            .in_run(self.run.clone())
            .in_lane(lane)
            .with_catalog(self.view.clone());
        if self.looks_ahead {
            session = session.looking_ahead();
        }
        if let Some(device) = &self.device {
            session = session.with_device(device.clone());
        }
        self.sessions.push(session);
        self.places.insert(name, self.sessions.len() - 1);
        self.sessions.len() - 1
    }

    /// A session by its place.
    pub(super) fn get(&mut self, place: usize) -> &mut Session<'t> {
        &mut self.sessions[place]
    }

    /// A session by its place, to look at.
    pub(super) fn at(&self, place: usize) -> &Session<'t> {
        &self.sessions[place]
    }

    /// All sessions.
    pub(super) fn all(&mut self) -> &mut [Session<'t>] {
        &mut self.sessions
    }

    /// Where everything goes that no session says.
    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// How often something was changed so far.
    pub(super) fn changes(&self) -> u64 {
        self.run.changes()
    }

    /// How much was asked of providers.
    pub(super) fn calls(&self) -> Vec<ProviderCalls> {
        self.sessions
            .iter()
            .map(|session| {
                let statistics = session.statistics();
                ProviderCalls {
                    type_name: session.definition().name().clone(),
                    gets: statistics.gets,
                    sets: statistics.sets,
                    canonicalizations: statistics.canonicalizations,
                }
            })
            .collect()
    }
}
