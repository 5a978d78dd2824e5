//! Applies catalogs: resources are built from their declarations, read, compared, changed and reported.
//!
//! A [`Session`] manages the resources of one type for one run: it owns the provider, the results of `get`, and the rules
//! of the Resource API about both. It knows nothing of the order of resources; a [`Transaction`] does.
//!
//! Start reading at [`Session`].

mod change;
mod comparison;
pub mod evaluation;
pub mod generate;
pub mod graph;
pub mod handling;
pub mod index;
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
