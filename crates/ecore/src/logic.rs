//! Logic as trees of the metamodel, and back.

mod decode;
mod encode;
pub(crate) mod words;

pub(crate) use decode::{expression, logic};
pub(crate) use encode::Encoded;
pub use encode::NotLogic;
