//! Trees as texts that show the location of every expression: `(+@2 (int@0 1) (int@4 2))`.

use syntax::ast::{
    AssignmentOperator, Attribute, AttributeName, CallForm, Expression, FeatureType, Invariant, Kind, Lambda, Logic,
    LogicForm, Parameter, ResourceForm, SettingValue, TypeStatement, UnaryOperator, Word,
};

/// Writes a program. One that is a single block is that block.
pub fn program(statements: &[Expression]) -> String {
    match statements {
        [Expression { kind: Kind::Block(block), .. }] => write(block),
        _ => write(statements),
    }
}

fn write(block: &[Expression]) -> String {
    let inner: String = block.iter().map(|statement| format!(" {}", expression(statement))).collect();
    format!("(block{inner})")
}

/// A node with its location and its children.
fn node(name: &str, anchor: u32, parts: &[String]) -> String {
    let parts: String = parts.iter().filter(|part| !part.is_empty()).map(|part| format!(" {part}")).collect();
    format!("({name}@{anchor}{parts})")
}

fn list(expressions: &[Expression]) -> String {
    expressions.iter().map(expression).collect::<Vec<_>>().join(" ")
}

fn body(block: &[Expression]) -> String {
    match block {
        [single] => expression(single),
        _ => write(block),
    }
}

fn pairs(pairs: &[(Expression, Expression)]) -> String {
    let pairs = pairs.iter().map(|(key, value)| format!("(=> {} {})", expression(key), expression(value)));
    pairs.collect::<Vec<_>>().join(" ")
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn attributes(attributes: &[Attribute]) -> String {
    let attributes = attributes.iter().map(|attribute| {
        let name = match &attribute.name {
            AttributeName::Named(name) => name.to_string(),
            AttributeName::Splat => "*".to_owned(),
        };
        let arrow = if attribute.adds { "+>" } else { "=>" };
        node("attribute", attribute.anchor, &[name, arrow.to_owned(), expression(&attribute.value)])
    });
    attributes.collect::<Vec<_>>().join(" ")
}

fn parameters(parameters: &[Parameter]) -> String {
    let parameters = parameters.iter().map(|parameter| {
        let splat = if parameter.captures_rest { "*" } else { "" };
        let data_type = parameter.data_type.as_ref().map(|data_type| format!(":type {}", expression(data_type)));
        let default = parameter.default.as_ref().map(|default| format!(":value {}", expression(default)));
        let name = format!("{splat}{}", parameter.name);
        node("parameter", parameter.anchor, &[name, data_type.unwrap_or_default(), default.unwrap_or_default()])
    });
    format!("({})", parameters.collect::<Vec<_>>().join(" "))
}

fn returns(returns: Option<&Expression>) -> String {
    returns.map(|returns| format!(":returns {}", expression(returns))).unwrap_or_default()
}

fn lambda(lambda: Option<&Lambda>) -> String {
    lambda
        .map(|lambda| {
            let parts = [parameters(&lambda.parameters), returns(lambda.returns.as_ref()), body(&lambda.body)];
            node("lambda", lambda.span.start, &parts)
        })
        .unwrap_or_default()
}

fn form(name: &str, form: ResourceForm) -> String {
    let form = match form {
        ResourceForm::Regular => "regular",
        ResourceForm::Virtual => "virtual",
        ResourceForm::Exported => "exported",
    };
    format!("{name}:{form}")
}

fn expression(expression_: &Expression) -> String {
    let anchor = expression_.anchor;
    let (name, parts): (&str, Vec<String>) = match &expression_.kind {
        Kind::Undef => ("undef", vec![]),
        Kind::Default => ("default", vec![]),
        Kind::Boolean(value) => (if *value { "true" } else { "false" }, vec![]),
        Kind::Integer(value, _) => ("int", vec![value.to_string()]),
        Kind::Float(value) => ("float", vec![value.to_bits().to_string()]),
        Kind::String(text) => ("string", vec![quoted(text)]),
        Kind::Interpolated(parts) => ("interpolated", vec![list(parts)]),
        Kind::Heredoc(heredoc) => ("heredoc", vec![quoted(&heredoc.syntax), expression(&heredoc.text)]),
        Kind::Regexp(pattern) => ("regexp", vec![quoted(pattern)]),
        Kind::Name(name) => ("name", vec![name.to_string()]),
        Kind::Reserved(word) => ("reserved", vec![word.to_string()]),
        Kind::TypeName(name) => ("type-name", vec![name.to_string()]),
        Kind::Variable(name) => ("variable", vec![name.to_string()]),
        Kind::Array(values) => ("array", vec![list(values)]),
        Kind::Hash(entries) => ("hash", vec![pairs(entries)]),
        Kind::Unary(operator, operand) => {
            let name = match operator {
                UnaryOperator::Not => "!",
                UnaryOperator::Minus => "negative",
                UnaryOperator::Splat => "splat",
            };
            (name, vec![expression(operand)])
        }
        Kind::Binary(operator, operands) => (operator.symbol(), vec![expression(&operands.0), expression(&operands.1)]),
        Kind::Assignment(operator, operands) => {
            let name = match operator {
                AssignmentOperator::Set => "=",
                AssignmentOperator::Append => "+=",
                AssignmentOperator::Delete => "-=",
            };
            (name, vec![expression(&operands.0), expression(&operands.1)])
        }
        Kind::Relationship(operator, operands) => {
            (operator.symbol(), vec![expression(&operands.0), expression(&operands.1)])
        }
        Kind::Access(target, keys) => ("access", vec![expression(target), list(keys)]),
        Kind::Selector(subject, entries) => ("selector", vec![expression(subject), pairs(entries)]),
        Kind::Parenthesized(inner) => ("parenthesized", vec![expression(inner)]),
        Kind::Block(block) => return body(block),
        Kind::If(branch) => {
            let name = if branch.negated { "unless" } else { "if" };
            let otherwise = branch.otherwise.as_ref().map_or("(block)".to_owned(), |block| body(block));
            (name, vec![expression(&branch.condition), body(&branch.then), otherwise])
        }
        Kind::Case(case) => {
            let options =
                case.options.iter().map(|option| format!("(option ({}) {})", list(&option.values), body(&option.body)));
            let mut parts = vec![expression(&case.subject)];
            parts.extend(options);
            ("case", parts)
        }
        Kind::Call(call) => {
            let (name, receiver) = match &call.form {
                CallForm::Function | CallForm::Statement => ("call", String::new()),
                CallForm::Method(receiver) => ("method", expression(receiver)),
            };
            let callee = match (&call.form, &call.callee.kind) {
                // Puppet has no location for the name after a dot.
                (CallForm::Method(_), Kind::Name(name)) => name.to_string(),
                _ => expression(&call.callee),
            };
            (name, vec![receiver, callee, list(&call.arguments), lambda(call.lambda.as_deref())])
        }
        Kind::Lambda(_) => ("lambda", vec![]),
        Kind::Resource(resource) => {
            let type_name = match &resource.type_name.kind {
                Kind::Name(name) => name.to_string(),
                _ => expression(&resource.type_name),
            };
            let bodies = resource
                .bodies
                .iter()
                .map(|body| node("body", 0, &[expression(&body.title), attributes(&body.attributes)]));
            let mut parts = vec![type_name];
            parts.extend(bodies);
            return node(&form("resource", resource.form), anchor, &parts);
        }
        Kind::ResourceDefaults(defaults) => {
            let parts = [expression(&defaults.type_name), attributes(&defaults.attributes)];
            return node(&form("defaults", defaults.form), anchor, &parts);
        }
        Kind::ResourceOverride(changes) => {
            let parts = [expression(&changes.resources), attributes(&changes.attributes)];
            return node(&form("override", changes.form), anchor, &parts);
        }
        Kind::Collector(collector) => {
            let name = if collector.exported { "exported-collector" } else { "collector" };
            let query = collector.query.as_ref().map_or("all".to_owned(), expression);
            (name, vec![expression(&collector.type_name), query, attributes(&collector.attributes)])
        }
        Kind::Class(class) => {
            let parent = class.parent.as_ref().map(|parent| format!(":parent {parent}")).unwrap_or_default();
            ("class", vec![class.name.to_string(), parameters(&class.parameters), parent, body(&class.body)])
        }
        Kind::Define(define) => {
            ("define", vec![define.name.to_string(), parameters(&define.parameters), body(&define.body)])
        }
        Kind::Node(definition) => {
            let parent = definition.parent.as_ref().map(|parent| format!(":parent {}", expression(parent)));
            let matches = format!("({})", list(&definition.matches));
            ("node", vec![matches, parent.unwrap_or_default(), body(&definition.body)])
        }
        Kind::Function(function) => {
            let returned = returns(function.returns.as_ref());
            let parts = [parameters(&function.parameters), returned, body(&function.body)];
            ("function", [vec![function.name.to_string()], parts.to_vec()].concat())
        }
        Kind::TypeAlias(alias) => {
            let parent = alias.parent.as_ref().map(|parent| format!(":parent {parent}")).unwrap_or_default();
            ("alias", vec![alias.name.to_string(), parent, expression(&alias.definition)])
        }
        Kind::TypeMapping(sides) => ("mapping", vec![expression(&sides.0), expression(&sides.1)]),
        Kind::TypeDefinition(definition) => {
            let parent =
                definition.parent.as_ref().map(|parent| format!(":parent {}", parent.text)).unwrap_or_default();
            let statements: Vec<String> = definition.statements.iter().map(type_statement).collect();
            let body = format!("({})", [vec!["block".to_owned()], statements].concat().join(" "));
            ("type", vec![definition.name.to_string(), parent, body])
        }
        Kind::Invariant(found) => ("invariant", vec![invariant(found)]),
        Kind::Template(template) => {
            let declared =
                if template.parameters_declared { parameters(&template.parameters) } else { "any".to_owned() };
            ("template", vec![declared, body(&template.body)])
        }
        Kind::RenderText(text) => ("text", vec![quoted(text)]),
        Kind::Render(inner) => ("render", vec![expression(inner)]),
        Kind::Nothing => ("nothing", vec![]),
    };
    node(name, anchor, &parts)
}

fn type_statement(statement: &TypeStatement) -> String {
    match statement {
        TypeStatement::Feature(feature) => {
            let data_type = match &feature.data_type {
                None => "any".to_owned(),
                Some(FeatureType::Named(name)) => name.text.to_string(),
                Some(FeatureType::Enumeration(words, _)) => format!("(enum {})", words_of(words)),
            };
            let settings = feature.settings.iter().map(|setting| {
                let value = match &setting.value {
                    SettingValue::Literal(value) => expression(value),
                    SettingValue::Logic(found) => logic(found),
                };
                format!("(=> {} {value})", setting.name.text)
            });
            let parts = [vec![feature.name.text.to_string(), data_type], settings.collect()].concat();
            node(feature.kind.word(), feature.span.start, &parts)
        }
        TypeStatement::Invariant(found) => node("invariant", found.span.start, &[invariant(found)]),
        TypeStatement::Abstract(span) => node("abstract", span.start, &[]),
        TypeStatement::Description(text) => node("desc", text.span.start, &[quoted(&text.text)]),
        TypeStatement::Features(words, span) => node("features", span.start, &[words_of(words)]),
        TypeStatement::Automatic(word, hash) => node(&word.text, word.span.start, &[expression(hash)]),
    }
}

fn words_of(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn invariant(invariant: &Invariant) -> String {
    let title = invariant.title.as_ref().map(|title| format!("{} ", quoted(&title.text))).unwrap_or_default();
    format!("{title}{}", logic(&invariant.logic))
}

fn logic(logic: &Logic) -> String {
    let form = match logic.form {
        LogicForm::Block => "block",
        LogicForm::Lambda => "lambda",
        LogicForm::Expression => "only",
    };
    let parameters = if logic.form == LogicForm::Lambda { parameters(&logic.lambda.parameters) } else { String::new() };
    format!("({form} {parameters}{})", body(&logic.lambda.body))
}
