//! `exec`: executes commands.
//!
//! There is nothing to read: whether a command has to be executed is found out when `returns` is compared, from the
//! files and commands of its `checks`. Then it is executed (`attempt`), repeatedly if it may be retried. `words` finds
//! the program of a command, and `process` executes it with its environment, user and timeout.

mod account;
mod attempt;
mod canonical;
mod checks;
mod process;
mod relations;
mod spec;
mod words;

#[cfg(test)]
mod tests;

use pcore::{Value, keyed::HashSet};
use resource_api::{
    Audited, Changes, Context, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
};

use self::{
    process::Process,
    spec::{ExecSpec, Style},
};
use crate::munge::Munger;

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("exec/definition.yaml"))
        .with_provider(ProviderEntry::new("posix", |_| Ok(Commands::new(Style::Posix))))
        .with_provider(ProviderEntry::new("shell", |_| Ok(Commands::new(Style::Shell))))
        .relating(relations::relations)
}

/// The commands of one provider.
struct Commands {
    style: Style,
    munger: Munger,
    /// The empty variables that the operator was warned about.
    warned_variables: HashSet<String>,
    /// Whether the command that was audited is to be executed, so that its checks run only once.
    allowed: Option<(Identity, bool)>,
}

impl Commands {
    fn new(style: Style) -> Commands {
        Commands { style, munger: Munger::default(), warned_variables: HashSet::default(), allowed: None }
    }

    fn process<'p>(&'p mut self, context: &'p Context, name: &'p Identity, should: &'p State) -> Process<'p> {
        Process {
            context,
            title: name.name(),
            spec: ExecSpec::new(self.style, should),
            warned_variables: &mut self.warned_variables,
        }
    }
}

#[resource_api::provider]
impl Provider for Commands {
    /// Commands leave nothing that could be listed.
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
        let style = self.style;
        self.munger.canonicalize(context, resources, &|subject, command| canonical::validate(style, subject, command))
    }

    fn insync(&mut self, context: &Context, name: &Identity, _: &str, _: &State, should: &State) -> Outcome<Insync> {
        let returns = should.get("returns").cloned().unwrap_or_default();
        // A command that can never succeed is not tried.
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
        Ok(differs.with_message("executed successfully").with_event("executed_command"))
    }

    /// A command that is to be executed was not run; any other counts as one that returned what it should.
    fn audited(&mut self, context: &Context, name: &Identity, _: &str, _: &State, should: &State) -> Outcome<Audited> {
        let mut process = self.process(context, name, should);
        let is_allowed = should.get("refreshonly") != Some(&Value::Boolean(true)) && checks::allow(&mut process)?;
        let returns = process.spec.returns();
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
