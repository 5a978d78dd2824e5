//! Instances as XMI, as tools for Ecore write them.
//!
//! Data and references are attributes, lists of data and parts are elements. `xsi:type` is the type if the feature does
//! not imply it. A feature that is set to nothing is `xsi:nil`, an empty list is an empty attribute.

mod read;
mod write;

pub use read::read;
pub use write::write;
