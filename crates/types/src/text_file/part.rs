//! What `file_line`, `ini_setting` and `ini_subsetting` have in common: their resources are parts of text files.
//!
//! A [`Target`] knows what a resource should be, whether it exists, and how to change a text accordingly. That is found
//! out when a property is compared, since only then the file and its format are known.

use std::path::Path;

use resource_api::{Changes, Context, Identity, Insync, Outcome, Provider, Request, State};

use super::cache::{Text, TextFiles};
use crate::{
    declared::Declared,
    munge::Munger,
    subject::{Subject, absent, has_secret},
};

/// The resources of a type.
pub(crate) trait Part: Send + 'static {
    /// The content of a file.
    type Text: Text + Send;
    /// The desired state of a resource.
    type Target<'s>: Target<'s, Text = Self::Text>;
    /// Whether a resource that the catalog does not have is reported as present.
    const ASSUME_PRESENT: bool;
    /// Whether a part has a value besides its existence.
    const HAS_VALUE: bool;

    /// Validates what the definition cannot say.
    fn validate(_subject: &Subject<'_>, _part: &mut State) -> Outcome {
        Ok(())
    }

    /// Whether nothing is done until a refresh.
    fn waits_for_refresh(_should: &State) -> bool {
        false
    }
}

/// What a part should be.
pub(crate) trait Target<'s>: Sized {
    /// The content of a file.
    type Text;

    fn new(should: &'s State) -> Outcome<Self>;

    /// Opens the file of the part. In a dry run it may be missing, since another resource would have created it.
    fn open<'f>(&self, files: &'f mut TextFiles<Self::Text>, is_dry: bool) -> Outcome<&'f mut Self::Text>;

    fn is_absent(&self, text: &Self::Text) -> bool;

    fn exists(&self, text: &Self::Text) -> Outcome<bool>;

    /// Compares the value of a part that exists.
    fn compare(&self, _context: &Context, _text: &Self::Text) -> Insync {
        Insync::Yes
    }

    /// The state that is reported for a part that exists, if any.
    fn current_state(&self, text: &Self::Text) -> Option<State>;

    /// Changes a text so that it has the part, or does not have it. On failure the text stays as it was.
    fn change(&self, text: &mut Self::Text) -> Outcome;
}

/// The parts of text files.
pub(crate) struct Parts<P: Part> {
    munger: Munger,
    declared: Declared,
    files: TextFiles<P::Text>,
}

impl<P: Part> Default for Parts<P> {
    fn default() -> Parts<P> {
        Parts { munger: Munger::default(), declared: Declared::default(), files: TextFiles::default() }
    }
}

impl<P: Part> Parts<P> {
    fn find(&mut self, should: &State) -> Outcome<Option<State>> {
        let target = P::Target::new(should)?;
        let text = target.open(&mut self.files, false)?;
        Ok(if target.exists(text)? { target.current_state(text) } else { None })
    }
}

/// Changes the file of a part in memory.
fn change<P: Part>(files: &mut TextFiles<P::Text>, should: &State) -> Outcome {
    let target = P::Target::new(should)?;
    target.change(target.open(files, false)?)
}

fn path(should: &State) -> &Path {
    Path::new(should.text("path").unwrap_or_default())
}

#[resource_api::provider(as_declared)]
impl<P: Part> Provider for Parts<P> {
    /// Only the catalog knows the file of a part, so nothing can be listed. Errors are reported during evaluation.
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let names = request.names().unwrap_or_default();
        let mut states = Vec::with_capacity(names.len());
        for name in names {
            match self.declared.find(context, name.name(), &self.munger, &P::validate) {
                None if P::ASSUME_PRESENT => {
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
            self.files.touch(path(should), &change.name, has_secret(should));
        }
        Ok(())
    }

    fn flush(&mut self, context: &Context, changes: &Changes) -> Outcome {
        self.files.flush(context, changes, change::<P>);
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.munger.canonicalize(context, resources, &P::validate)
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
        if P::waits_for_refresh(should) || (!is_ensure && !P::HAS_VALUE) {
            return Ok(Insync::Yes);
        }
        let target = P::Target::new(should)?;
        let text = target.open(&mut self.files, context.is_current_noop())?;
        Ok(match (target.is_absent(text), target.exists(text)?) {
            (true, true) if is_ensure => Insync::differs("present", absent()),
            (false, false) if is_ensure => Insync::differs(absent(), "present"),
            (false, true) if !is_ensure => target.compare(context, text),
            _ => Insync::Yes,
        })
    }

    fn refresh(&mut self, context: &Context, _: &Identity, should: &State) -> Outcome {
        if !P::waits_for_refresh(should) {
            return Ok(());
        }
        self.files.change_now(context, path(should), has_secret(should), |files| change::<P>(files, should))
    }
}
