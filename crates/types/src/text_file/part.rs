//! What the types have in common whose resources are parts of text files: `file_line`, `ini_setting`, `ini_subsetting`.
//!
//! A [`Part`] says what a resource wants, whether it is there, and how a text is changed to have it. Whether it is there is
//! found out when a property is compared, since only then everything is known: the file, and how it is written.

use std::path::Path;

use pcore::Value;
use resource_api::{Changes, Context, Identity, Insync, Outcome, Provider, Request, State};

use super::held::{Text, TextFiles};
use crate::{declared::Declared, given::Given, subject::absent};

/// What the resources of a type are.
pub(crate) trait Part: Send + 'static {
    /// What files hold.
    type Text: Text + Send;
    /// A resource as it should be.
    type Wanted<'s>;
    /// Whether what the catalog does not know is told to be there: it may well be.
    const UNKNOWN_IS_THERE: bool;
    /// Whether a part has a value beside being there.
    const HAS_VALUE: bool;
    /// In which forms its attributes may be given.
    const GIVEN: Given;

    fn canonicalize(part: &mut State) -> Outcome;

    fn wanted(should: &State) -> Outcome<Self::Wanted<'_>>;

    /// The file that a part is in. A dry run may miss a file that another resource would have made.
    fn open<'f>(
        files: &'f mut TextFiles<Self::Text>,
        wanted: &Self::Wanted<'_>,
        is_dry: bool,
    ) -> Outcome<&'f mut Self::Text>;

    fn is_absent(wanted: &Self::Wanted<'_>, text: &Self::Text) -> bool;

    fn exists(wanted: &Self::Wanted<'_>, text: &Self::Text) -> Outcome<bool>;

    /// Whether the value of a part that exists is what it should be.
    fn compare(context: &Context, wanted: &Self::Wanted<'_>, text: &Self::Text) -> Insync;

    /// What is told of a part that exists, of which this is what it should be; nothing where it is not to be told of.
    fn found(wanted: &Self::Wanted<'_>, text: &Self::Text) -> Option<State>;

    /// Changes a text so that it has the part, or has it no more. What fails leaves the text as it was.
    fn change(wanted: &Self::Wanted<'_>, text: &mut Self::Text) -> Outcome;

    /// Whether nothing is done before somebody asks for a refresh.
    fn waits(_should: &State) -> bool {
        false
    }
}

/// Parts of text files.
pub(crate) struct Parts<P: Part> {
    declared: Declared,
    files: TextFiles<P::Text>,
}

impl<P: Part> Default for Parts<P> {
    fn default() -> Parts<P> {
        Parts { declared: Declared::default(), files: TextFiles::default() }
    }
}

impl<P: Part> Parts<P> {
    fn find(&mut self, should: &State) -> Outcome<Option<State>> {
        let wanted = P::wanted(should)?;
        let text = P::open(&mut self.files, &wanted, false)?;
        Ok(if P::exists(&wanted, text)? { P::found(&wanted, text) } else { None })
    }
}

/// Changes the file of a part in memory.
fn change<P: Part>(files: &mut TextFiles<P::Text>, should: &State) -> Outcome {
    let wanted = P::wanted(should)?;
    P::change(&wanted, P::open(files, &wanted, false)?)
}

/// Whether something of a resource is a secret.
fn is_secret(should: &State) -> bool {
    should.iter().any(|(_, value)| matches!(value, Value::Sensitive(_)))
}

fn path(should: &State) -> &Path {
    Path::new(should.text("path").unwrap_or_default())
}

impl<P: Part> Provider for Parts<P> {
    /// Only the catalog knows where a part should be, so nothing can be listed. What is wrong with one is told when it has
    /// its turn.
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let names = request.names().unwrap_or_default();
        let mut states = Vec::with_capacity(names.len());
        for name in names {
            match self.declared.find(context, name.name(), P::canonicalize) {
                None if P::UNKNOWN_IS_THERE => {
                    states.push(State::new().with("name", name.name()).with("ensure", "present"));
                }
                None => {}
                Some(should) => states.extend(self.find(&should).ok().flatten()),
            }
        }
        Ok(states)
    }

    fn set(&mut self, _: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            let Some(should) = &change.should else { continue };
            self::change::<P>(&mut self.files, should)?;
            self.files.touch(path(should), &change.name, is_secret(should));
        }
        Ok(())
    }

    fn flush(&mut self, context: &Context, changes: &Changes) -> Outcome {
        self.files.flush(context, changes, change::<P>);
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        resources.iter_mut().try_for_each(|part| P::GIVEN.settle(context, part, P::canonicalize))
    }

    fn insync(
        &mut self,
        context: &Context,
        _: &Identity,
        property: &str,
        _: &State,
        should: &State,
    ) -> Outcome<Insync> {
        let is_ensure = property == "ensure";
        if P::waits(should) || (!is_ensure && !P::HAS_VALUE) {
            return Ok(Insync::Yes);
        }
        let wanted = P::wanted(should)?;
        let text = P::open(&mut self.files, &wanted, context.is_dry_turn())?;
        Ok(match (P::is_absent(&wanted, text), P::exists(&wanted, text)?) {
            (true, true) if is_ensure => Insync::differs("present", absent()),
            (false, false) if is_ensure => Insync::differs(absent(), "present"),
            (false, true) if !is_ensure => P::compare(context, &wanted, text),
            _ => Insync::Yes,
        })
    }

    fn refresh(&mut self, context: &Context, _: &Identity, should: &State) -> Outcome {
        if !P::waits(should) {
            return Ok(());
        }
        self.files.change_now(context, path(should), is_secret(should), |files| change::<P>(files, should))
    }
}
