//! The codes of what is wrong with a text as such, by which programs know the sort of trouble.

use diagnostics::Diagnostic;

/// How messages about texts begin, each with the code that Puppet has for it.
const CODES: &[(&str, &str)] = &[
    ("Syntax error at", "SYNTAX_ERROR"),
    ("A Literal Integer resulted in", "NUMERIC_OVERFLOW"),
    ("An escape char for @()", "HEREDOC_MULTIPLE_AT_ESCAPES"),
    ("Heredoc with an empty endtag", "HEREDOC_EMPTY_ENDTAG"),
    ("Heredoc with text in the margin", "HEREDOC_DIRTY_MARGIN"),
    ("Heredoc without any following lines", "HEREDOC_WITHOUT_TEXT"),
    ("Heredoc without end-tagged line", "HEREDOC_WITHOUT_END_TAGGED_LINE"),
    ("Illegal UTF", "ILLEGAL_BOM"),
    ("Illegal class reference", "ILLEGAL_CLASS_REFERENCE"),
    ("Illegal fully qualified class reference", "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE"),
    ("Illegal fully qualified name", "ILLEGAL_FULLY_QUALIFIED_NAME"),
    ("Illegal name or bare word", "ILLEGAL_NAME_OR_BARE_WORD"),
    ("Illegal number", "ILLEGAL_NUMBER"),
    ("Invalid heredoc escape char", "HEREDOC_INVALID_ESCAPE"),
    ("Invalid syntax in heredoc", "HEREDOC_INVALID_SYNTAX"),
    ("Not a valid decimal number", "INVALID_DECIMAL_NUMBER"),
    ("Not a valid hex number", "INVALID_HEX_NUMBER"),
    ("Not a valid octal number", "INVALID_OCTAL_NUMBER"),
    ("Reaching end after opening <%#", "EPP_UNBALANCED_COMMENT"),
    ("Unbalanced embedded expression", "EPP_UNBALANCED_EXPRESSION"),
    ("Unbalanced epp tag", "EPP_UNBALANCED_TAG"),
    ("Unclosed multiline comment", "UNCLOSED_MLCOMMENT"),
    ("Unclosed parenthesis after '@('", "HEREDOC_UNCLOSED_PARENTHESIS"),
    ("Unclosed quote", "UNCLOSED_QUOTE"),
    ("Unicode escape", "ILLEGAL_UNICODE_ESCAPE"),
    ("Unrecognized escape sequence", "UNRECOGNIZED_ESCAPE"),
];

/// Gives the problems of a text that have no code the one that belongs to their message.
pub(crate) fn add_to(problems: &mut [Diagnostic]) {
    for problem in problems.iter_mut().filter(|problem| problem.code.is_empty()) {
        let known = CODES.iter().find(|(beginning, _)| problem.message.starts_with(beginning));
        problem.code = known.map_or("", |(_, code)| code);
    }
}
