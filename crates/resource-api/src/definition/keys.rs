//! The words of definitions. The crate `resource-api-derive` compiles this file as well, because its macros cannot use this
//! crate.

/// The metaparameters, which every resource has.
pub const METAPARAMETERS: [&str; 13] = [
    "alias",
    "audit",
    "before",
    "consume",
    "export",
    "loglevel",
    "noop",
    "notify",
    "require",
    "schedule",
    "stage",
    "subscribe",
    "tag",
];

/// Attributes that the runtime adds to every type, in the order in which they are looked up.
pub(super) fn reserved() -> impl Iterator<Item = &'static str> {
    ["title", "provider"].into_iter().chain(METAPARAMETERS)
}

/// The hidden property of types with `custom_insync` that have no property of their own.
pub(super) const INSYNC_TRIGGER: &str = "rsapi_custom_insync_trigger";

/// The keys of automatic relations.
pub(super) const RELATIONS: [&str; 4] = ["autorequire", "autobefore", "autosubscribe", "autonotify"];

/// Keys of a type beyond the specification, which the engine reads.
pub(super) const TYPE_KEYS: [&str; 10] = [
    "apply_to",
    "batch",
    "eval_generate",
    "parallel",
    "passes_on_metaparameters",
    "reads",
    "repeats",
    "self_refresh",
    "shown_to",
    "distinguished_by",
];

/// Keys of an attribute beyond the specification.
pub(super) const ATTRIBUTE_KEYS: [&str; 3] = ["accepts", "states", "idempotent"];
