//! Types: one line per statement, and one per setting if they do not fit on one line.

use super::{Printed, Printer, WIDTH, expression::is_flat, text};
use crate::ast::{
    Feature, FeatureType, Invariant, Logic, LogicForm, Setting, SettingValue, TypeDefinition, TypeStatement, Word,
};

impl Printer {
    pub(super) fn type_definition(&mut self, tree: &TypeDefinition) -> Printed {
        self.out.push_str("type ");
        self.out.push_str(&tree.name);
        if let Some(parent) = &tree.parent {
            self.out.push_str(" inherits ");
            self.out.push_str(&parent.text);
        }
        if tree.statements.is_empty() {
            return self.text(" { }");
        }
        self.out.push(' ');
        self.lines(&tree.statements, Printer::type_statement)
    }

    fn type_statement(&mut self, statement: &TypeStatement) -> Printed {
        match statement {
            TypeStatement::Feature(feature) => self.feature(feature),
            TypeStatement::Invariant(invariant) => self.invariant(invariant),
            TypeStatement::Abstract(_) => self.text("abstract"),
            TypeStatement::Description(text) => self.text(&format!("desc {}", text::string(&text.text))),
            TypeStatement::Features(words, _) => {
                self.out.push_str("features ");
                self.words(words)
            }
            TypeStatement::Automatic(word, hash) => {
                self.out.push_str(&word.text);
                self.out.push(' ');
                self.operand(hash, 0)
            }
        }
    }

    fn feature(&mut self, feature: &Feature) -> Printed {
        self.out.push_str(feature.kind.word());
        self.out.push(' ');
        self.out.push_str(&feature.name.text);
        match &feature.data_type {
            None => {}
            Some(FeatureType::Named(name)) => {
                self.out.push_str(", ");
                self.out.push_str(&name.text);
            }
            Some(FeatureType::Enumeration(words, _)) => {
                self.enclosed(", enum[", "]", |printer| printer.words(words))?;
            }
        }
        if feature.settings.is_empty() {
            return Ok(());
        }
        self.out.push(' ');
        let start = self.out.len();
        if feature.settings.iter().all(is_flat_setting) {
            self.enclosed("{ ", " }", |printer| {
                printer.separated(&feature.settings, |printer, setting| printer.setting(setting, 0))
            })?;
            let line = self.out.rfind('\n').map_or(0, |newline| newline + 1);
            if self.out.len() - line <= WIDTH {
                return Ok(());
            }
        }
        self.out.truncate(start);
        let widest = feature.settings.iter().map(|setting| setting.name.text.len()).max().unwrap_or(0);
        self.lines(&feature.settings, |printer, setting| {
            printer.enclosed("", ",", |printer| printer.setting(setting, widest))
        })
    }

    fn words(&mut self, words: &[Word]) -> Printed {
        self.separated(words, |printer, word| printer.text(&text::word(&word.text)))
    }

    fn setting(&mut self, setting: &Setting, width: usize) -> Printed {
        let name = &setting.name.text;
        self.out.push_str(&format!("{name:width$} => "));
        match &setting.value {
            SettingValue::Literal(value) => self.operand(value, 0),
            SettingValue::Logic(logic) => self.logic(logic),
        }
    }

    pub(super) fn logic(&mut self, logic: &Logic) -> Printed {
        match (logic.form, logic.lambda.body.as_slice()) {
            (LogicForm::Lambda, _) => self.lambda(&logic.lambda),
            (LogicForm::Expression, [single]) => {
                let start = self.out.len();
                self.operand(single, 0)?;
                // A brace would start a block.
                if self.begins_with(start, &['{']) {
                    self.parenthesize(start);
                }
                Ok(())
            }
            (LogicForm::Expression | LogicForm::Block, body) => self.block(body),
        }
    }

    fn invariant(&mut self, invariant: &Invariant) -> Printed {
        self.out.push_str("invariant ");
        if let Some(title) = &invariant.title {
            self.out.push_str(&text::string(&title.text));
            self.out.push(' ');
        }
        let start = self.out.len();
        self.logic(&invariant.logic)?;
        // An operator would continue the title.
        if invariant.title.is_some() && self.begins_with(start, &['-', '*']) {
            self.parenthesize(start);
        }
        Ok(())
    }
}

fn is_flat_setting(setting: &Setting) -> bool {
    match &setting.value {
        SettingValue::Literal(value) => is_flat(value),
        SettingValue::Logic(logic) => logic.lambda.body.len() <= 1 && logic.lambda.body.iter().all(is_flat),
    }
}
