//! The recipes: what is written and which lines are added.

use super::Recipe;

/// The text of a file below `xtask/recipes`.
macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../recipes/", $name))
    };
}

pub(super) const RECIPES: &[Recipe] = &[
    Recipe {
        name: "a command",
        files: &[("crates/cli/src/commands/greet.rs", file!("command.rs"))],
        lines: &[
            ("crates/cli/src/commands.rs", "mod lookup;", "mod greet;"),
            ("crates/cli/src/commands.rs", "lookup::COMMAND,", "greet::COMMAND,"),
        ],
        shown: &[(&["greet", "Alice"], "Hello Alice!"), (&["help"], "Greet somebody")],
    },
    Recipe {
        name: "a function",
        files: &[],
        lines: &[("crates/compiler/src/functions/core/order.rs", "Function::typed(", file!("function.rs"))],
        shown: &[(&["apply", "--noop", "-e", "notice(twice(21))"], "Scope(Class[main]): 42")],
    },
    Recipe {
        name: "a resource type",
        files: &[("crates/types/src/doorbell.rs", file!("resource_type.rs"))],
        lines: &[
            ("crates/types/src/lib.rs", "mod exec;", "mod doorbell;"),
            ("crates/types/src/lib.rs", "(\"exec\", exec::resource_type),", "(\"doorbell\", doorbell::resource_type),"),
        ],
        shown: &[
            (&["describe", "doorbell"], "A bell at a door."),
            (
                &["apply", "--noop", "-e", "doorbell { 'front': sound => 'ding' }"],
                "sound changed 'silence' to 'ding' (noop)",
            ),
        ],
    },
    Recipe {
        name: "a provider of `package`",
        files: &[("crates/types/src/package/shelf.rs", file!("package_provider.rs"))],
        lines: &[
            ("crates/types/src/package.rs", "mod target;", "mod shelf;"),
            ("crates/types/src/package.rs", "&npm::PROVIDER,", "&shelf::PROVIDER,"),
        ],
        shown: &[(
            &["apply", "--noop", "-e", "package { 'book': ensure => installed, provider => shelf }"],
            "Package[book]/ensure: created (noop)",
        )],
    },
    Recipe {
        name: "a setting",
        files: &[],
        lines: &[(
            "crates/settings/src/table/runs.rs",
            "boolean(\"exclude_unchanged_resources\"",
            "boolean(\"evaluate_greetings\", false, \"Whether to greet\"),",
        )],
        shown: &[(&["config", "print", "evaluate_greetings"], "false")],
    },
];
