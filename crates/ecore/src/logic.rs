//! Logic as trees of the metamodel, and back.

mod decode;
mod encode;
pub(crate) mod words;

pub(crate) use decode::{expression, logic};
pub use encode::NotLogic;
pub(crate) use encode::{encode_expression, encode_logic};
