//! Instances as XMI, as tools for Ecore write them.
//!
//! Data and references of one instance stand in attributes, lists of data and parts in elements. `xsi:type` says the
//! type where the feature does not tell it. A feature that is set to nothing is `xsi:nil`, an empty list an empty
//! attribute.

mod read;
mod write;

pub use read::read;
pub use write::write;
