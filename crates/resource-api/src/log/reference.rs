//! How log lines name resources.

/// The reference of a resource: the type with a capital in each part of its name, and the title.
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

/// The path of a resource inside what contains it, which is empty for a resource that stands alone.
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

/// The path of a property of a resource.
///
/// ```
/// assert_eq!(resource_api::log::property_path("/User[alice]", "uid"), "/User[alice]/uid");
/// ```
pub fn property_path(resource: &str, property: &str) -> String {
    format!("{resource}/{property}")
}

/// The name of a type with a capital in each part.
pub fn capitalized(type_name: &str) -> String {
    let mut name = String::with_capacity(type_name.len());
    for (index, part) in type_name.split("::").enumerate() {
        name.push_str(if index == 0 { "" } else { "::" });
        let mut letters = part.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(letters.as_str());
    }
    name
}
