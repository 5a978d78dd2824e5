//! Why a provider could not do its work.

use std::{
    borrow::Cow,
    error::Error,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use crate::secret::Scrubber;

/// The result of what providers do.
pub type Outcome<T = ()> = Result<T, Failure>;

/// What stands between a failure and what it is about.
const WRAPPED: &str = "Wrapped exception:";

/// How far back causes are told.
const DEEPEST_CAUSE: usize = 32;

/// A failure of a provider: a sentence for the operator, and where it came from.
///
/// Every error converts to it, so that `?` works on all of them; a sentence of your own is a [`Failure::new`]. It does
/// not implement [`Error`] itself, which is what makes that possible.
///
/// ```
/// use resource_api::{Failure, Outcome};
///
/// fn read_port(text: &str) -> Outcome<u16> {
///     if text.is_empty() {
///         return Err(Failure::new("the port is empty"));
///     }
///     Ok(text.parse()?)
/// }
/// assert_eq!(read_port("").unwrap_err().to_string(), "the port is empty");
/// assert_eq!(read_port("x").unwrap_err().to_string(), "invalid digit found in string");
/// ```
#[derive(Clone)]
pub struct Failure {
    kind: FailureKind,
    message: String,
    source: Option<Arc<dyn Error + Send + Sync>>,
    /// What [`causes`](Failure::causes) returns, once that is without cleartexts.
    scrubbed_causes: Option<Arc<[String]>>,
    /// The calls that led to it, where the provider's language tells them.
    backtrace: Option<Arc<[String]>>,
    /// What it is about, where the provider's language tells that.
    wrapped: Option<Arc<[Wrapped]>>,
}

/// A failure that another one is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapped {
    /// What happened.
    pub message: String,
    /// The calls that led to it, innermost first.
    pub backtrace: Vec<String>,
}

/// Whose mistake a failure is, and how far it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Something went wrong; the resource at hand fails and the run goes on.
    Ordinary,
    /// The type or the provider is wrong (`Puppet::DevError`); reaches as far as an ordinary failure.
    Developer,
    /// What was asked of the resource is not possible (`Puppet::ResourceError`).
    Resource,
    /// Nothing can go on; the whole run ends.
    Fatal,
}

impl Failure {
    /// A failure of the resource at hand.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure::of(FailureKind::Ordinary, message)
    }

    /// A mistake of the type or its provider.
    pub fn developer(message: impl Into<String>) -> Failure {
        Failure::of(FailureKind::Developer, message)
    }

    /// Makes a failure of a panic, so that what breaks fails for itself, and the run goes on.
    ///
    /// ```
    /// use resource_api::Failure;
    ///
    /// let broken = Failure::of_panic("transport", || -> resource_api::Outcome { panic!("no plug") });
    /// assert_eq!(broken.unwrap_err().to_string(), "the transport panicked: no plug");
    /// ```
    pub fn of_panic<T>(who: &str, call: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| {
            let said = payload.downcast_ref::<&str>().copied();
            let said = said.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            Err(Failure::developer(format!("the {who} panicked: {}", said.unwrap_or("no reason given"))))
        })
    }

    /// A mistake in what was asked of the resource.
    pub fn resource(message: impl Into<String>) -> Failure {
        Failure::of(FailureKind::Resource, message)
    }

    /// A failure after which the whole run must end.
    pub fn fatal(message: impl Into<String>) -> Failure {
        Failure::of(FailureKind::Fatal, message)
    }

    fn of(kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into(), source: None, scrubbed_causes: None, backtrace: None, wrapped: None }
    }

    /// This failure as one of another kind: for errors that became failures with `?`, which are ordinary.
    #[must_use]
    pub fn with_kind(mut self, kind: FailureKind) -> Failure {
        self.kind = kind;
        self
    }

    /// This failure with the calls that led to it, innermost first, as the provider's language tells them.
    #[must_use]
    pub fn with_backtrace(mut self, lines: Vec<String>) -> Failure {
        self.backtrace = Some(lines.into()).filter(|lines: &Arc<[String]>| !lines.is_empty());
        self
    }

    /// This failure with what it is about, the outermost first. Whoever shows it shows them, too.
    #[must_use]
    pub fn with_wrapped(mut self, wrapped: Vec<Wrapped>) -> Failure {
        self.wrapped = Some(wrapped.into()).filter(|wrapped: &Arc<[Wrapped]>| !wrapped.is_empty());
        self
    }

    /// The message and, in lines of their own, the calls that led to it: what `--trace` shows.
    pub fn traced(&self) -> String {
        let lines = self.backtrace.iter().flat_map(|lines| lines.iter()).map(String::as_str);
        let wrapped = self.wrapped.iter().flat_map(|wrapped| wrapped.iter()).flat_map(|wrapped| {
            [WRAPPED, &wrapped.message].into_iter().chain(wrapped.backtrace.iter().map(String::as_str))
        });
        std::iter::once(self.message.as_str()).chain(lines).chain(wrapped).collect::<Vec<_>>().join("\n")
    }

    /// Whose mistake it is, and how far it reaches.
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The sentences behind this one, from what caused it directly to what caused everything.
    pub fn causes(&self) -> Vec<String> {
        if let Some(causes) = &self.scrubbed_causes {
            return causes.to_vec();
        }
        let direct: Option<&(dyn Error + 'static)> = self.source.as_ref().map(|source| &**source as _);
        let mut causes = Vec::new();
        let mut said = self.message.clone();
        let chain = std::iter::successors(direct, |&error| error.source());
        for cause in chain.take(DEEPEST_CAUSE).map(|error| error.to_string()) {
            // The message is often that of the error it was made of, and wrappers often repeat what they wrap.
            if cause != said {
                causes.push(cause.clone());
            }
            said = cause;
        }
        causes
    }

    /// This failure without any cleartext in its message and in its [`causes`](Failure::causes).
    ///
    /// An error that it was made of stays available to [`downcast_ref`](Failure::downcast_ref); whoever shows that,
    /// scrubs it.
    #[must_use]
    pub fn scrubbed(mut self, scrubber: &Scrubber) -> Failure {
        if self.source.is_some() {
            let causes = self.causes();
            self.scrubbed_causes = Some(causes.iter().map(|cause| scrubber.scrub(cause).into_owned()).collect());
        }
        if let Some(lines) = &self.backtrace {
            self.backtrace = Some(lines.iter().map(|line| scrubber.scrub(line).into_owned()).collect());
        }
        if let Some(wrapped) = &self.wrapped {
            let clean = |text: &String| scrubber.scrub(text).into_owned();
            let wrapped = wrapped.iter().map(|wrapped| Wrapped {
                message: clean(&wrapped.message),
                backtrace: wrapped.backtrace.iter().map(clean).collect(),
            });
            self.wrapped = Some(wrapped.collect());
        }
        if let Cow::Owned(scrubbed) = scrubber.scrub(&self.message) {
            self.message = scrubbed;
        }
        self
    }

    /// Whether it was made of an error, which `?` does, and not of a sentence.
    pub fn is_of_error(&self) -> bool {
        self.source.is_some()
    }

    /// The error that this failure was made of, when it is an `E`.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.source.as_ref()?.downcast_ref()
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Failure {
        let message = error.to_string();
        let kind = FailureKind::Ordinary;
        Failure { kind, message, source: Some(Arc::new(error)), scrubbed_causes: None, backtrace: None, wrapped: None }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        for wrapped in self.wrapped.iter().flat_map(|wrapped| wrapped.iter()) {
            write!(formatter, "\n{WRAPPED}\n{}", wrapped.message)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Failure").field("kind", &self.kind).field("message", &self.message).finish()
    }
}
