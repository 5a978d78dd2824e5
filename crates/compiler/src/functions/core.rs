//! The functions that Puppet itself has.

mod abs;
mod alert;
mod all;
mod annotate;
mod any;
mod assert_type;
mod binary_file;
mod r#break;
mod call;
mod camelcase;
mod capitalize;
mod ceiling;
mod chomp;
mod chop;
mod compare;
mod contain;
mod convert_to;
mod create_resources;
mod crit;
mod debug;
mod defined;
mod dig;
mod digest;
mod downcase;
mod each;
mod emerg;
mod empty;
mod epp;
mod err;
mod eyaml_lookup_key;
mod fail;
mod file;
mod filter;
mod find_file;
mod find_template;
mod flatten;
mod floor;
mod fqdn_rand;
mod generate;
mod get;
mod getvar;
mod group_by;
mod hiera;
mod hiera_array;
mod hiera_hash;
mod hiera_include;
mod hocon_data;
mod import;
mod include;
mod index;
mod info;
mod inline_epp;
mod inline_template;
mod join;
mod json_data;
mod keys;
mod length;
mod lest;
mod logging;
mod lookup;
mod lstrip;
mod map;
mod r#match;
mod max;
mod md5;
mod min;
mod module_directory;
mod new;
mod next;
mod notice;
mod partition;
mod realize;
mod reduce;
mod regsubst;
mod require;
mod r#return;
mod reverse_each;
mod round;
mod rstrip;
mod scanf;
mod sha1;
mod sha256;
mod shellquote;
mod size;
mod slice;
mod sort;
mod split;
mod sprintf;
mod step;
mod strftime;
mod strip;
mod tag;
mod tagged;
mod template;
mod then;
mod tree_each;
mod r#type;
mod unique;
mod unwrap;
mod upcase;
mod values;
mod versioncmp;
mod warning;
mod with;
mod yaml_data;

#[cfg(test)]
mod tests;

pub(crate) use self::call::resolve as resolve_deferred;
use super::Function;

/// All of them, in the order of their names.
pub(super) static ALL: &[&Function] = &[
    &abs::FUNCTION,
    &alert::FUNCTION,
    &all::FUNCTION,
    &annotate::FUNCTION,
    &any::FUNCTION,
    &assert_type::FUNCTION,
    &binary_file::FUNCTION,
    &r#break::FUNCTION,
    &call::FUNCTION,
    &camelcase::FUNCTION,
    &capitalize::FUNCTION,
    &ceiling::FUNCTION,
    &chomp::FUNCTION,
    &chop::FUNCTION,
    &compare::FUNCTION,
    &contain::FUNCTION,
    &convert_to::FUNCTION,
    &create_resources::FUNCTION,
    &crit::FUNCTION,
    &debug::FUNCTION,
    &defined::FUNCTION,
    &dig::FUNCTION,
    &digest::FUNCTION,
    &downcase::FUNCTION,
    &each::FUNCTION,
    &emerg::FUNCTION,
    &empty::FUNCTION,
    &epp::FUNCTION,
    &err::FUNCTION,
    &eyaml_lookup_key::FUNCTION,
    &fail::FUNCTION,
    &file::FUNCTION,
    &filter::FUNCTION,
    &find_file::FUNCTION,
    &find_template::FUNCTION,
    &flatten::FUNCTION,
    &floor::FUNCTION,
    &fqdn_rand::FUNCTION,
    &generate::FUNCTION,
    &get::FUNCTION,
    &getvar::FUNCTION,
    &group_by::FUNCTION,
    &hiera::FUNCTION,
    &hiera_array::FUNCTION,
    &hiera_hash::FUNCTION,
    &hiera_include::FUNCTION,
    &hocon_data::FUNCTION,
    &import::FUNCTION,
    &include::FUNCTION,
    &index::FUNCTION,
    &info::FUNCTION,
    &inline_epp::FUNCTION,
    &inline_template::FUNCTION,
    &join::FUNCTION,
    &json_data::FUNCTION,
    &keys::FUNCTION,
    &length::FUNCTION,
    &lest::FUNCTION,
    &lookup::FUNCTION,
    &lstrip::FUNCTION,
    &map::FUNCTION,
    &r#match::FUNCTION,
    &max::FUNCTION,
    &md5::FUNCTION,
    &min::FUNCTION,
    &module_directory::FUNCTION,
    &new::FUNCTION,
    &next::FUNCTION,
    &notice::FUNCTION,
    &partition::FUNCTION,
    &realize::FUNCTION,
    &reduce::FUNCTION,
    &regsubst::FUNCTION,
    &require::FUNCTION,
    &r#return::FUNCTION,
    &reverse_each::FUNCTION,
    &round::FUNCTION,
    &rstrip::FUNCTION,
    &scanf::FUNCTION,
    &sha1::FUNCTION,
    &sha256::FUNCTION,
    &shellquote::FUNCTION,
    &size::FUNCTION,
    &slice::FUNCTION,
    &sort::FUNCTION,
    &split::FUNCTION,
    &sprintf::FUNCTION,
    &step::FUNCTION,
    &strftime::FUNCTION,
    &strip::FUNCTION,
    &tag::FUNCTION,
    &tagged::FUNCTION,
    &template::FUNCTION,
    &then::FUNCTION,
    &tree_each::FUNCTION,
    &r#type::FUNCTION,
    &unique::FUNCTION,
    &unwrap::FUNCTION,
    &upcase::FUNCTION,
    &values::FUNCTION,
    &versioncmp::FUNCTION,
    &warning::FUNCTION,
    &with::FUNCTION,
    &yaml_data::FUNCTION,
];
