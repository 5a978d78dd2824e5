//! The API for provider authors.
//!
//! A *type* is data: a [`TypeDefinition`] with its attributes. A *provider* is a [`Provider`]: it reads the state of
//! resources (`get`) and changes some of them (`set`); [`SimpleProvider`] splits `set` into create, update and delete.
//! A [`ResourceType`] combines a type with its providers. Providers log through their [`Context`] and run processes
//! with [`command`].
//!
//! This crate does not know about catalogs, the order of resources, or terminals. Log lines are [`log::LogEntry`]s that
//! are sent to whatever runs the provider.
//!
//! Start reading at [`Provider`] and [`TypeDefinition`].

// What `#[provider]` writes names this crate, also within it.
extern crate self as resource_api;

pub mod command;
pub mod context;
pub mod data;
pub mod definition;
pub mod failure;
pub mod line_file;
pub mod log;
pub mod provider;
pub mod registry;
pub mod render;
pub mod secret;
pub mod simple;
pub mod state;
pub mod transport;
pub mod whole_file;

pub use command::{Command, CommandError};
pub use context::Context;
pub use data::{Data, Ensure, Sensitive};
pub use definition::{Attribute, AttributeGroup, Behaviour, DefinesType, Feature, TypeDefinition};
pub use failure::{Failure, Outcome};
pub use pcore;
pub use provider::{Audited, Change, Changes, Difference, Generated, Insync, Provider, Request};
pub use registry::{ProviderEntry, ResourceType, Types};
pub use resource_api_derive::{AttributeGroup, Resource, provider};
pub use simple::{Simple, SimpleProvider};
pub use state::{Identity, Resource, State};
