//! The words of the metamodel for operators and notations of the language.

use syntax::ast::{AssignmentOperator, BinaryOperator, LogicForm, Radix, UnaryOperator};

/// Values and their words.
pub(crate) type Words<T> = [(&'static str, T)];

pub(crate) const FORMS: [(&str, LogicForm); 3] =
    [("block", LogicForm::Block), ("lambda", LogicForm::Lambda), ("expression", LogicForm::Expression)];

pub(crate) const RADICES: [(&str, Radix); 3] =
    [("decimal", Radix::Decimal), ("octal", Radix::Octal), ("hexadecimal", Radix::Hexadecimal)];

pub(crate) const UNARY: [(&str, UnaryOperator); 3] =
    [("not", UnaryOperator::Not), ("minus", UnaryOperator::Minus), ("splat", UnaryOperator::Splat)];

/// Instances are not changed, so nothing is deleted from them.
pub(crate) const ASSIGNMENT: [(&str, AssignmentOperator); 2] =
    [("set", AssignmentOperator::Set), ("append", AssignmentOperator::Append)];

pub(crate) const BINARY: [(&str, BinaryOperator); 18] = [
    ("add", BinaryOperator::Add),
    ("subtract", BinaryOperator::Subtract),
    ("multiply", BinaryOperator::Multiply),
    ("divide", BinaryOperator::Divide),
    ("modulo", BinaryOperator::Modulo),
    ("shiftLeft", BinaryOperator::ShiftLeft),
    ("shiftRight", BinaryOperator::ShiftRight),
    ("equal", BinaryOperator::Equal),
    ("notEqual", BinaryOperator::NotEqual),
    ("less", BinaryOperator::Less),
    ("lessOrEqual", BinaryOperator::LessOrEqual),
    ("greater", BinaryOperator::Greater),
    ("greaterOrEqual", BinaryOperator::GreaterOrEqual),
    ("match", BinaryOperator::Match),
    ("noMatch", BinaryOperator::NoMatch),
    ("in", BinaryOperator::In),
    ("and", BinaryOperator::And),
    ("or", BinaryOperator::Or),
];

pub(crate) const fn words<T: Copy, const COUNT: usize>(table: &[(&'static str, T); COUNT]) -> [&'static str; COUNT] {
    let mut words = [""; COUNT];
    let mut index = 0;
    while index < COUNT {
        words[index] = table[index].0;
        index += 1;
    }
    words
}

/// The word for a value, if it has one.
pub(crate) fn word<T: PartialEq>(table: &Words<T>, value: &T) -> Option<&'static str> {
    table.iter().find(|(_, known)| known == value).map(|(word, _)| *word)
}

/// The value of a word.
pub(crate) fn named<T: Copy>(table: &Words<T>, word: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}
