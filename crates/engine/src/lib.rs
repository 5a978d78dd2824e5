//! What happens to resources: they are built from what a manifest says, read, compared, changed and reported.
//!
//! A [`Session`] manages the resources of one type for one run: it owns the provider, what `get` found, and the rules
//! of the Resource API about both. The order of resources is not its business.
//!
//! Start reading at [`Session`].

pub mod catalog;
mod change;
mod comparison;
pub mod evaluation;
pub mod generate;
pub mod graph;
pub mod purge;
pub mod report;
pub mod resource;
pub mod run;
pub mod session;
pub mod settings;
pub mod state;
pub mod transaction;

pub use evaluation::{Evaluation, Event};
pub use resource::{BuildError, ManagedResource};
pub use run::Run;
pub use session::{Current, Instance, Session, Statistics};
pub use settings::{Settings, Strictness};
pub use transaction::Transaction;
