//! How long it takes to read the files of types: a thousand of them, each as long as one of a public module. Run it with
//! `--release`.
#![allow(clippy::print_stdout, reason = "it is its purpose")]

use std::{error::Error, time::Instant};

use diagnostics::Source;

const FILES: usize = 1_000;

fn main() -> Result<(), Box<dyn Error>> {
    let attribute = |number: usize| {
        format!(
            "    value_{number}: {{\n      type: 'Optional[Variant[Enum[yes, no], Integer[0, 99], Pattern[/\\A[a-z]+\\z/]]]',\n      \
             desc: <<~DESC,\n        What the value {number} is about.\n          In two lines.\n      DESC\n    }},\n"
        )
    };
    let attributes: String = (0..20).map(attribute).collect();
    let text = |number: usize| {
        format!(
            "# frozen_string_literal: true\n\nrequire 'puppet/resource_api'\n\nPuppet::ResourceApi.register_type(\n  \
             name: 'thing_{number}',\n  desc: 'A thing.',\n  features: %w[canonicalize],\n  attributes: {{\n    \
             ensure: {{ type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' }},\n    \
             name: {{ type: 'String[1]', desc: 'Its name.', behaviour: :namevar }},\n{attributes}  }},\n)\n"
        )
    };
    let sources: Vec<Source> =
        (0..FILES).map(|number| Source::new(format!("thing_{number}.rb"), text(number))).collect();
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    let started = Instant::now();
    for source in &sources {
        let types = ruby_metadata::read_types(source).map_err(|problem| problem.message)?;
        if types.iter().filter(|found| found.definition.is_some()).count() != 1 {
            return Err(format!("{} was not read whole", source.name).into());
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{FILES} files of {} bytes in {seconds:.3} s: {:.0} files a second",
        bytes / FILES,
        FILES as f64 / seconds
    );
    Ok(())
}
