//! Labels and their articles.

use diagnostics::Span;

use super::{add_article, label, with_article, with_capital_article};
use crate::ast::{BinaryOperator, Expression, If, Kind};

fn expression(kind: Kind) -> Expression {
    Expression { kind, span: Span::default(), anchor: 0 }
}

#[test]
fn operators_stand_in_quotes_and_take_the_article_of_what_they_are() {
    let pair = Box::new((expression(Kind::Undef), expression(Kind::Undef)));
    let sum = expression(Kind::Binary(BinaryOperator::Add, pair));
    assert_eq!(label(&sum), "'+' expression");
    assert_eq!(with_article(&sum), "a '+' expression");
}

#[test]
fn a_quoted_vowel_asks_for_an() {
    let condition = |negated| {
        let statement = If { negated, condition: expression(Kind::Undef), then: Vec::new(), otherwise: None };
        expression(Kind::If(Box::new(statement)))
    };
    assert_eq!(with_article(&condition(false)), "an 'if' statement");
    assert_eq!(with_capital_article(&condition(true)), "An 'unless' Statement");
}

#[test]
fn y_counts_as_a_vowel() {
    assert_eq!(add_article("Yaml text"), "an Yaml text");
    assert_eq!(add_article("Integer"), "an Integer");
    assert_eq!(add_article(""), "a ");
}
