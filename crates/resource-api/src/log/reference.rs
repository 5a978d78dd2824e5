//! How log lines refer to resources.

pub use pcore::names::capitalized_segments as capitalized;

/// Returns the reference of a resource: its capitalized type and its title.
///
/// ```
/// use resource_api::log::reference;
///
/// assert_eq!(reference("t_log", "a"), "T_log[a]");
/// assert_eq!(reference("apache::vhost", "a"), "Apache::Vhost[a]");
/// ```
pub fn reference(type_name: &str, title: &str) -> String {
    format!("{}[{title}]", capitalized(type_name))
}

/// Returns the path of a resource, given the path of its container, which is empty for a resource without one.
///
/// ```
/// use resource_api::log::path;
///
/// assert_eq!(path("/Stage[main]/Main", "t_log", "a"), "/Stage[main]/Main/T_log[a]");
/// assert_eq!(path("", "t_log", "a"), "/T_log[a]");
/// ```
pub fn path(container: &str, type_name: &str, title: &str) -> String {
    format!("{container}/{}", reference(type_name, title))
}

/// Returns the path of a property.
///
/// ```
/// assert_eq!(resource_api::log::property_path("/User[alice]", "uid"), "/User[alice]/uid");
/// ```
pub fn property_path(resource: &str, property: &str) -> String {
    format!("{resource}/{property}")
}
