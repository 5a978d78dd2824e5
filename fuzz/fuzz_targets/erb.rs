//! ERB templates: parsing and rendering any text must neither panic nor run forever.

use pcore::Value;
use ruby_subset::{Host, HostError, Template};

/// The remaining steps and bytes of a template.
struct Nothing(u64, usize);

impl Host for Nothing {
    fn variable(&mut self, name: &str) -> Option<Value> {
        match name {
            "list" => Some(Value::array([1.into(), "a".into(), Value::Undef])),
            "hash" => Some(Value::hash([("a".into(), 1.into())])),
            "text" => Some("some text".into()),
            _ => None,
        }
    }

    fn variables(&mut self) -> Vec<(ecow::EcoString, Value)> {
        Vec::new()
    }

    fn look_up(&mut self, name: &str) -> Result<Value, HostError> {
        self.variable(name).ok_or_else(|| "".into())
    }

    fn set_variable(&mut self, _: &str, _: Value) -> Result<(), HostError> {
        Ok(())
    }

    fn replace_variable(&mut self, _: &str, _: Value) {}

    fn call_function(&mut self, _: &str, arguments: &[Value], _: bool) -> Result<Value, HostError> {
        Ok(Value::array(arguments.iter().cloned()))
    }

    fn has_function(&mut self, _: &str) -> bool {
        true
    }

    fn has_legacy_function(&mut self, _: &str) -> Result<bool, HostError> {
        Ok(true)
    }

    fn call_block(&mut self, arguments: &[Value]) -> Result<Value, HostError> {
        Ok(Value::array(arguments.iter().cloned()))
    }

    fn log(&mut self, _: &str, _: Option<&str>, _: &str) {}

    fn defaults(&mut self, _: &str) -> Vec<(ecow::EcoString, Value)> {
        Vec::new()
    }

    fn name(&self) -> String {
        "fuzz.example.com".to_owned()
    }

    fn classes(&mut self) -> Vec<ecow::EcoString> {
        Vec::new()
    }

    fn path(&self) -> Option<String> {
        None
    }

    fn spend(&mut self, steps: u64) -> Result<(), HostError> {
        self.0 = self.0.checked_sub(steps).ok_or("enough")?;
        Ok(())
    }

    fn size_limit(&self) -> usize {
        1_000_000
    }

    fn made(&mut self, bytes: usize) -> Result<(), HostError> {
        self.1 = self.1.checked_sub(bytes).ok_or("enough")?;
        Ok(())
    }
}

fuzz_target!(|text: &str| {
    // Most texts contain no tag, so the inverse finds more.
    let template = format!("<%= {text} %>");
    for text in [text, &template] {
        if let Ok(template) = Template::read(text) {
            let _ = template.render(&mut Nothing(100_000, 256 << 20));
        }
    }
});
