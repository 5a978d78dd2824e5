//! `exec`: executes commands.
//!
//! There is nothing to read: a command is either to be executed or not, and that is found out when `returns` is compared,
//! by the files and commands that say so (`checks`). Then the command is executed (`attempt`), as many times as it may be
//! tried. `words` knows which program a command names and whether it takes a shell to understand the rest, `process`
//! executes it with the environment, the user and the time that it has.

mod account;
mod attempt;
mod canonical;
mod checks;
mod process;
mod relations;
mod wanted;
mod words;

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{
    Audited, Changes, Context, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    registry::Manner,
};
use rustc_hash::FxHashSet;

use self::{
    process::Process,
    wanted::{Style, Wanted},
};
use crate::given::Given;

const GIVEN: Given = Given {
    type_name: "Exec",
    several: &["returns"],
    secret: &["command", "unless", "onlyif", "environment", "refresh"],
    marked: &["unless", "onlyif"],
};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("exec/definition.yaml")))
        .with_provider(ProviderEntry::new("posix", |_| Ok(Commands::new(Style::Posix))))
        .with_provider(ProviderEntry::new("shell", |_| Ok(Commands::new(Style::Shell))))
        .with_unsupported_providers(crate::provider_names::unsupported("exec"))
        .in_manner(Manner::Puppet)
        .relating(relations::relations)
}

/// The commands of one provider.
struct Commands {
    style: Style,
    /// The empty variables of which the operator was told.
    told_of: FxHashSet<String>,
    /// Whether the command that an audit looked at is to be executed. Nobody asks twice in one turn.
    allowed: Option<(Identity, bool)>,
}

impl Commands {
    fn new(style: Style) -> Commands {
        Commands { style, told_of: FxHashSet::default(), allowed: None }
    }

    fn process<'p>(&'p mut self, context: &'p Context, name: &'p Identity, should: &'p State) -> Process<'p> {
        Process { context, title: name.name(), wanted: Wanted::new(self.style, should), told_of: &mut self.told_of }
    }
}

impl Provider for Commands {
    /// A command that was executed leaves nothing that could be listed.
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            if let Some(should) = &change.should {
                attempt::attempt(&mut self.process(context, &change.name, should))?;
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        let canonical = |command: &mut State| canonical::canonicalize(self.style, command);
        resources.iter_mut().try_for_each(|command| GIVEN.settle(context, command, canonical))
    }

    fn insync(&mut self, context: &Context, name: &Identity, _: &str, _: &State, should: &State) -> Outcome<Insync> {
        let returns = should.get("returns").cloned().unwrap_or_default();
        // What can never succeed is not tried.
        if returns.as_array().is_some_and(<[Value]>::is_empty) {
            return Ok(Insync::Yes);
        }
        let is_allowed = match self.allowed.take().filter(|(of, _)| of == name) {
            Some((_, is_allowed)) => is_allowed,
            None => checks::allow(&mut self.process(context, name, should))?,
        };
        if !is_allowed {
            return Ok(Insync::Yes);
        }
        let differs = Insync::differs(Value::Symbol("notrun".into()), returns);
        Ok(differs.told_as("executed successfully").named("executed_command"))
    }

    /// A command that is to be executed was not run; one that is not counts as one that returned what it should.
    fn audited(&mut self, context: &Context, name: &Identity, _: &str, _: &State, should: &State) -> Outcome<Audited> {
        let mut process = self.process(context, name, should);
        let is_allowed = should.get("refreshonly") != Some(&Value::Boolean(true)) && checks::allow(&mut process)?;
        let returns = process.wanted.returns();
        self.allowed = Some((name.clone(), is_allowed));
        Ok(Audited::Is(match should.known("returns") {
            _ if is_allowed => Value::Symbol("notrun".into()),
            Some(_) => Value::array(returns.into_iter().map(Value::from)),
            None => Value::Undef,
        }))
    }

    fn refresh(&mut self, context: &Context, name: &Identity, should: &State) -> Outcome {
        let mut process = self.process(context, name, should);
        if !checks::allow(&mut process)? {
            return Ok(());
        }
        match should.known("refresh") {
            Some(command) => process.run(command, process::Purpose::Change).map(drop),
            None => attempt::attempt(&mut process),
        }
    }
}
