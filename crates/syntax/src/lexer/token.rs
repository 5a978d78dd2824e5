//! Tokens.

/// A token: its kind and its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The index of the text or error of a kind that has one; for a variable the number of bytes before its name.
    pub(crate) value: u32,
}

/// The kinds of tokens. Questions about groups of them depend on the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TokenKind {
    // Words and literals, from `Name` to `False`.
    Name,
    /// A word with hyphens, or one that starts with `_`: a string without quotes.
    Word,
    TypeName,
    Number,
    Variable,
    /// A string without interpolation.
    String,
    /// The text before the first interpolation, between two, and after the last.
    TextStart,
    TextMiddle,
    TextEnd,
    /// `@(…)`; its text follows as `String` or `TextStart`.
    Heredoc,
    Regexp,
    True,
    False,
    // Keywords, from `And` to `Unless`.
    And,
    Attr,
    Case,
    Class,
    Default,
    Define,
    Else,
    Elsif,
    Function,
    If,
    In,
    Inherits,
    Node,
    Or,
    Private,
    Type,
    Undef,
    Unless,
    // Punctuation.
    LeftBracket,
    /// `[` after a blank: always the start of an array.
    ListStart,
    RightBracket,
    LeftBrace,
    /// `{` after `?`
    SelectorBrace,
    RightBrace,
    LeftParen,
    /// `(` at the start of a line: never the start of a call's arguments.
    LineStartLeftParen,
    RightParen,
    Comma,
    Semicolon,
    Colon,
    Dot,
    Question,
    At,
    AtAt,
    Pipe,
    Tilde,
    Assign,
    Append,
    Delete,
    Arrow,
    PlusArrow,
    Equal,
    NotEqual,
    Match,
    NoMatch,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    ShiftLeft,
    ShiftRight,
    LeftCollect,
    LeftExportedCollect,
    RightCollect,
    RightExportedCollect,
    Plus,
    Minus,
    Times,
    Slash,
    Percent,
    Not,
    InEdge,
    InEdgeSub,
    OutEdge,
    OutEdgeSub,
    // Templates.
    RenderText,
    RenderStart,
    RenderEnd,
    // The rest.
    /// A character without a meaning.
    Other,
    /// Text that is not a token.
    Error,
    End,
}

impl TokenKind {
    /// Returns the keyword for a word.
    pub(crate) fn keyword(word: &[u8]) -> Option<TokenKind> {
        Some(match word {
            b"and" => TokenKind::And,
            b"attr" => TokenKind::Attr,
            b"case" => TokenKind::Case,
            b"class" => TokenKind::Class,
            b"default" => TokenKind::Default,
            b"define" => TokenKind::Define,
            b"else" => TokenKind::Else,
            b"elsif" => TokenKind::Elsif,
            b"false" => TokenKind::False,
            b"function" => TokenKind::Function,
            b"if" => TokenKind::If,
            b"in" => TokenKind::In,
            b"inherits" => TokenKind::Inherits,
            b"node" => TokenKind::Node,
            b"or" => TokenKind::Or,
            b"private" => TokenKind::Private,
            b"true" => TokenKind::True,
            b"type" => TokenKind::Type,
            b"undef" => TokenKind::Undef,
            b"unless" => TokenKind::Unless,
            _ => return None,
        })
    }

    /// Whether it is a keyword, which may also be the name of an attribute.
    pub(crate) fn is_keyword(self) -> bool {
        (TokenKind::And..=TokenKind::Unless).contains(&self)
    }

    /// The token that closes the bracket that this one opens.
    pub(crate) fn closing(self) -> Option<TokenKind> {
        use TokenKind::*;
        match self {
            LeftParen | LineStartLeftParen => Some(RightParen),
            LeftBracket | ListStart => Some(RightBracket),
            LeftBrace | SelectorBrace => Some(RightBrace),
            _ => None,
        }
    }

    /// Whether it closes a bracket.
    pub(crate) fn is_closing(self) -> bool {
        matches!(self, TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace)
    }

    /// Whether a keyword may start an expression.
    pub(crate) fn starts_expression(self) -> bool {
        use TokenKind::*;
        !matches!(self, And | Else | Elsif | In | Inherits | Or)
    }

    /// Whether a slash after it divides. Not so after a brace, where the options of a `case` start.
    pub(crate) fn ends_operand(self) -> bool {
        use TokenKind::*;
        (Name..=False).contains(&self)
            || matches!(self, RightParen | RightBracket | RightCollect | RightExportedCollect)
    }
}
