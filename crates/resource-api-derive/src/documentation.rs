//! Doc comments as descriptions.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

#[cfg(test)]
mod tests;

/// Returns the doc comment of an item.
pub fn description(attributes: &[Attribute]) -> Option<String> {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    // `/** … */` is one attribute with many lines.
    let lines: Vec<String> = lines.flat_map(|text| text.split('\n').map(str::to_owned).collect::<Vec<_>>()).collect();
    Some(join(&lines)).filter(|text| !text.is_empty())
}

/// Joins the lines of each paragraph. Lists, tables and code are left as they are.
fn join(lines: &[String]) -> String {
    let mut text = String::new();
    let mut in_code = false;
    let mut continues = false;
    for line in lines {
        let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
        let fence = line.trim_start().starts_with("```");
        let own_line = in_code || fence || stands_alone(line);
        match (continues && !own_line && !line.is_empty(), text.is_empty()) {
            (true, _) => text.push(' '),
            (false, false) => text.push('\n'),
            (false, true) => {}
        }
        text.push_str(if continues && !own_line { line.trim_start() } else { line });
        in_code ^= fence;
        continues = !line.is_empty() && !in_code && !fence && !line.starts_with(['#', '|']);
    }
    text.trim().to_owned()
}

/// Whether a line starts a new Markdown block: an item, a heading, a quotation, a row, code.
fn stands_alone(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let numbered = word.strip_suffix('.').is_some_and(|digits| digits.parse::<u32>().is_ok());
    numbered || matches!(word, "-" | "*" | "+" | ">") || word.starts_with(['#', '|']) || line.starts_with("    ")
}
