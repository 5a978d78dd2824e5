//! The syntax of Python and Lua: texts, numbers, tables, statements.

use std::fmt::Write;

use crate::tree::{Code, Statement, bounded};

/// The target language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Python,
    Lua,
}

impl Style {
    /// The name of a helper of the runtime.
    pub fn helper(self, name: &str) -> String {
        match self {
            Style::Python => name.to_owned(),
            Style::Lua => format!("R.{name}"),
        }
    }

    pub fn undef(self) -> &'static str {
        match self {
            Style::Python => "None",
            Style::Lua => "R.undef",
        }
    }

    fn boolean(self, value: bool) -> &'static str {
        match (self, value) {
            (Style::Python, true) => "True",
            (Style::Python, false) => "False",
            (Style::Lua, true) => "true",
            (Style::Lua, false) => "false",
        }
    }

    fn integer(self, number: i64) -> String {
        match self {
            Style::Lua if number == i64::MIN => String::from("math.mininteger"),
            _ => number.to_string(),
        }
    }

    fn float(self, number: f64) -> String {
        let infinite = |name: &str| if number < 0.0 { format!("-{name}") } else { name.to_owned() };
        match self {
            Style::Python if number.is_infinite() => infinite("math.inf"),
            Style::Lua if number.is_infinite() => infinite("math.huge"),
            _ => {
                let text = format!("{number:?}");
                if text.contains(['.', 'e', 'N']) { text } else { format!("{text}.0") }
            }
        }
    }

    /// A text as a literal.
    pub fn text(self, text: &str) -> String {
        let mut written = String::with_capacity(text.len() + 2);
        written.push('"');
        for character in text.chars() {
            let code = u32::from(character);
            match character {
                '"' => written.push_str("\\\""),
                '\\' => written.push_str("\\\\"),
                '\n' => written.push_str("\\n"),
                '\r' => written.push_str("\\r"),
                '\t' => written.push_str("\\t"),
                _ if character.is_control() || is_invisible(code) => {
                    let _ = match self {
                        Style::Python if code <= 0xFFFF => write!(written, "\\u{code:04x}"),
                        Style::Python => write!(written, "\\U{code:08x}"),
                        Style::Lua => write!(written, "\\u{{{code:X}}}"),
                    };
                }
                other => written.push(other),
            }
        }
        written.push('"');
        written
    }

    pub fn code(self, code: &Code) -> String {
        let all = |codes: &[Code]| codes.iter().map(|code| self.code(code)).collect::<Vec<_>>().join(", ");
        match code {
            Code::Undef => self.undef().to_owned(),
            Code::Default => self.helper("DEFAULT"),
            Code::Boolean(value) => self.boolean(*value).to_owned(),
            Code::Integer(number) => self.integer(*number),
            Code::Float(number) => self.float(*number),
            Code::Text(text) => self.text(text),
            Code::Pattern(number) => self.element("PATTERNS", *number),
            Code::Type(number) => self.element("TYPES", *number),
            Code::Local(name) | Code::Written(name) => name.clone(),
            Code::List(items) => match self {
                Style::Python => self.bracketed(&all(items)),
                Style::Lua => format!("R.list({}, {})", self.bracketed(&all(items)), items.len()),
            },
            Code::Plain(items) => self.bracketed(&all(items)),
            Code::Table(entries) => {
                let entry = |(name, value): &(String, Code)| match self {
                    Style::Python => format!("{}: {}", self.text(name), self.code(value)),
                    Style::Lua => format!("[{}] = {}", self.text(name), self.code(value)),
                };
                let entries: Vec<String> = entries.iter().map(entry).collect();
                format!("{{{}}}", entries.join(", "))
            }
            Code::Entries(entries) => {
                let pair = |(key, value): &(Code, Code)| match self {
                    Style::Python => format!("({}, {})", self.code(key), self.code(value)),
                    Style::Lua => format!("{{{}, {}}}", self.code(key), self.code(value)),
                };
                let pairs = entries.iter().map(pair).collect::<Vec<_>>().join(", ");
                format!("{}({})", self.helper("Hash"), self.bracketed(&pairs))
            }
            Code::Call(name, arguments) => format!("{}({})", self.helper(&bounded(name)), all(arguments)),
            Code::Counted(steps, inner) => format!("({}({steps}) and {})", self.helper("spend"), self.code(inner)),
            Code::Truth(inner) => format!("{}({})", self.helper("truth"), self.code(inner)),
            Code::And(left, right) => format!("({} and {})", self.code(left), self.code(right)),
            Code::Or(left, right) => format!("({} or {})", self.code(left), self.code(right)),
            Code::Not(inner) => format!("(not {})", self.code(inner)),
        }
    }

    /// An element of one of the tables of constants.
    pub fn element(self, table: &str, number: usize) -> String {
        format!("{}[{number}]", self.helper(table))
    }

    fn bracketed(self, items: &str) -> String {
        match self {
            Style::Python => format!("[{items}]"),
            Style::Lua => format!("{{{items}}}"),
        }
    }

    pub fn statements(self, statements: &[Statement], depth: usize, out: &mut String) {
        if statements.is_empty() && self == Style::Python {
            let _ = writeln!(out, "{}pass", "    ".repeat(depth));
        }
        for statement in statements {
            self.statement(statement, depth, out);
        }
    }

    fn statement(self, statement: &Statement, depth: usize, out: &mut String) {
        let indent = "    ".repeat(depth);
        let _ = match (self, statement) {
            (Style::Lua, Statement::Let(name, code)) => writeln!(out, "{indent}local {name} = {}", self.code(code)),
            (_, Statement::Let(name, code) | Statement::Set(name, code)) => {
                writeln!(out, "{indent}{name} = {}", self.code(code))
            }
            (Style::Lua, Statement::Do(code @ Code::Call(..))) => writeln!(out, "{indent}{}", self.code(code)),
            (Style::Lua, Statement::Do(code)) => writeln!(out, "{indent}local _ = {}", self.code(code)),
            (Style::Python, Statement::Do(code)) => writeln!(out, "{indent}{}", self.code(code)),
            (_, Statement::Spend(steps)) => writeln!(out, "{indent}{}({steps})", self.helper("spend")),
            (_, Statement::Return(code)) => writeln!(out, "{indent}return {}", self.code(code)),
            (_, Statement::Define(name, parameters, body)) => {
                let parameters = parameters.join(", ");
                let _ = match self {
                    Style::Python => writeln!(out, "{indent}def {name}({parameters}):"),
                    Style::Lua => writeln!(out, "{indent}local function {name}({parameters})"),
                };
                self.statements(body, depth + 1, out);
                self.end(&indent, out)
            }
            (_, Statement::If(condition, then, otherwise)) => {
                let (then_word, else_if, else_word) = match self {
                    Style::Python => (":", "elif", "else:"),
                    Style::Lua => (" then", "elseif", "else"),
                };
                let _ = writeln!(out, "{indent}if {}{then_word}", self.code(condition));
                self.statements(then, depth + 1, out);
                let mut rest = otherwise;
                while let [Statement::If(condition, then, otherwise)] = rest.as_slice() {
                    let _ = writeln!(out, "{indent}{else_if} {}{then_word}", self.code(condition));
                    self.statements(then, depth + 1, out);
                    rest = otherwise;
                }
                if !rest.is_empty() {
                    let _ = writeln!(out, "{indent}{else_word}");
                    self.statements(rest, depth + 1, out);
                }
                self.end(&indent, out)
            }
        };
    }

    /// Ends a function or a condition.
    fn end(self, indent: &str, out: &mut String) -> std::fmt::Result {
        match self {
            Style::Python => Ok(()),
            Style::Lua => writeln!(out, "{indent}end"),
        }
    }
}

/// Marks and private characters, which are invisible in editors.
fn is_invisible(code: u32) -> bool {
    matches!(code, 0xAD | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xE000..=0xF8FF | 0xFEFF)
}
