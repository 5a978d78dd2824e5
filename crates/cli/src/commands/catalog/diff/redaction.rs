//! Removes secrets from a difference: a value that is Sensitive in one resource may be part of plain text in another.

use catalog::{ChangedResource, Difference};
use ecow::EcoString;
use pcore::Value;
use resource_api::secret::Scrubber;

/// Redacts secrets in all names and plain values. Sensitive values stay as they are.
pub(super) fn redact(difference: &mut Difference, scrubber: &Scrubber) {
    let Difference { removed, added, changed, moved, removed_edges, added_edges, removed_classes, added_classes } =
        difference;
    for names in [removed, added, moved, removed_classes, added_classes] {
        redact_names(names, scrubber);
    }
    for (container, contained) in removed_edges.iter_mut().chain(added_edges) {
        redact_name(container, scrubber);
        redact_name(contained, scrubber);
    }
    for ChangedResource { reference, parameters, removed_tags, added_tags, exported: _ } in changed {
        redact_name(reference, scrubber);
        redact_names(removed_tags, scrubber);
        redact_names(added_tags, scrubber);
        for parameter in parameters {
            for value in [&mut parameter.old, &mut parameter.new].into_iter().flatten() {
                *value = without_secrets(value, scrubber);
            }
        }
    }
}

fn redact_names(names: &mut [EcoString], scrubber: &Scrubber) {
    names.iter_mut().for_each(|name| redact_name(name, scrubber));
}

fn redact_name(name: &mut EcoString, scrubber: &Scrubber) {
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
        // Its text never shows the value.
        Value::Sensitive(_) => value.clone(),
        // Values that are not data are shown as text.
        other => {
            let text = other.to_string();
            let scrubbed = scrubber.scrub(&text);
            if scrubbed == text { other.clone() } else { Value::string(scrubbed) }
        }
    }
}
