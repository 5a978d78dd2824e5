//! Takes secrets out of a difference: what is a secret in one place of a catalog may stand in a plain text elsewhere.

use ecow::EcoString;
use engine::catalog::{ChangedResource, Difference};
use pcore::Value;
use resource_api::secret::Scrubber;

/// Takes out of all names and plain values what the scrubber knows. Secrets themselves stay what they are.
pub(super) fn hide(difference: &mut Difference, scrubber: &Scrubber) {
    let Difference { removed, added, changed, moved, removed_edges, added_edges, removed_classes, added_classes } =
        difference;
    for names in [removed, added, moved, removed_classes, added_classes] {
        hide_names(names, scrubber);
    }
    for (container, contained) in removed_edges.iter_mut().chain(added_edges) {
        hide_name(container, scrubber);
        hide_name(contained, scrubber);
    }
    for ChangedResource { reference, parameters, removed_tags, added_tags, exported: _ } in changed {
        hide_name(reference, scrubber);
        hide_names(removed_tags, scrubber);
        hide_names(added_tags, scrubber);
        for parameter in parameters {
            for value in [&mut parameter.old, &mut parameter.new].into_iter().flatten() {
                *value = without_secrets(value, scrubber);
            }
        }
    }
}

fn hide_names(names: &mut [EcoString], scrubber: &Scrubber) {
    names.iter_mut().for_each(|name| hide_name(name, scrubber));
}

fn hide_name(name: &mut EcoString, scrubber: &Scrubber) {
    *name = scrubber.scrub(name).as_ref().into();
}

fn without_secrets(value: &Value, scrubber: &Scrubber) -> Value {
    match value {
        Value::String(text) => Value::string(scrubber.scrub(text)),
        Value::Array(items) => Value::array(items.iter().map(|item| without_secrets(item, scrubber))),
        Value::Hash(hash) => {
            let each =
                hash.iter().map(|(key, value)| (without_secrets(key, scrubber), without_secrets(value, scrubber)));
            Value::hash(each)
        }
        // No text form of it shows what it holds.
        Value::Sensitive(_) => value.clone(),
        // What is no data is shown as its text.
        other => {
            let text = other.to_string();
            let scrubbed = scrubber.scrub(&text);
            if scrubbed == text { other.clone() } else { Value::string(scrubbed) }
        }
    }
}
