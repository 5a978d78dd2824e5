//! Every function that logic may call is translated.

use model::functions::CURRENT;

use super::signature;

#[test]
fn every_function_of_the_set_is_known() {
    for function in CURRENT.functions {
        let name = function.same_as.unwrap_or(function.name);
        let is_special = matches!(name, "new" | "split" | "regsubst");
        assert!(is_special || signature(name).is_some(), "{name}");
    }
}
