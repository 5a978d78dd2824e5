//! What a text is made of.

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// For kinds that have texts of their own which of them; for a variable how many bytes stand before its name.
    pub(crate) value: u32,
}

/// The sorts of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    // Words and literals.
    Name,
    /// A word with hyphens, or one that starts with `_`: a string without quotes.
    Word,
    TypeName,
    Number,
    Variable,
    /// A string without interpolation.
    String,
    /// The text before the first interpolation, between two, and behind the last.
    TextStart,
    TextMiddle,
    TextEnd,
    /// `@(…)`; its text follows as `String` or `TextStart`.
    Heredoc,
    Regexp,
    True,
    False,
    // Keywords.
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
    /// `[` behind a blank: always the start of an array.
    ListStart,
    RightBracket,
    LeftBrace,
    /// `{` behind `?`
    SelectorBrace,
    RightBrace,
    LeftParen,
    /// `(` that is the first on its line: never the start of a call's arguments.
    FreshLeftParen,
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
    /// A character that means nothing.
    Other,
    /// What could not be read.
    Error,
    End,
}

impl TokenKind {
    /// The keyword that a word is.
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

    /// Whether it is a keyword that may name an attribute.
    pub(crate) fn is_keyword(self) -> bool {
        use TokenKind::*;
        matches!(
            self,
            And | Attr
                | Case
                | Class
                | Default
                | Define
                | Else
                | Elsif
                | Function
                | If
                | In
                | Inherits
                | Node
                | Or
                | Private
                | Type
                | Undef
                | Unless
        )
    }

    /// Whether a keyword may be the first of an expression.
    pub(crate) fn starts_expression(self) -> bool {
        use TokenKind::*;
        !matches!(self, And | Else | Elsif | In | Inherits | Or)
    }

    /// Whether a slash behind it divides. A brace is not among them: options of a `case` follow it.
    pub(crate) fn ends_operand(self) -> bool {
        use TokenKind::*;
        matches!(
            self,
            RightParen
                | RightBracket
                | RightCollect
                | RightExportedCollect
                | Name
                | TypeName
                | Number
                | String
                | True
                | False
                | TextStart
                | TextMiddle
                | TextEnd
                | Heredoc
                | Regexp
                | Variable
                | Word
        )
    }
}
