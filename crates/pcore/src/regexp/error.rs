//! Errors of regular expressions: a pattern that is invalid ([`RegexpError`]), and a search that failed
//! ([`MatchError`]).
//!
//! Puppet passes Ruby's message about an invalid pattern on to its users, so the messages here are Ruby's, followed by
//! the pattern as in Ruby.

use std::fmt::Write;

use ecow::EcoString;

use super::{
    RegexpOptions,
    parse::{MAX_SOURCE, MAX_WEIGHT},
    program::MAX_STEPS_BACK,
};

/// How much of a pattern an error quotes; longer ones are truncated.
const MAX_QUOTED: usize = 2_000;

/// Why a text is not a regular expression.
///
/// ```
/// use pcore::regexp::Regexp;
///
/// let error = Regexp::new("[a").unwrap_err();
/// assert_eq!(error.to_string(), "premature end of char-class: /[a/");
/// assert_eq!(error.offset(), Some(2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}: {quoted}")]
pub struct RegexpError {
    problem: RegexpProblem,
    offset: Option<usize>,
    quoted: EcoString,
}

impl RegexpError {
    pub(super) fn new(problem: Problem, source: &str, options: RegexpOptions) -> RegexpError {
        RegexpError { problem: problem.what, offset: problem.offset, quoted: quote(source, options) }
    }

    /// Returns the problem, without the pattern that Ruby's message repeats.
    pub fn problem(&self) -> &RegexpProblem {
        &self.problem
    }

    /// Returns the offset in the source at which the problem was noticed, if there is one.
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }
}

/// The kinds of invalid patterns, with Ruby's messages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegexpProblem {
    /// `(a`.
    #[error("end pattern with unmatched parenthesis")]
    UnmatchedOpenParenthesis,
    /// `a)`.
    #[error("unmatched close parenthesis")]
    UnmatchedCloseParenthesis,
    /// `(?i`.
    #[error("end pattern in group")]
    EndInGroup,
    /// `(?z)`.
    #[error("undefined group option")]
    UndefinedGroupOption,
    /// `(?<>a)`.
    #[error("group name is empty")]
    EmptyGroupName,
    /// `(?<1a>b)`.
    #[error("invalid group name <{0}>")]
    InvalidGroupName(EcoString),
    /// `\k<a>` or `\g<a>` without a group of that name.
    #[error("undefined name <{0}> reference")]
    UndefinedName(EcoString),
    /// `\g<1>` without a group.
    #[error("undefined group <{0}> reference")]
    UndefinedGroup(EcoString),
    /// `(?<a>b)(?<a>c)\g<a>`.
    #[error("multiplex definition name <{0}> call")]
    AmbiguousCall(EcoString),
    /// `(a)\2`.
    #[error("invalid backref number/name")]
    InvalidBackreference,
    /// `(?<a>b)\1`.
    #[error("numbered backref/call is not allowed. (use name)")]
    NumberedReferenceAmongNames,
    /// `(?<a>b\g<a>)`.
    #[error("never ending recursion")]
    NeverEndingRecursion,
    /// `(a)?(?(1)b|c|d)`.
    #[error("invalid conditional pattern")]
    InvalidConditional,
    /// `(?<=a+)`.
    #[error("invalid pattern in look-behind")]
    InvalidLookBehind,
    /// `*a`.
    #[error("target of repeat operator is not specified")]
    NothingToRepeat,
    /// `a{100001}`.
    #[error("too big number for repeat range")]
    RepeatTooBig,
    /// `a{2,1}`.
    #[error("upper is smaller than lower in repeat range")]
    RepeatOutOfOrder,
    /// `[a`.
    #[error("premature end of char-class")]
    UnclosedClass,
    /// `[]`.
    #[error("empty char-class")]
    EmptyClass,
    /// `[z-a]`.
    #[error("empty range in char class")]
    EmptyRange,
    /// `[a-\d]`.
    #[error("char-class value at end of range")]
    ClassAtEndOfRange,
    /// `[\d-a]`.
    #[error("unmatched range specifier in char-class")]
    UnmatchedRange,
    /// `[[:letter:]]`.
    #[error("invalid POSIX bracket type")]
    InvalidPosixBracket,
    /// `\p{Letters}`.
    #[error("invalid character property name {{{0}}}")]
    InvalidProperty(EcoString),
    /// A backslash at the end.
    #[error("too short escape sequence")]
    ShortEscape,
    /// `\c`.
    #[error("too short control escape")]
    ShortControlEscape,
    /// `\c\ca`.
    #[error("duplicate control escape")]
    DuplicateControlEscape,
    /// `\M`.
    #[error("too short meta escape")]
    ShortMetaEscape,
    /// `\M-\M-a`.
    #[error("duplicate meta escape")]
    DuplicateMetaEscape,
    /// `\xg`.
    #[error("invalid hex escape")]
    InvalidHexEscape,
    /// `\400`.
    #[error("invalid escape code")]
    InvalidEscapeCode,
    /// `\xFF`, which cannot begin a character.
    #[error("invalid multibyte escape")]
    InvalidMultibyteEscape,
    /// `\xC3` without the rest of the character.
    #[error("too short escaped multibyte character")]
    ShortMultibyteEscape,
    /// `\u12`.
    #[error("invalid Unicode escape")]
    InvalidUnicodeEscape,
    /// `\u{}`.
    #[error("invalid Unicode list")]
    InvalidUnicodeList,
    /// `\u{110000}`.
    #[error("invalid Unicode range")]
    InvalidUnicodeRange,
    /// Ours, not Ruby's: the pattern has too many bytes.
    #[error("pattern of {0} bytes is longer than {MAX_SOURCE}")]
    TooLong(usize),
    /// Ours; Ruby's limit is higher.
    #[error("too deep nest level over {0}")]
    TooDeep(usize),
    /// Ours: nested repetitions multiply to more than an automaton can hold.
    #[error("too large with its repetitions written out, by a limit of {MAX_WEIGHT}")]
    TooManyRepetitions,
    /// Ours: Ruby accepts it, but our engine cannot run it.
    #[error("{0} is not supported")]
    NotSupported(&'static str),
}

/// A problem and its offset, before the pattern is added to it.
#[derive(Debug)]
pub(crate) struct Problem {
    what: RegexpProblem,
    offset: Option<usize>,
}

impl RegexpProblem {
    pub(super) fn at(self, offset: usize) -> Problem {
        Problem { what: self, offset: Some(offset) }
    }

    pub(super) fn anywhere(self) -> Problem {
        Problem { what: self, offset: None }
    }
}

/// Why a search failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The pattern is valid, but its program would exceed the memory limit.
    #[error("regular expression is too large to be compiled")]
    TooLarge,
    /// Only possible with look-around, backreferences and the like.
    #[error("regular expression took more than {MAX_STEPS_BACK} steps back")]
    TooManySteps,
    /// The engine refused the translation of a valid pattern.
    #[error("regular expression cannot be compiled: {0}")]
    Refused(EcoString),
    /// A replacement names an undefined group.
    #[error("undefined group name reference: {0}")]
    UndefinedGroupName(EcoString),
}

/// Writes a pattern as Ruby's `inspect` does: between slashes, with its options.
pub(super) fn quote(source: &str, options: RegexpOptions) -> EcoString {
    let mut quoted = EcoString::from("/");
    let cut = source.floor_char_boundary(MAX_QUOTED);
    escape_slashes(&source[..cut], &mut quoted);
    if cut < source.len() {
        quoted.push_str("...");
    }
    quoted.push('/');
    for (set, letter) in [(options.multiline, 'm'), (options.ignore_case, 'i'), (options.extended, 'x')] {
        if set {
            quoted.push(letter);
        }
    }
    quoted
}

/// Copies a source and escapes slashes.
pub(super) fn escape_slashes(source: &str, into: &mut EcoString) {
    let mut escaped = false;
    for character in source.chars() {
        if character == '/' && !escaped {
            into.push_str("\\/");
        } else if character.is_ascii_control() && !character.is_ascii_whitespace() && character != '\x0B' {
            // Writing to a string cannot fail.
            let _ = write!(into, "\\x{:02X}", u32::from(character));
        } else {
            into.push(character);
        }
        escaped = character == '\\' && !escaped;
    }
}
