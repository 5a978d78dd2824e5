//! Regular expressions in texts, which are checked when the text is read, as Puppet does.

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;
use pcore::regexp::Regexp;

/// The code of a regular expression that cannot be read.
pub const CODE: &str = "INVALID_REGEXP";

/// Returns what is wrong with the first of the regular expressions that is none, in the words of Ruby.
///
/// ```
/// use std::sync::Arc;
///
/// use diagnostics::Source;
///
/// let parsed = syntax::parse(Arc::new(Source::new("", "notice('a' =~ /[/)")));
/// let problem = compiler::regexps::check(&parsed.regexps).expect("the class of characters has no end");
/// assert_eq!(problem.message, "premature end of char-class: /[/");
/// ```
pub fn check(regexps: &[(Span, EcoString)]) -> Option<Diagnostic> {
    let wrong = |(span, pattern): &(Span, EcoString)| {
        let error = Regexp::check(pattern).err()?;
        Some(Diagnostic::error(*span, error.to_string()).code(CODE))
    };
    regexps.iter().find_map(wrong)
}
