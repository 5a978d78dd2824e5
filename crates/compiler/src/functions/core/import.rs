//! `import`: gone for long; it says what to use instead.

use crate::{error::Interrupt, functions::Function};

pub(super) static FUNCTION: Function = Function::counted(
    "import",
    "Always fails: manifests come from a folder now",
    -1,
    |call| {
        let message = "Use of 'import' has been discontinued in favor of a manifest directory. See \
                       http://links.puppet.com/puppet-import-deprecation";
        Err(Interrupt::at(call.spot.clone(), message))
    },
    &[],
);
