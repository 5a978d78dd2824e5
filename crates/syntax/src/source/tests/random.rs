//! Trees out of bytes, so that a failing one can be made smaller.

use std::sync::Arc;

use diagnostics::Span;

use crate::ast::{
    AssignmentOperator, BinaryOperator, Block, Call, CallForm, Case, CaseOption, Expression, If, Kind, Lambda,
    Parameter, Radix, UnaryOperator,
};

struct Bytes<'b>(std::slice::Iter<'b, u8>);

impl Bytes<'_> {
    fn below(&mut self, limit: u8) -> u8 {
        self.0.next().copied().unwrap_or(0) % limit
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[usize::from(self.below(u8::try_from(items.len()).unwrap()))]
    }
}

pub(super) fn expression(bytes: &[u8]) -> Expression {
    any(&mut Bytes(bytes.iter()), 6)
}

fn made(kind: Kind) -> Expression {
    Expression { kind, span: Span::default(), anchor: 0 }
}

fn several(bytes: &mut Bytes<'_>, depth: u8, least: u8) -> Vec<Expression> {
    (0..bytes.below(3) + least).map(|_| any(bytes, depth)).collect()
}

fn pairs(bytes: &mut Bytes<'_>, depth: u8, least: u8) -> Vec<(Expression, Expression)> {
    (0..bytes.below(3) + least).map(|_| (any(bytes, depth), any(bytes, depth))).collect()
}

fn block(bytes: &mut Bytes<'_>, depth: u8) -> Block {
    several(bytes, depth, 0)
}

fn leaf(bytes: &mut Bytes<'_>) -> Kind {
    match bytes.below(12) {
        0 => Kind::Undef,
        1 => Kind::Default,
        2 => Kind::Boolean(bytes.below(2) == 0),
        3 => {
            Kind::Integer(i64::from(bytes.below(255)), bytes.pick(&[Radix::Decimal, Radix::Octal, Radix::Hexadecimal]))
        }
        4 => Kind::Float(f64::from(bytes.below(200)) / 8.0),
        5 => Kind::String(bytes.pick(&["", "a b", "it's", "x\ny", "$a", "\\", "\"", "ends\\"]).into()),
        6 => Kind::Regexp(bytes.pick(&["a", "^/", "\\d+", "\\\\", "[/]"]).into()),
        7 => Kind::Name(bytes.pick(&["present", "a::b", "word"]).into()),
        8 => Kind::TypeName(bytes.pick(&["String", "A::B"]).into()),
        _ => Kind::Variable(bytes.pick(&["it", "a", "::b", "c::d", "1", "_x", "meta"]).into()),
    }
}

const OPERATORS: [BinaryOperator; 18] = {
    use BinaryOperator::*;
    [
        Add,
        Subtract,
        Multiply,
        Divide,
        Modulo,
        ShiftLeft,
        ShiftRight,
        Equal,
        NotEqual,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual,
        Match,
        NoMatch,
        In,
        And,
        Or,
    ]
};

fn any(bytes: &mut Bytes<'_>, depth: u8) -> Expression {
    let Some(depth) = depth.checked_sub(1) else { return made(leaf(bytes)) };
    made(match bytes.below(20) {
        0..=3 => leaf(bytes),
        4 => Kind::Interpolated(interpolation(bytes, depth)),
        5 => Kind::Array(several(bytes, depth, 0)),
        6 => Kind::Hash(pairs(bytes, depth, 0)),
        7 => {
            let operator = bytes.pick(&[UnaryOperator::Not, UnaryOperator::Minus, UnaryOperator::Splat]);
            Kind::Unary(operator, Box::new(any(bytes, depth)))
        }
        8..=11 => Kind::Binary(bytes.pick(&OPERATORS), Box::new((any(bytes, depth), any(bytes, depth)))),
        12 => {
            let operator = bytes.pick(&[AssignmentOperator::Set, AssignmentOperator::Append]);
            Kind::Assignment(operator, Box::new((any(bytes, depth), any(bytes, depth))))
        }
        13 => Kind::Access(Box::new(any(bytes, depth)), several(bytes, depth, 1)),
        14 => Kind::Selector(Box::new(any(bytes, depth)), pairs(bytes, depth, 1)),
        15 => Kind::Parenthesized(Box::new(any(bytes, depth))),
        16 => Kind::If(Box::new(If {
            negated: bytes.below(3) == 0,
            condition: any(bytes, depth),
            then: block(bytes, depth),
            otherwise: (bytes.below(2) == 0).then(|| block(bytes, depth)),
        })),
        17 => Kind::Case(Box::new(Case {
            subject: any(bytes, depth),
            options: (0..bytes.below(2) + 1)
                .map(|_| CaseOption {
                    values: several(bytes, depth, 1),
                    body: block(bytes, depth),
                    span: Span::default(),
                })
                .collect(),
        })),
        _ => Kind::Call(Box::new(call(bytes, depth))),
    })
}

/// Texts between expressions, as the parser makes them: no two in a row, and no empty ones.
fn interpolation(bytes: &mut Bytes<'_>, depth: u8) -> Vec<Expression> {
    let mut parts = Vec::new();
    for _ in 0..bytes.below(2) + 1 {
        if bytes.below(2) == 0 {
            parts.push(made(Kind::String(bytes.pick(&["a", "$", "\"", "\\", "\n", "{}", "'"]).into())));
        }
        let part = any(bytes, depth);
        let is_text = matches!(part.kind, Kind::String(_));
        parts.push(if is_text { made(Kind::Variable("x".into())) } else { part });
    }
    parts
}

fn call(bytes: &mut Bytes<'_>, depth: u8) -> Call {
    let is_method = bytes.below(2) == 0;
    let form = if is_method { CallForm::Method(Box::new(any(bytes, depth))) } else { CallForm::Function };
    let callee = match bytes.below(3) {
        0 if !is_method => Kind::TypeName("Integer".into()),
        _ => Kind::Name(bytes.pick(&["map", "select", "f"]).into()),
    };
    let lambda = (bytes.below(2) == 0).then(|| {
        let parameter = |bytes: &mut Bytes<'_>| Parameter {
            name: bytes.pick(&["x", "y"]).into(),
            data_type: (bytes.below(3) == 0).then(|| made(Kind::TypeName("Integer".into()))),
            default: (bytes.below(3) == 0).then(|| any(bytes, depth)),
            captures_rest: bytes.below(4) == 0,
            span: Span::default(),
            anchor: 0,
        };
        Arc::new(Lambda {
            parameters: (0..bytes.below(3)).map(|_| parameter(bytes)).collect(),
            returns: (bytes.below(4) == 0).then(|| made(Kind::TypeName("String".into()))),
            body: block(bytes, depth),
            span: Span::default(),
        })
    });
    Call { callee: made(callee), form, arguments: several(bytes, depth, 0), lambda }
}

/// Takes the parentheses out of a tree.
pub(super) fn without_parentheses(tree: &mut Expression) {
    while let Kind::Parenthesized(inner) = &mut tree.kind {
        let inner = std::mem::replace(&mut **inner, made(Kind::Undef));
        *tree = inner;
    }
    let all = |trees: &mut Vec<Expression>| trees.iter_mut().for_each(without_parentheses);
    let each = |pairs: &mut Vec<(Expression, Expression)>| {
        for (left, right) in pairs {
            without_parentheses(left);
            without_parentheses(right);
        }
    };
    match &mut tree.kind {
        Kind::Interpolated(parts) | Kind::Array(parts) => all(parts),
        Kind::Hash(pairs) => each(pairs),
        Kind::Unary(_, inner) => without_parentheses(inner),
        Kind::Binary(_, sides) | Kind::Assignment(_, sides) => {
            without_parentheses(&mut sides.0);
            without_parentheses(&mut sides.1);
        }
        Kind::Access(inner, keys) => {
            without_parentheses(inner);
            all(keys);
        }
        Kind::Selector(inner, pairs) => {
            without_parentheses(inner);
            each(pairs);
        }
        Kind::If(condition) => {
            without_parentheses(&mut condition.condition);
            all(&mut condition.then);
            condition.otherwise.iter_mut().for_each(all);
        }
        Kind::Case(case) => {
            without_parentheses(&mut case.subject);
            for option in &mut case.options {
                all(&mut option.values);
                all(&mut option.body);
            }
        }
        Kind::Call(call) => {
            if let CallForm::Method(receiver) = &mut call.form {
                without_parentheses(receiver);
            }
            all(&mut call.arguments);
            if let Some(lambda) = call.lambda.as_mut().and_then(Arc::get_mut) {
                all(&mut lambda.body);
                for parameter in &mut lambda.parameters {
                    parameter.default.iter_mut().for_each(without_parentheses);
                }
            }
        }
        _ => {}
    }
}
