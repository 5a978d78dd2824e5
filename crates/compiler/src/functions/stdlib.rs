//! The functions of the module stdlib that others use most, and a few of openstacklib.
//!
//! They answer as the Ruby functions do, with their words where they refuse something. Most are older ones that count
//! their arguments only, and say themselves what is wrong with them.

mod address;
mod any2array;
mod any2bool;
mod assert_private;
mod base64;
mod basename;
mod batch_escape;
mod bool2num;
mod bool2str;
mod characters;
mod clamp;
mod concat;
mod convert_base;
mod count;
mod deep_merge;
mod defined_with_params;
mod delete;
mod delete_at;
mod delete_regex;
mod delete_undef_values;
mod delete_values;
mod deprecation;
mod difference;
mod dig44;
mod dirname;
mod dos2unix;
mod enclose_ipv6;
mod ensure_packages;
mod ensure_resource;
mod ensure_resources;
mod extname;
mod fact;
mod fqdn_rand_string;
mod fqdn_rotate;
mod fqdn_uuid;
mod get_module_path;
mod getparam;
mod grep;
mod has_interface_with;
mod has_ip_address;
mod has_ip_network;
mod has_key;
mod hash;
mod inet6_prefix;
mod intersection;
mod is_a;
mod is_absolute_path;
mod is_array;
mod is_bool;
mod is_domain_name;
mod is_email_address;
mod is_float;
mod is_function_available;
mod is_hash;
mod is_integer;
mod is_ip_address;
mod is_ipv4_address;
mod is_ipv6_address;
mod is_mac_address;
mod is_numeric;
mod is_service_default;
mod is_string;
mod join_keys_to_values;
mod json_text;
mod load_module_metadata;
mod loadjson;
mod loadyaml;
mod member;
mod merge;
mod normalize_ip_for_uri;
mod num2bool;
mod os_transport_url;
mod parsejson;
mod parseyaml;
mod path;
mod pick;
mod pick_default;
mod powershell_escape;
mod prefix;
mod range;
mod regexpescape;
mod reject;
mod reverse;
mod seeded_rand;
mod shell;
mod shell_escape;
mod shell_join;
mod shell_split;
mod sprintf_hash;
mod squeeze;
mod stdlib_crc32;
mod stdlib_deferrable_epp;
mod stdlib_end_with;
mod stdlib_ensure;
mod stdlib_has_function;
mod stdlib_ip_in_range;
mod stdlib_nested_values;
mod stdlib_os_version_gte;
mod stdlib_sha256;
mod stdlib_sort_by;
mod stdlib_start_with;
mod stdlib_xml_encode;
mod str2bool;
mod successor;
mod suffix;
mod swapcase;
mod time;
mod to_bytes;
mod to_json;
mod to_json_pretty;
mod to_yaml;
mod try_get_value;
mod type_of;
mod union;
mod unix2dos;
mod uriescape;
mod validate_absolute_path;
mod validate_array;
mod validate_bool;
mod validate_domain_name;
mod validate_email_address;
mod validate_hash;
mod validate_integer;
mod validate_ip_address;
mod validate_ipv4_address;
mod validate_ipv6_address;
mod validate_legacy;
mod validate_numeric;
mod validate_re;
mod validate_slength;
mod validate_string;
mod values_at;
mod zip;

#[cfg(test)]
mod tests;

use pcore::Value;

use super::{
    Call, Function,
    ruby::{number, text},
};
use crate::error::{Interrupt, Outcome};

/// All of them.
pub(super) static ALL: &[&Function] = &[
    &any2array::FUNCTION,
    &any2bool::FUNCTION,
    &assert_private::FUNCTION,
    &base64::FUNCTION,
    &basename::FUNCTION,
    &batch_escape::FUNCTION,
    &batch_escape::NAMESPACED,
    &bool2num::FUNCTION,
    &bool2str::FUNCTION,
    &clamp::FUNCTION,
    &concat::FUNCTION,
    &convert_base::FUNCTION,
    &count::FUNCTION,
    &deep_merge::FUNCTION,
    &defined_with_params::FUNCTION,
    &delete::FUNCTION,
    &delete_at::FUNCTION,
    &delete_regex::FUNCTION,
    &delete_undef_values::FUNCTION,
    &delete_values::FUNCTION,
    &deprecation::FUNCTION,
    &difference::FUNCTION,
    &dig44::FUNCTION,
    &dirname::FUNCTION,
    &dos2unix::FUNCTION,
    &enclose_ipv6::FUNCTION,
    &ensure_packages::FUNCTION,
    &ensure_resource::FUNCTION,
    &ensure_resources::FUNCTION,
    &extname::OLDER,
    &fact::FUNCTION,
    &fqdn_rand_string::FUNCTION,
    &fqdn_rand_string::NAMESPACED,
    &fqdn_rotate::FUNCTION,
    &fqdn_rotate::NAMESPACED,
    &fqdn_uuid::FUNCTION,
    &get_module_path::FUNCTION,
    &getparam::FUNCTION,
    &grep::FUNCTION,
    &has_interface_with::FUNCTION,
    &has_interface_with::NAMESPACED,
    &has_ip_address::FUNCTION,
    &has_ip_network::FUNCTION,
    &has_key::FUNCTION,
    &hash::FUNCTION,
    &inet6_prefix::FUNCTION,
    &intersection::FUNCTION,
    &is_a::FUNCTION,
    &is_absolute_path::FUNCTION,
    &is_array::FUNCTION,
    &is_bool::FUNCTION,
    &is_domain_name::FUNCTION,
    &is_email_address::FUNCTION,
    &is_float::FUNCTION,
    &is_function_available::FUNCTION,
    &is_hash::FUNCTION,
    &is_integer::FUNCTION,
    &is_ip_address::FUNCTION,
    &is_ipv4_address::FUNCTION,
    &is_ipv6_address::FUNCTION,
    &is_mac_address::FUNCTION,
    &is_numeric::FUNCTION,
    &is_service_default::FUNCTION,
    &is_string::FUNCTION,
    &join_keys_to_values::FUNCTION,
    &load_module_metadata::FUNCTION,
    &loadjson::FUNCTION,
    &loadyaml::FUNCTION,
    &member::FUNCTION,
    &merge::FUNCTION,
    &normalize_ip_for_uri::FUNCTION,
    &num2bool::FUNCTION,
    &os_transport_url::FUNCTION,
    &stdlib_os_version_gte::OLDER,
    &parsejson::FUNCTION,
    &parseyaml::FUNCTION,
    &pick::FUNCTION,
    &pick_default::FUNCTION,
    &powershell_escape::FUNCTION,
    &powershell_escape::NAMESPACED,
    &prefix::FUNCTION,
    &range::FUNCTION,
    &regexpescape::FUNCTION,
    &reject::FUNCTION,
    &reverse::FUNCTION,
    &seeded_rand::FUNCTION,
    &seeded_rand::NAMESPACED,
    &shell_escape::FUNCTION,
    &shell_escape::NAMESPACED,
    &shell_join::FUNCTION,
    &shell_split::FUNCTION,
    &sprintf_hash::FUNCTION,
    &squeeze::FUNCTION,
    &stdlib_crc32::FUNCTION,
    &stdlib_deferrable_epp::FUNCTION,
    &stdlib_end_with::FUNCTION,
    &stdlib_ensure::FUNCTION,
    &ensure_packages::NAMESPACED,
    &extname::FUNCTION,
    &stdlib_has_function::FUNCTION,
    &stdlib_ip_in_range::FUNCTION,
    &merge::NAMESPACED,
    &stdlib_nested_values::FUNCTION,
    &stdlib_os_version_gte::FUNCTION,
    &stdlib_sha256::FUNCTION,
    &stdlib_sort_by::FUNCTION,
    &stdlib_start_with::FUNCTION,
    &to_json::NAMESPACED,
    &to_json_pretty::NAMESPACED,
    &to_yaml::NAMESPACED,
    &stdlib_xml_encode::FUNCTION,
    &str2bool::FUNCTION,
    &suffix::FUNCTION,
    &swapcase::FUNCTION,
    &time::FUNCTION,
    &to_bytes::FUNCTION,
    &to_json::FUNCTION,
    &to_json_pretty::FUNCTION,
    &to_yaml::FUNCTION,
    &try_get_value::FUNCTION,
    &type_of::FUNCTION,
    &union::FUNCTION,
    &unix2dos::FUNCTION,
    &uriescape::FUNCTION,
    &validate_absolute_path::FUNCTION,
    &validate_array::FUNCTION,
    &validate_bool::FUNCTION,
    &validate_domain_name::FUNCTION,
    &validate_email_address::FUNCTION,
    &validate_hash::FUNCTION,
    &validate_integer::FUNCTION,
    &validate_ip_address::FUNCTION,
    &validate_ipv4_address::FUNCTION,
    &validate_ipv6_address::FUNCTION,
    &validate_legacy::FUNCTION,
    &validate_numeric::FUNCTION,
    &validate_re::FUNCTION,
    &validate_slength::FUNCTION,
    &validate_string::FUNCTION,
    &values_at::FUNCTION,
    &zip::FUNCTION,
];

/// Fails; the call adds its place.
fn fail<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Interrupt::plain(message))
}

/// Fails for the first of the arguments that is not what is meant, which is some kind of text; and where there is none.
fn validate_each(arguments: &[Value], name: &str, meant: &str, is_meant: impl Fn(&Value) -> bool) -> Outcome<()> {
    if arguments.is_empty() {
        return fail(format!("{name}(): wrong number of arguments (0; must be > 0)"));
    }
    for value in arguments {
        if !matches!(value, Value::String(_)) {
            return fail(format!("{} is not a string.", text::inspect(value)));
        }
        if !is_meant(value) {
            return fail(format!("{} is not {meant}", text::inspect(value)));
        }
    }
    Ok(())
}

/// Fails with the words that most functions have for too few or too many arguments.
fn wrong_count<T>(call: &Call<'_, '_>, wanted: &str) -> Outcome<T> {
    let (name, count) = (call.name.trim_start_matches("::"), call.arguments.len());
    fail(format!("{name}(): Wrong number of arguments given ({count} for {wanted})"))
}

/// Changes a text, or the texts among the elements of an array.
fn each_text(call: &mut Call<'_, '_>, change: fn(&str) -> String) -> Outcome {
    let changed = |value: &Value| value.as_str().map_or_else(|| value.clone(), |text| Value::from(change(text)));
    match call.arguments.first() {
        None => wrong_count(call, "1"),
        Some(Value::Array(items)) => Ok(items.iter().map(changed).collect()),
        Some(text @ Value::String(_)) => Ok(changed(text)),
        Some(_) => fail(format!("{}(): Requires either array or string to work with", call.name)),
    }
}

/// `to_i` of what has it.
fn to_i(value: &Value) -> Outcome<i64> {
    match value {
        Value::Undef => Ok(0),
        Value::Integer(number) => Ok(*number),
        Value::Float(number) => Ok(*number as i64),
        Value::String(digits) => Ok(number::to_i(digits)),
        other => fail(text::no_method("to_i", other)),
    }
}

/// Whether a line of a text has digits only.
fn has_number_line(text: &str) -> bool {
    text.lines().any(|line| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()))
}
