//! Rust literals as Puppet values.

use pcore::Value;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Lit, UnOp};

/// Returns the value of a literal; `None` for any other expression.
pub fn value(expression: &Expr) -> Option<Value> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value().into()),
            Lit::Bool(truth) => Some(truth.value.into()),
            Lit::Int(number) if number.suffix().is_empty() => number.base10_parse().ok().map(Value::Integer),
            Lit::Float(number) if number.suffix().is_empty() => number.base10_parse().ok().map(Value::Float),
            _ => None,
        },
        Expr::Array(array) => array.elems.iter().map(value).collect::<Option<Vec<Value>>>().map(Value::from),
        Expr::Unary(negative) if matches!(negative.op, UnOp::Neg(_)) => negative_of(&negative.expr),
        Expr::Group(group) => value(&group.expr),
        Expr::Paren(inner) => value(&inner.expr),
        _ => None,
    }
}

/// The smallest integer has no positive counterpart, so the sign is parsed with the digits.
fn negative_of(expression: &Expr) -> Option<Value> {
    let Expr::Lit(literal) = expression else { return None };
    match &literal.lit {
        Lit::Int(number) if number.suffix().is_empty() => {
            format!("-{}", number.base10_digits()).parse().ok().map(Value::Integer)
        }
        Lit::Float(number) if number.suffix().is_empty() => {
            number.base10_parse::<f64>().ok().map(|number| Value::Float(-number))
        }
        _ => None,
    }
}

/// Generates code that creates a value returned by [`value`].
pub fn tokens(value: &Value) -> TokenStream {
    let inner = match value {
        Value::String(text) => text.as_str().to_token_stream(),
        Value::Boolean(truth) => truth.to_token_stream(),
        Value::Integer(number) => number.to_token_stream(),
        Value::Float(number) => number.to_token_stream(),
        Value::Array(items) => {
            let items = items.iter().map(tokens);
            return quote!(::resource_api::pcore::Value::array([#(#items),*]));
        }
        other => unreachable!("{other:?} is no literal of Rust"),
    };
    quote!(::resource_api::pcore::Value::from(#inner))
}
