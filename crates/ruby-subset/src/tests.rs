//! The interpreter over a host of a few variables. What Ruby answers is recorded elsewhere, from the real Puppet; here
//! is what must hold besides: bounds, refusals, secrets.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::sync::Arc;

use ecow::EcoString;
use pcore::Value;

use super::{Error, Form, FunctionFile, Host, HostError, Template, known};

struct Variables(Vec<(&'static str, Value)>, u64, usize);

/// How many bytes a program may make in these tests.
const MAX_MADE: usize = 64 << 20;

impl Host for Variables {
    fn variable(&mut self, name: &str) -> Option<Value> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
    }

    fn variables(&mut self) -> Vec<(EcoString, Value)> {
        self.0.iter().map(|(name, value)| ((*name).into(), value.clone())).collect()
    }

    fn look_up(&mut self, name: &str) -> Result<Value, HostError> {
        self.variable(name).ok_or_else(|| format!("no variable {name}").into())
    }

    fn set_variable(&mut self, _: &str, _: Value) -> Result<(), HostError> {
        Err("nothing can be set".into())
    }

    fn replace_variable(&mut self, _: &str, _: Value) {}

    fn call_function(&mut self, name: &str, arguments: &[Value], _: bool) -> Result<Value, HostError> {
        match name {
            "count" => Ok(Value::from(i64::try_from(arguments.len()).unwrap())),
            "broken" => Err(HostError { message: "it is broken".into(), cause: Some(Arc::new("the cause")) }),
            other => Err(format!("no function {other}").into()),
        }
    }

    fn has_function(&mut self, name: &str) -> bool {
        name == "count"
    }

    fn has_legacy_function(&mut self, name: &str) -> Result<bool, HostError> {
        Ok(name == "count")
    }

    fn call_block(&mut self, _: &[Value]) -> Result<Value, HostError> {
        Err("there is no block".into())
    }

    fn log(&mut self, _: &str, _: Option<&str>, _: &str) {}

    fn name(&self) -> String {
        "Scope(Class[main])".into()
    }

    fn defaults(&mut self, _: &str) -> Vec<(EcoString, Value)> {
        Vec::new()
    }

    fn classes(&mut self) -> Vec<EcoString> {
        vec!["main".into()]
    }

    fn path(&self) -> Option<String> {
        None
    }

    fn spend(&mut self, steps: u64) -> Result<(), HostError> {
        self.1 = self.1.checked_sub(steps).ok_or("too many steps")?;
        Ok(())
    }

    fn size_limit(&self) -> usize {
        100_000
    }

    fn made(&mut self, bytes: usize) -> Result<(), HostError> {
        self.2 = self.2.saturating_add(bytes);
        if self.2 > MAX_MADE { Err("too much memory".into()) } else { Ok(()) }
    }
}

fn render(template: &str) -> Result<String, Error> {
    let deep = "[".repeat(150) + &"]".repeat(150);
    let variables = vec![
        ("list", Value::array([1.into(), 2.into()])),
        ("secret", Value::sensitive("s3cret".into())),
        ("deep", pcore::json::parse(&deep).unwrap_or_default()),
    ];
    Template::read(template)?.render(&mut Variables(variables, 1_000_000, 0)).map(String::from)
}

#[track_caller]
fn check(template: &str, expected: &str) {
    assert_eq!(render(template).unwrap(), expected, "{template}");
}

/// Fails with a class, a line, and words in the message.
#[track_caller]
fn fails(template: &str, class: &str, line: u32, words: &str) {
    let error = render(template).unwrap_err();
    assert_eq!((error.class.as_str(), error.line), (class, line), "{template}: {}", error.message);
    assert!(error.message.contains(words), "{template}: {}", error.message);
}

#[test]
fn texts_and_values_come_in_order() {
    check("a\n<% @list.each do |n| -%>\n<%= n %>,\n<% end -%>\nb", "a\n1,\n2,\nb");
    check("<%= scope.call_function('count', [1, 2, 3]) %><%= scope.function_count([1]) %>", "31");
}

#[test]
fn invalid_ruby_is_reported_with_its_line() {
    let error = Template::read("one\ntwo <% if %>\n").unwrap_err();
    assert_eq!((error.class.as_str(), error.line), ("SyntaxError", 2));
}

#[test]
fn numbers_and_patterns_are_those_of_ruby() {
    check("<%= 9007199254740993 == 9007199254740992.0 %>", "false");
    check("<%= 9007199254740993 <=> 9007199254740992.0 %>", "1");
    check("<%= 9007199254740992.0 < 9007199254740993 %>", "true");
    check(r"<%= /a\/b/.to_s %>", r"(?-mix:a\/b)");
    check(r"<%= Regexp.new('a\\\\/b').inspect %>", r"/a\\\/b/");
}

#[test]
fn errors_have_the_line_of_the_template() {
    fails("a\n\n<%= nil.size %>\n", "NoMethodError", 3, "undefined method `size' for nil:NilClass");
    fails("<%# two\nlines %>\n<%=\n 1 +\n nil\n%>", "TypeError", 4, "nil can't be coerced into Integer");
    fails("<% [1].each do |x| %>\n<%= x.nope %>\n<% end %>", "NoMethodError", 2, "`nope' for 1:Integer");
}

#[test]
fn unsupported_ruby_is_named() {
    let cases = [
        ("<%= `id` %>", "running a command"),
        ("<%= system('id') %>", "system"),
        ("<%= File.read('/etc/passwd') %>", "File.read"),
        ("<%= ENV['HOME'] %>", "ENV"),
        ("<%= eval('1') %>", "eval"),
        ("<%= open('/etc/passwd') %>", "open"),
        ("<%= IO.popen('id') %>", "IO"),
        ("<%= Kernel.exit %>", "Kernel.exit"),
        ("<%= binding %>", "binding"),
        ("<%= 'a'.unpack('C*') %>", "String#unpack"),
        ("<%= 2 ** 64 %>", "64 bits"),
        ("<% class A; end %>", "'Class'"),
        ("<% $x = 1 %>", "'GlobalVariableWrite'"),
        ("<%= __FILE__ %>", "'SourceFile'"),
    ];
    // What the text alone does not show.
    let dynamic = ["64 bits", "File.read"];
    for (template, named) in cases {
        fails(template, Error::NOT_SUPPORTED, 1, named);
        assert!(!Template::read(template).unwrap().unsupported().is_empty() || dynamic.contains(&named), "{template}");
        // Nor can it be rescued, as if Ruby had failed.
        let rescued = format!("<% begin %>{template}<% rescue Exception %><% end %>");
        fails(&rescued, Error::NOT_SUPPORTED, 1, named);
    }
}

#[test]
fn what_is_not_reached_does_not_matter() {
    check("<% if false %><%= `id` %><% end %>ok", "ok");
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    for template in [
        "<% while true; end %>",
        "<% loop { } %>",
        "<% (1..10**15).each { |x| } %>",
        "<% a = [1]; a.each { |x| a << x } %>",
        "<%= 'a' * 10**12 %>",
        "<%= [0] * 10**12 %>",
        "<% s = 'a'; 100.times { s << s } %>",
        "<% s = 'a'; 100.times { s = s + s } %>",
        "<%= (1..10**12).to_a %>",
        "<%= 'a'.rjust(10**12) %>",
        "<%= Array.new(10**12) %>",
        "<% a = []; a[10**12] = 1 %>",
        "<%= ('a'..'zzzzzzzzzz').to_a.size %>",
        "<% a = [1]; 100.times { a += a } %>",
        "<% a = [1]; 100.times { a.concat(a) } %>",
        "<% h = {}; i = 0; while true; h[i] = i; i += 1; end %>",
    ] {
        fails(template, Error::LIMIT, 1, "");
    }
}

#[test]
fn what_is_too_deep_is_refused() {
    fails("<% def f(n) f(n + 1) end %><%= f(0) %>", "SystemStackError", 1, "stack level too deep");
    fails("<% f = lambda { |n| f.call(n) } %><%= f.call(0) %>", "SystemStackError", 1, "stack level too deep");
    for template in [
        "<% a = []; a << a %><%= a %>",
        "<% a = []; a << a %><%= a == [a] %>",
        "<% a = []; a << a %><%= a.flatten %>",
        "<% a = []; a << a %><%= {a => 1} %>",
        "<% a = []; a << a %><%= a.to_json %>",
        "<% a = []; a << a %><%= a.to_yaml %>",
        "<% a = []; 1000.times { a = [a] } %><%= a %>",
        "<% h = {}; h['h'] = h %><%= h %>",
        "<% h = {}; h['h'] = h %><%= scope.call_function('count', [h]) %>",
    ] {
        fails(template, Error::LIMIT, 1, "");
    }
    // Sixty arrays that each hold the one before twice are not a large array, but would take forever to walk.
    let shared = "<% a = [1]; b = [1]; 60.times { a = [a, a]; b = [b, b] } %>";
    for walk in [
        "a",
        "a.inspect",
        "a == b",
        "a <=> b",
        "{a => 1}",
        "[a].uniq",
        "a.to_json",
        "a.to_yaml",
        "scope.call_function('count', [a])",
    ] {
        fails(&format!("{shared}<%= {walk} %>"), Error::LIMIT, 1, "");
    }
    fails("<% s = 'a' * 90000; 10000000.times { s.upcase } %>", Error::LIMIT, 1, "");
    fails("<% h = {}; h[h] = h %>", "NotSupported", 1, "");
    // Taking it apart again must not need a deep stack either.
    check("<% a = []; 100000.times { a = [a] }; a = nil %>ok", "ok");
    check("<% a = {}; 50000.times { a = {'a' => a} }; a = nil %>ok", "ok");
    let nested = format!("<%= {}1{} %>", "(".repeat(5_000), ")".repeat(5_000));
    assert!(render(&nested).is_err());
    let chained = format!("<%= 1{} %>", " + 1".repeat(100_000));
    assert!(render(&chained).is_err());
}

#[test]
fn secrets_stay_closed() {
    check(
        "<%= @secret %> <%= @secret.inspect %> <%= [@secret] %>",
        "Sensitive [value redacted] #<Sensitive [value redacted]> [#<Sensitive [value redacted]>]",
    );
    check("<%= \"#{@secret}\" %><%= [@secret].join %>", "Sensitive [value redacted]Sensitive [value redacted]");
    for template in ["<%= @secret.nope %>", "<%= @secret + 1 %>", "<%= @secret.unwrap.nope %>"] {
        let error = render(template).unwrap_err();
        assert!(!error.message.contains("s3cret"), "{}", error.message);
    }
    check("<%= @secret.unwrap %>", "s3cret");
}

/// Each known method is supported: it does not answer that it is unsupported.
#[test]
fn known_methods_are_known() {
    let receivers = [
        "nil",
        "true",
        "1",
        "1.5",
        "'a'",
        ":a",
        "[1]",
        "{1 => 2}",
        "(1..2)",
        "/a/",
        "'a'.match(/a/)",
        "[1].each",
        "lambda { 1 }",
        "@secret",
        "ArgumentError.new('x')",
    ];
    let supported = known::supported();
    assert_eq!(supported.len(), 307);
    for name in supported {
        let knows = receivers.iter().any(|receiver| {
            ["", "1", "'a'", "1, 2"].iter().any(|arguments| {
                let call = format!(
                    "<%= ({receiver}).send('{name}'{}{arguments}) {{ |*x| break 1 }} %>",
                    if arguments.is_empty() { "" } else { ", " }
                );
                match render(&call) {
                    Ok(_) => true,
                    Err(error) => {
                        !matches!(error.class.as_str(), Error::NOT_SUPPORTED | "NoMethodError")
                            || !(error.message.contains(&format!("#{name} is"))
                                || error.message.contains(&format!("`{name}'")))
                    }
                }
            })
        });
        assert!(knows, "{name}");
    }
}

/// Runs the one function of a file.
fn call(code: &str, arguments: &[Value]) -> Result<Value, Error> {
    let file = FunctionFile::read(code)?;
    let mut host = Variables(Vec::new(), 1_000_000, 0);
    let definitions = file.definitions(&mut host)?;
    match &definitions[0].form {
        Form::Typed { dispatches, .. } => file.call(&mut host, &dispatches[0], arguments, false),
        Form::Counted { .. } => file.call_older(&mut host, &definitions[0].name, arguments),
    }
}

/// A function whose method has this code.
fn called(code: &str) -> Result<Value, Error> {
    call(&format!("Puppet::Functions.create_function(:f) do\n  def f(*args)\n    {code}\n  end\nend"), &[])
}

#[test]
fn functions_return_values() {
    assert_eq!(called("[1, 'a', { 'b' => nil }]").unwrap().to_string(), "[1, a, {b => }]");
    assert_eq!(called(":undef").unwrap(), Value::Undef);
    let older = "Puppet::Parser::Functions.newfunction(:f, type: :rvalue) { |args| return args.length }";
    assert_eq!(call(older, &[Value::from(1), Value::from(2)]).unwrap(), Value::from(2));
    assert_eq!(called("lambda {}").unwrap_err().message, "Proc is not a value of Puppet");
}

#[test]
fn functions_are_bounded() {
    for code in [
        "loop { }",
        "f = 1; f += 1 while true",
        "begin; loop { }; rescue Exception; end",
        "a = []; loop { a << a.length }",
        "(1..10**9).map { |x| x }",
        "'a' * 10**12",
        "[0] * 10**12",
        "x = 'ab'; 60.times { x += x }",
    ] {
        assert_eq!(called(code).unwrap_err().class, Error::LIMIT, "{code}");
    }
    assert_eq!(called("f(*args)").unwrap_err().class, "SystemStackError");
    let endless = "loop { }\nPuppet::Functions.create_function(:f) { def f; end }";
    assert_eq!(call(endless, &[]).unwrap_err().class, Error::LIMIT);
}

#[test]
fn functions_cannot_reach_the_machine() {
    for code in [
        "File.read('/etc/passwd')",
        "File.exist?('/etc/passwd')",
        "IO.read('/etc/passwd')",
        "Dir.glob('/*')",
        "ENV['HOME']",
        "`id`",
        "%x(id)",
        "system('id')",
        "exec('id')",
        "open('|id').read",
        "require 'fiddle'",
        "require_relative '../x'",
        "load '/etc/x.rb'",
        "eval('1')",
        "instance_eval('1')",
        "Object.const_get(:File).read('/etc/passwd')",
        "Kernel.send(:system, 'id')",
        "send(:eval, '1')",
        "Puppet[:confdir]",
        "Puppet.settings[:vardir]",
        "Process.pid",
        "rand",
        "sleep 1",
        "Thread.new { }",
        "$stdout.puts 1",
        "exit",
        "ObjectSpace.each_object { }",
    ] {
        let error = called(code).unwrap_err();
        assert_eq!((error.class.as_str(), error.line), (Error::NOT_SUPPORTED, 3), "{code}: {}", error.message);
    }
}

#[test]
fn programs_may_be_nested_as_deep_as_the_parser_goes() {
    // What the parser nests, and what only its tree nests.
    let depth = 11_000;
    let codes = [
        "[".repeat(depth) + &"]".repeat(depth),
        "(".repeat(depth) + "1" + &")".repeat(depth),
        "a{".repeat(depth) + &"}".repeat(depth),
        "if a\n".repeat(depth) + &"end\n".repeat(depth),
        "a".to_owned() + &".a".repeat(300_000),
    ];
    for code in codes {
        // Some of them are valid: what counts is that reading them and forgetting them ends.
        let _ = Template::read(&format!("<%= {code} %>"));
    }
}

#[test]
fn an_error_of_the_host_comes_back_with_its_cause() {
    let cause = |template: &str| {
        let error = render(template).unwrap_err();
        error.cause.and_then(|cause| cause.downcast_ref::<&str>().copied())
    };
    let call = "scope.call_function('broken', [])";
    assert_eq!(cause(&format!("<%= {call} %>")), Some("the cause"));
    assert_eq!(cause(&format!("<% begin; {call}; rescue => e; raise e; end %>")), Some("the cause"));
    // An error of the program is its own, whatever it says.
    assert_eq!(cause(&format!("<% begin; {call}; rescue => e; raise e.message; end %>")), None);
    check(&format!("<% begin; {call}; rescue => e; end %><%= e.message %>"), "it is broken");
}
