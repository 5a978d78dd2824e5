//! Failures of providers.

use std::{
    borrow::Cow,
    error::Error,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use crate::secret::Scrubber;

/// The result of a provider's operations.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Separates a failure from the failure that it wraps.
const WRAPPED: &str = "Wrapped exception:";

/// How many causes are reported.
const MAX_CAUSES: usize = 32;

/// A failure of a provider: a message for the operator, and its cause.
///
/// Every error converts to it with `?`. [`Failure::new`] creates one from a message. It does not implement [`Error`]
/// itself, because that would conflict with the conversion.
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
    /// The scrubbed result of [`causes`](Failure::causes).
    scrubbed_causes: Option<Arc<[String]>>,
    /// The backtrace, if the provider's language has one.
    backtrace: Option<Arc<[String]>>,
    /// The failures that it wraps, if the provider's language reports them.
    wrapped: Option<Arc<[Wrapped]>>,
    /// The failure that was logged before, and led to this one.
    reason: Option<Arc<Failure>>,
}

/// A failure that is wrapped by another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapped {
    /// The message.
    pub message: String,
    /// The backtrace, innermost call first.
    pub backtrace: Vec<String>,
}

/// Who is responsible for a failure, and how far it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Something went wrong. The current resource fails, and the run goes on.
    Ordinary,
    /// The type or the provider is wrong (`Puppet::DevError`). Otherwise like an ordinary failure.
    Developer,
    /// The resource asks for something impossible (`Puppet::ResourceError`).
    Resource,
    /// The whole run ends.
    Fatal,
}

impl Failure {
    /// Creates a failure of the current resource.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure::of(FailureKind::Ordinary, message)
    }

    /// Creates a failure that is a mistake in the type or its provider.
    pub fn developer(message: impl Into<String>) -> Failure {
        Failure::of(FailureKind::Developer, message)
    }

    /// Calls a function and turns a panic into a failure, so that the run can go on.
    ///
    /// ```
    /// use resource_api::Failure;
    ///
    /// let broken = Failure::catch_panic("transport", || -> resource_api::Outcome { panic!("no plug") });
    /// assert_eq!(broken.unwrap_err().to_string(), "the transport panicked: no plug");
    /// ```
    pub fn catch_panic<T>(what: &str, call: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| {
            let message = payload.downcast_ref::<&str>().copied();
            let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            Err(Failure::developer(format!("the {what} panicked: {}", message.unwrap_or("no reason given"))))
        })
    }

    /// Creates a failure that is a mistake in the resource's declaration.
    pub fn resource(message: impl Into<String>) -> Failure {
        Failure::of(FailureKind::Resource, message)
    }

    /// Creates a failure that ends the whole run.
    pub fn fatal(message: impl Into<String>) -> Failure {
        Failure::of(FailureKind::Fatal, message)
    }

    fn of(kind: FailureKind, message: impl Into<String>) -> Failure {
        let message = message.into();
        Failure { kind, message, source: None, scrubbed_causes: None, backtrace: None, wrapped: None, reason: None }
    }

    /// Sets the kind. Errors converted with `?` are ordinary failures.
    #[must_use]
    pub fn with_kind(mut self, kind: FailureKind) -> Failure {
        self.kind = kind;
        self
    }

    /// Sets the backtrace from the provider's language, innermost call first.
    #[must_use]
    pub fn with_backtrace(mut self, lines: Vec<String>) -> Failure {
        self.backtrace = Some(lines.into()).filter(|lines: &Arc<[String]>| !lines.is_empty());
        self
    }

    /// Sets the failures that this one wraps, outermost first. They are displayed as well.
    #[must_use]
    pub fn with_wrapped(mut self, wrapped: Vec<Wrapped>) -> Failure {
        self.wrapped = Some(wrapped.into()).filter(|wrapped: &Arc<[Wrapped]>| !wrapped.is_empty());
        self
    }

    /// Sets the failure that led to this one and was logged at once, so that it is shown nowhere else.
    #[must_use]
    pub fn because(mut self, reason: Failure) -> Failure {
        self.reason = Some(Arc::new(reason));
        self
    }

    /// The failure that led to this one, if it was logged at once: what failed in a block of the context.
    pub fn reason(&self) -> Option<&Failure> {
        self.reason.as_deref()
    }

    /// The message followed by the backtrace, as `--trace` shows it.
    pub fn traced(&self) -> String {
        let lines = self.backtrace.iter().flat_map(|lines| lines.iter()).map(String::as_str);
        let wrapped = self.wrapped.iter().flat_map(|wrapped| wrapped.iter()).flat_map(|wrapped| {
            [WRAPPED, &wrapped.message].into_iter().chain(wrapped.backtrace.iter().map(String::as_str))
        });
        std::iter::once(self.message.as_str()).chain(lines).chain(wrapped).collect::<Vec<_>>().join("\n")
    }

    /// The kind of the failure.
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The messages of the underlying errors, from the direct cause to the root cause.
    pub fn causes(&self) -> Vec<String> {
        if let Some(causes) = &self.scrubbed_causes {
            return causes.to_vec();
        }
        let direct: Option<&(dyn Error + 'static)> = self.source.as_ref().map(|source| &**source as _);
        let mut causes = Vec::new();
        let mut previous = self.message.clone();
        let chain = std::iter::successors(direct, |&error| error.source());
        for cause in chain.take(MAX_CAUSES).map(|error| error.to_string()) {
            // The message is often that of the direct cause, and wrappers often repeat what they wrap.
            if cause != previous {
                causes.push(cause.clone());
            }
            previous = cause;
        }
        causes
    }

    /// Removes cleartext secrets from the message, the backtrace and the [`causes`](Failure::causes).
    ///
    /// The original error stays available to [`downcast_ref`](Failure::downcast_ref), unscrubbed.
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
        self.reason = self.reason.map(|reason| Arc::new(Arc::unwrap_or_clone(reason).scrubbed(scrubber)));
        if let Cow::Owned(scrubbed) = scrubber.scrub(&self.message) {
            self.message = scrubbed;
        }
        self
    }

    /// Whether it was converted from an error, and not created from a message.
    pub fn is_of_error(&self) -> bool {
        self.source.is_some()
    }

    /// Returns the original error if it is an `E`.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.source.as_ref()?.downcast_ref()
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Failure {
        let message = error.to_string();
        let kind = FailureKind::Ordinary;
        Failure { source: Some(Arc::new(error)), ..Failure::of(kind, message) }
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
