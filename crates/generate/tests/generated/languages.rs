//! The forms without logic: what their own tools say of them.

use std::{
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

use generate::{Document, Language};
use pcore::{Value, json};

use crate::{
    corpus::{Corpus, SessionNames, has_program, shown, with_stack},
    instances::Maker,
    verdicts::data,
};

const SHAPES: &str = "tests/generated/shapes";

fn generated(corpus: &mut Corpus, language: Language) -> Vec<Document> {
    corpus.generate(language).unwrap_or_else(|problem| panic!("{}", shown(&problem)))
}

fn store(folder: &Path, documents: &[Document]) {
    for document in documents {
        let path = folder.join(&document.name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &document.text).unwrap();
    }
}

fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = input.to_owned();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn typescript_compiles_strictly() {
    if !has_program("tsc") {
        return;
    }
    with_stack(|| {
        for folder in ["tests/generated/types", SHAPES, "../../conformance/models"] {
            let mut corpus = Corpus::in_folder(folder);
            if corpus.types.is_empty() {
                continue;
            }
            let directory = tempfile::tempdir().unwrap();
            store(directory.path(), &generated(&mut corpus, Language::TypeScript));
            if folder == SHAPES {
                let use_it = "import { Circle, Group, Leaf } from './models';\n\
                              const circle: Circle = { __ptype: 'Circle', name: 'a', radius: 2 };\n\
                              const group: Group = { name: 'g', items: [circle], notes: null, first: '#/items/0' };\n\
                              // @ts-expect-error: not one of the words\n\
                              const leaf: Leaf = { type: 'none', box: [group] };\n\
                              // @ts-expect-error: the radius is missing\n\
                              const other: Circle = { name: 'a' };\n\
                              export { leaf, other };\n";
                std::fs::write(directory.path().join("use.ts"), use_it).unwrap();
            }
            let file = if folder == SHAPES { "use.ts" } else { "models.ts" };
            let output = Command::new("tsc")
                .args(["--strict", "--noEmit", "--target", "es2020", file])
                .current_dir(directory.path())
                .output()
                .unwrap();
            assert!(output.status.success(), "{folder}: {}{}", text(&output.stdout), text(&output.stderr));
        }
    });
}

/// Says of each line whether a schema accepts it.
const VALIDATOR: &str = "import json, sys, warnings\n\
warnings.simplefilter('ignore')\n\
import jsonschema\n\
schema = json.load(open(sys.argv[1], encoding='utf-8'))\n\
jsonschema.Draft202012Validator.check_schema(schema)\n\
validator = jsonschema.Draft202012Validator(schema)\n\
for line in sys.stdin:\n    print('yes' if validator.is_valid(json.loads(line)) else 'no')\n";

/// Debian's Python, which has the module that is installed for these tests.
fn python() -> Option<&'static str> {
    ["/usr/bin/python3", "python3"].into_iter().find(|python| {
        Command::new(python).args(["-c", "import jsonschema"]).output().is_ok_and(|output| output.status.success())
    })
}

#[test]
fn json_schema_accepts_what_the_shape_accepts() {
    let Some(python) = python() else {
        skip_test::skip!("python3-jsonschema is not installed");
        return;
    };
    with_stack(|| {
        for (folder, exact) in [(SHAPES, true), ("tests/generated/types", false)] {
            let mut corpus = Corpus::in_folder(folder);
            let directory = tempfile::tempdir().unwrap();
            store(directory.path(), &generated(&mut corpus, Language::JsonSchema));
            for (number, model) in corpus.types.clone().iter().enumerate().filter(|(_, model)| !model.is_abstract) {
                let mut maker = Maker::new(&mut corpus, model, 99 + number as u64);
                let given: Vec<Value> = (0..1000).map(|_| maker.entries(model, 0)).collect();
                let lines: Vec<String> = given.iter().map(|entries| json::write(entries).unwrap()).collect();
                let schema = directory.path().join(format!("{}.schema.json", model.name.replace("::", "-")));
                let output = run(Command::new(python).args(["-c", VALIDATOR]).arg(&schema), &lines.join("\n"));
                assert!(output.status.success(), "{}: {}", model.name, text(&output.stderr));
                let said = text(&output.stdout);
                assert_eq!(said.lines().count(), given.len());
                let (mut accepted, mut compared) = (0, 0);
                for ((entries, line), said) in given.iter().zip(&lines).zip(said.lines()) {
                    let ours = corpus.session.create(model, entries.as_hash().unwrap());
                    accepted += usize::from(ours.is_ok());
                    // To JSON Schema 1.0 is 1, and what a URI is it does not check. To Python, `$` also matches before
                    // a line break at the end.
                    if line.contains("\\n\"") {
                        continue;
                    }
                    let numbers = |message: &str| {
                        message.contains("Float value, got Integer")
                            || message.contains("Integer value, got Float")
                            || message.contains("got Float[")
                            || message.contains("URI")
                    };
                    match &ours {
                        Ok(_) => assert_eq!(said, "yes", "{} {line}", model.name),
                        Err(failure) if exact && !numbers(&failure.message) => {
                            assert_eq!(said, "no", "{} {line}: {}", model.name, failure.message);
                            compared += 1;
                        }
                        Err(_) => {}
                    }
                }
                eprintln!("{}: {accepted} accepted, {compared} refused by both", model.name);
            }
        }
    });
}

/// Reads each line as the type before the blank, and writes it again.
const ECHO: &str = "use std::io::BufRead;\n\
fn echo<T: serde::de::DeserializeOwned + serde::Serialize>(text: &str) -> String {\n\
    serde_json::from_str::<T>(text).map(|read| serde_json::to_string(&read).unwrap()).unwrap_or_else(|error| format!(\"error: {error}\"))\n}\n\
fn main() {\n    for line in std::io::stdin().lock().lines() {\n        let line = line.unwrap();\n\
        let (name, text) = line.split_once(' ').unwrap();\n        println!(\"{}\", match name {\n";

#[test]
fn rust_compiles_and_keeps_documents() {
    let mut texts = Corpus::texts("tests/generated/types");
    texts.extend(Corpus::texts(SHAPES));
    compile_and_echo("own", texts);
    // Some of them have the names of others.
    compile_and_echo("corpus", Corpus::texts("../../conformance/models"));
}

/// Builds one crate of all types, and has it read and write documents. What it needs is built once.
fn compile_and_echo(name: &'static str, texts: Vec<(String, String)>) {
    with_stack(move || {
        let mut corpus = Corpus::of(&texts);
        let directory = tempfile::tempdir().unwrap();
        let documents = generated(&mut corpus, Language::Rust);
        let code = documents.iter().find(|document| document.name == "src/lib.rs").unwrap().text.clone();
        store(directory.path(), &documents);
        let mut echo = String::from(ECHO);
        let mut lines = Vec::new();
        let mut expected = Vec::new();
        let mut without = Vec::new();
        for (number, model) in corpus.types.clone().iter().enumerate() {
            let mut class: String = model.name.split([':', '_']).map(capitalized).collect();
            // One that Rust has, too.
            if code.contains(&format!("pub struct {class}_ ")) {
                class.push('_');
            }
            let before = expected.len();
            echo.push_str(&format!("            \"{class}\" => echo::<models::{class}>(text),\n"));
            let mut maker = Maker::new(&mut corpus, model, 7 + number as u64);
            let given: Vec<Value> = (0..300).map(|_| maker.entries(model, 0)).collect();
            for entries in given {
                let Ok(instance) = corpus.session.create(model, entries.as_hash().unwrap()) else { continue };
                let written = data(&mut corpus, &instance);
                lines.push(format!("{class} {}", json::write(&written).unwrap()));
                expected.push(written);
            }
            if expected.len() == before && !model.is_abstract {
                without.push(model.name.clone());
            }
        }
        // Chance does not find what must match a long pattern.
        assert!(without.len() * 10 < corpus.types.len(), "no instances of {without:?} were made");
        echo.push_str("            _ => String::new(),\n        });\n    }\n}\n");
        std::fs::create_dir_all(directory.path().join("examples")).unwrap();
        std::fs::write(directory.path().join("examples/echo.rs"), echo).unwrap();
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        std::fs::copy(workspace.join("Cargo.lock"), directory.path().join("Cargo.lock")).unwrap();
        let output = run(
            Command::new(env!("CARGO"))
                .args(["run", "--quiet", "--offline", "--example", "echo"])
                .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated-rust"))
                .env("RUSTFLAGS", "-D warnings")
                .env_remove("CARGO_BUILD_TARGET")
                .current_dir(directory.path()),
            &lines.join("\n"),
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
        let said = text(&output.stdout);
        assert_eq!(said.lines().count(), expected.len());
        assert!(expected.len() > 500, "only {} documents of {name}", expected.len());
        for ((expected, line), said) in expected.iter().zip(&lines).zip(said.lines()) {
            let said = json::parse(said).unwrap_or_else(|_| panic!("{said} for {line}"));
            assert_eq!(&said, expected, "for {line}");
        }
    });
}

/// A word with a large first letter.
fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[test]
fn pages_say_what_the_types_say() {
    with_stack(|| {
        let mut corpus = Corpus::in_folder(SHAPES);
        let pages = generated(&mut corpus, Language::Markdown);
        let page = |name: &str| pages.iter().find(|page| page.name == name).unwrap().text.clone();
        assert_eq!(
            page("circle.md"),
            "# Circle\n\nIt extends [Shape](shape.md).\n\n\
             | feature | type | values | default | |\n|---|---|---|---|---|\n\
             | `name` | `Name = Pattern[/\\A[a-z][a-z0-9_]*\\z/]` | 1..1 |  | what it is called; inherited from [Shape](shape.md) |\n\
             | `tags` | `Tags = Array[Enum['blue', 'green', 'red'], 0, 3]` | 0..1 |  | inherited from [Shape](shape.md) |\n\
             | `at` | `Point = Struct[{'x' => Float, 'y' => Float, Optional['label'] => String[1, 5]}]` | 0..1 |  | inherited from [Shape](shape.md) |\n\
             | `size` | `Size = Integer[1, 100]` | 0..1 | `10` | inherited from [Shape](shape.md) |\n\
             | `radius` | `Float` | 1..1 |  |  |\n"
        );
        assert!(page("shape.md").contains("Something that can be drawn\n\nIt is abstract"), "{}", page("shape.md"));
        let mut corpus = Corpus::own();
        let pages = generated(&mut corpus, Language::Markdown);
        let server = &pages.iter().find(|page| page.name == "net-server.md").unwrap().text;
        assert!(
            server.contains("\n## What must hold\n\nUDP has no well-known ports here\n\n```puppet\n{ !("),
            "{server}"
        );
    });
}

#[test]
fn a_drawing_has_boxes_that_do_not_cover_each_other() {
    with_stack(|| {
        for folder in [SHAPES, "tests/generated/types"] {
            let mut corpus = Corpus::in_folder(folder);
            let types = corpus.types.clone();
            let drawing = generate::diagram(&types, &mut SessionNames(&mut corpus.session)).unwrap();
            let boxes: Vec<Vec<i64>> = drawing
                .lines()
                .filter(|line| line.starts_with("<rect class=\"box\""))
                .map(|line| line.split('"').filter_map(|part| part.parse().ok()).collect())
                .collect();
            assert_eq!(boxes.len(), types.len());
            for (index, one) in boxes.iter().enumerate() {
                for two in &boxes[index + 1..] {
                    let apart = one[0] + one[2] <= two[0] || two[0] + two[2] <= one[0];
                    let above = one[1] + one[3] <= two[1] || two[1] + two[3] <= one[1];
                    assert!(apart || above, "{one:?} and {two:?} in {folder}");
                }
            }
            assert!(drawing.contains("prefers-color-scheme: dark"));
            for model in &types {
                assert!(drawing.contains(&format!(">{}</text>", model.name)), "{}", model.name);
            }
        }
    });
}
