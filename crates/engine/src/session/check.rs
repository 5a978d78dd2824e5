//! Checks of what providers return.

use resource_api::{
    Failure, Feature, Identity, Outcome, State,
    definition::{
        SchemaProblem,
        title::{self, TitlePattern},
    },
    log::Level,
    render,
};

use super::Session;
use crate::{ManagedResource, Strictness};

impl Session<'_> {
    /// Whether the results of the provider are not checked: its tests do that, and debug builds.
    pub(super) fn trusts_provider(&self) -> bool {
        self.resource_type.is_trusted() && !cfg!(debug_assertions)
    }

    /// Checks the state of a resource that is managed.
    pub(super) fn check_managed(&mut self, resource: &ManagedResource, state: &State) -> Outcome {
        self.check_schema(state)?;
        self.check_form(resource.provider.as_deref(), &resource.title, &resource.identity, state)
    }

    /// Checks attributes and their types.
    pub(super) fn check_schema(&self, state: &State) -> Outcome {
        let Err(problem) = self.definition().check_schema(state) else { return Ok(()) };
        match (&problem, self.settings.strict) {
            (SchemaProblem::MissingNamevar { .. }, _) | (_, Strictness::Error) => {
                return Err(self.scrubbed(problem.into_failure()));
            }
            (SchemaProblem::Mismatch { .. }, Strictness::Off) => self.log().line(Level::Debug, &problem.to_string()),
            (SchemaProblem::Mismatch { .. }, Strictness::Warning) => {
                if self.run.may_warn() {
                    self.log().line(Level::Warning, &problem.to_string());
                }
            }
        }
        Ok(())
    }

    /// Checks that values are in canonical form, and that the title of a composite resource matches its namevars.
    pub(super) fn check_form(
        &mut self,
        provider: Option<&str>,
        title: &str,
        identity: &Identity,
        state: &State,
    ) -> Outcome {
        if self.settings.strict == Strictness::Off {
            return Ok(());
        }
        if self.has(Feature::Canonicalize) {
            let canonical = self.canonicalize(provider, state.clone())?;
            if canonical != *state {
                self.learn(&canonical);
                let message = format!(
                    "{}[{title}]#get has not provided canonicalized values.\n\
                     Returned values:       {}\n\
                     Canonicalized values:  {}",
                    self.definition().name(),
                    self.shown(state),
                    self.shown(&canonical),
                );
                self.report_violation(&message)?;
            }
        }
        match self.definition().title_patterns() {
            Some(patterns) if self.schema.is_composite() && !patterns.is_empty() => {
                self.check_title(patterns, title, identity, state)
            }
            _ => Ok(()),
        }
    }

    /// Checks that the title of a composite resource matches its namevars.
    fn check_title(&self, patterns: &[TitlePattern], title: &str, identity: &Identity, state: &State) -> Outcome {
        let resource = format!("{}[{title}]", self.definition().name());
        let Some(returned) = state.get("title") else {
            return self.report_violation(&format!("{resource}#get has not provided a title attribute."));
        };
        let compared = title::compare(patterns, &render::interpolate(returned), identity, &resource);
        match compared.map_err(|error| self.scrubbed(error.into()))? {
            None => Ok(()),
            Some(mismatch) => self.report_violation(&mismatch),
        }
    }

    /// A warning, or a failure, depending on the strictness.
    pub(super) fn report_violation(&self, message: &str) -> Outcome {
        match self.settings.strict {
            Strictness::Off => Ok(()),
            Strictness::Warning => {
                self.log().line(Level::Warning, message);
                Ok(())
            }
            Strictness::Error => Err(self.scrubbed(Failure::developer(message))),
        }
    }
}
