//! `type X { … }`: features, invariants and the other statements of a type. Their words are keywords only here, except
//! for `invariant`, which is one in the body of a define, too.

use std::sync::Arc;

use diagnostics::Span;
use ecow::EcoString;

use super::{ErrorReported, Parser, Result, expression};
use crate::ast::{
    Expression, Feature, FeatureKind, FeatureType, Invariant, Kind, Lambda, Logic, LogicForm, Setting, SettingValue,
    TypeDefinition, TypeStatement, Word,
};
use crate::lexer::{Token, TokenKind};

/// The settings whose values are evaluated.
const LOGIC: [&str; 5] = ["validate", "check", "derived", "set", "get"];

impl Parser<'_> {
    /// Reads `type X { … }` or `type X inherits Y { … }`, from the name on.
    pub(super) fn type_definition(&mut self, start: u32) -> Result<Expression> {
        let name = self.bump();
        let name = capitalized(self.written(name));
        let mut parent = None;
        if self.eat(TokenKind::Inherits) {
            if !matches!(self.token.kind, TokenKind::TypeName | TokenKind::Name) {
                return Err(self.unexpected());
            }
            let token = self.bump();
            parent = Some(Word { text: capitalized(self.written(token)), span: span_of(token) });
        }
        self.expect(TokenKind::LeftBrace)?;
        let statements = self.nested(|parser| parser.type_statements())?;
        let location = self.definition_location(start, start);
        let definition = TypeDefinition { name, parent, statements, location };
        self.make_parent(Kind::TypeDefinition(Arc::new(definition)), start, start)
    }

    fn type_statements(&mut self) -> Result<Vec<TypeStatement>> {
        let mut statements = Vec::new();
        self.height = 0;
        while !self.eat(TokenKind::RightBrace) {
            statements.push(self.further(|parser| parser.type_statement())?);
        }
        Ok(statements)
    }

    fn type_statement(&mut self) -> Result<TypeStatement> {
        let token = self.token;
        let word = Word { text: self.name_of(token), span: span_of(token) };
        match (token.kind, self.written(token)) {
            (TokenKind::Attr, _) => self.feature(FeatureKind::Attribute),
            (TokenKind::Name, "has") => self.feature(FeatureKind::Reference),
            (TokenKind::Name, "invariant") => Ok(TypeStatement::Invariant(Arc::new(self.invariant()?))),
            (TokenKind::Name, "abstract") => {
                self.bump();
                Ok(TypeStatement::Abstract(word.span))
            }
            (TokenKind::Name, "desc") => {
                self.bump();
                Ok(TypeStatement::Description(self.text_word()?))
            }
            (TokenKind::Name, "features") => self.provider_features(),
            (TokenKind::Name, "autorequire" | "autobefore" | "autosubscribe" | "autonotify") => {
                self.bump();
                let hash = self.nested(|parser| parser.hash())?;
                Ok(TypeStatement::Automatic(word, hash))
            }
            _ => Err(self.expected("a type contains 'attr', 'has', 'invariant' and 'abstract'")),
        }
    }

    /// `attr a, String { … }`, `has b, Other { … }`
    fn feature(&mut self, kind: FeatureKind) -> Result<TypeStatement> {
        let start = self.bump().start;
        let name = match self.token.kind {
            TokenKind::Name | TokenKind::Word | TokenKind::TypeName => self.word(),
            kind if kind.is_keyword() => self.word(),
            _ => return Err(self.expected("the name of the feature is missing")),
        };
        let data_type = if self.eat(TokenKind::Comma) { Some(self.feature_type()?) } else { None };
        if data_type.is_none() && kind == FeatureKind::Reference {
            return Err(self.expected("a reference needs a type, as in has owner, Person"));
        }
        let settings = if self.is(TokenKind::LeftBrace) { self.settings()? } else { Vec::new() };
        let span = Span { start, end: self.last_end };
        Ok(TypeStatement::Feature(Box::new(Feature { kind, name, data_type, settings, span })))
    }

    fn feature_type(&mut self) -> Result<FeatureType> {
        let start = self.token.start;
        let is_list = matches!(self.peek_second(), TokenKind::LeftBracket | TokenKind::ListStart);
        match (self.token.kind, self.written(self.token)) {
            (TokenKind::Name, "enum") | (TokenKind::TypeName, "Enum") if is_list => {
                self.bump();
                self.bump();
                let words = self.separated(TokenKind::RightBracket, Parser::enumerated)?;
                Ok(FeatureType::Enumeration(words, Span { start, end: self.last_end }))
            }
            (TokenKind::TypeName, _) => {
                let word = self.word();
                if self.is(TokenKind::LeftBracket) {
                    let name = &word.text;
                    let hint = format!("a type with parameters needs an alias: type Name = {name}[…]");
                    return Err(self.expected(&hint));
                }
                Ok(FeatureType::Named(word))
            }
            _ => {
                let hint = "write a type after the comma: String, Integer, Float, Boolean, enum[a, b], or a name";
                Err(self.expected(hint))
            }
        }
    }

    fn enumerated(&mut self) -> Result<Word> {
        match self.token.kind {
            TokenKind::String => self.text_word(),
            TokenKind::Name | TokenKind::Word | TokenKind::True | TokenKind::False => Ok(self.word()),
            TokenKind::TypeName if !self.written(self.token).contains("::") => Ok(self.word()),
            kind if kind.is_keyword() => Ok(self.word()),
            _ => Err(self.unexpected()),
        }
    }

    /// `{ min => 1, check => … }`. The published grammar allows a colon after the brace, which has no meaning.
    fn settings(&mut self) -> Result<Vec<Setting>> {
        self.bump();
        self.eat(TokenKind::Colon);
        self.separated(TokenKind::RightBrace, |parser| parser.nested(|parser| parser.setting()))
    }

    fn setting(&mut self) -> Result<Setting> {
        let start = self.token.start;
        let name = match self.token.kind {
            TokenKind::Name => self.word(),
            kind if kind.is_keyword() => self.word(),
            _ => return Err(self.unexpected()),
        };
        self.expect(TokenKind::Arrow)?;
        let value = if LOGIC.contains(&name.text.as_str()) {
            SettingValue::Logic(self.logic()?)
        } else {
            SettingValue::Literal(self.expression()?)
        };
        Ok(Setting { name, value, span: Span { start, end: self.last_end } })
    }

    /// A block, a lambda, or an expression.
    fn logic(&mut self) -> Result<Logic> {
        let start = self.token.start;
        let (form, body) = match self.token.kind {
            TokenKind::Pipe => {
                // There is a lambda, because the next token is a pipe.
                let Some(lambda) = self.optional_lambda()? else { return Err(self.unexpected()) };
                return Ok(Logic { form: LogicForm::Lambda, lambda });
            }
            TokenKind::LeftBrace => (LogicForm::Block, self.block()?),
            _ => (LogicForm::Expression, vec![self.expression()?]),
        };
        let span = Span { start, end: self.last_end };
        let lambda = Lambda { parameters: Vec::new(), returns: None, body, span };
        Ok(Logic { form, lambda: Arc::new(lambda) })
    }

    /// `invariant 'title' { … }`. A string before an operator is part of an expression, not a title.
    fn invariant(&mut self) -> Result<Invariant> {
        let start = self.bump().start;
        let mut title = None;
        if self.is(TokenKind::String) && !self.continues_text() {
            title = Some(self.text_word()?);
            if matches!(self.token.kind, TokenKind::RightBrace | TokenKind::End) {
                return Err(self.expected("write the condition after the title, as in invariant 'title' { $a < $b }"));
            }
        }
        let logic = self.nested(|parser| parser.logic())?;
        Ok(Invariant { title, logic, span: Span { start, end: self.last_end } })
    }

    /// Whether the next token, a string, is the first operand of a longer expression.
    fn continues_text(&self) -> bool {
        let next = self.peek_second();
        expression::binary(next).is_some()
            || matches!(next, TokenKind::Question | TokenKind::Dot | TokenKind::LeftBracket)
    }

    /// Whether an invariant of a define follows. A resource, a call without parentheses or a word `invariant` keeps its
    /// usual meaning.
    pub(super) fn begins_invariant(&self) -> bool {
        if !self.is(TokenKind::Name) || self.written(self.token) != "invariant" {
            return false;
        }
        match self.peek_second() {
            TokenKind::LeftBrace => !self.has_titles(self.pos + 1),
            kind => matches!(
                kind,
                TokenKind::String
                    | TokenKind::TextStart
                    | TokenKind::Heredoc
                    | TokenKind::Pipe
                    | TokenKind::Variable
                    | TokenKind::Not
                    | TokenKind::LeftParen
                    | TokenKind::LineStartLeftParen
                    | TokenKind::If
                    | TokenKind::Unless
                    | TokenKind::Case
                    | TokenKind::Number
                    | TokenKind::TypeName
                    | TokenKind::True
                    | TokenKind::False
            ),
        }
    }

    pub(super) fn invariant_expression(&mut self) -> Result<Expression> {
        let start = self.token.start;
        let invariant = self.invariant()?;
        self.make_parent(Kind::Invariant(Arc::new(invariant)), start, start)
    }

    /// Whether a brace contains a colon that is not nested deeper, as after the title of a resource.
    fn has_titles(&self, brace: usize) -> bool {
        let mut depth: usize = 0;
        for token in self.lexed.tokens.get(brace..).unwrap_or_default() {
            match token.kind {
                TokenKind::LeftBrace | TokenKind::SelectorBrace => depth += 1,
                TokenKind::RightBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return false;
                    }
                }
                TokenKind::Colon if depth == 1 => return true,
                _ => {}
            }
        }
        false
    }

    /// `features supports_noop, canonicalize`
    fn provider_features(&mut self) -> Result<TypeStatement> {
        let start = self.bump().start;
        let mut words = vec![self.enumerated()?];
        while self.eat(TokenKind::Comma) {
            words.push(self.enumerated()?);
        }
        Ok(TypeStatement::Features(words, Span { start, end: self.last_end }))
    }

    /// Takes the next token as a word.
    fn word(&mut self) -> Word {
        let token = self.bump();
        Word { text: self.name_of(token), span: span_of(token) }
    }

    /// Takes the next token, which must be a string.
    fn text_word(&mut self) -> Result<Word> {
        let token = self.expect(TokenKind::String)?;
        Ok(Word { text: self.take_text(token), span: span_of(token) })
    }

    /// Reports that the next token is not allowed here, with a hint about what is.
    fn expected(&mut self, hint: &str) -> ErrorReported {
        let reported = self.unexpected();
        if let Some(last) = self.problems.last_mut() {
            last.hints.push(hint.to_owned());
        }
        reported
    }
}

fn span_of(token: Token) -> Span {
    Span { start: token.start, end: token.end }
}

/// Capitalizes each segment: `a::bC` is the same type as `A::BC`.
fn capitalized(name: &str) -> EcoString {
    let mut capitalized = EcoString::with_capacity(name.len());
    for (index, part) in name.trim_start_matches("::").split("::").enumerate() {
        if index > 0 {
            capitalized.push_str("::");
        }
        let mut letters = part.chars();
        capitalized.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        capitalized.push_str(letters.as_str());
    }
    capitalized
}
