//! What real Puppet makes of manifests, we make of them, too; and what it does not survive, we do.

mod harness;
mod hostile;
mod lookup;
mod recorded;
