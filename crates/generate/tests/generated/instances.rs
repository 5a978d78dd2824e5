//! Instances of types, made by chance of what the types look like: good ones, nearly good ones and wrong ones.

use model::{Feature, FeatureKind, ModelType};
use pcore::{
    Type, Value,
    types::{IntegerRange, StringType},
};

use crate::corpus::Corpus;

/// Numbers that look like chance, and are the same each time.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 11) as usize % limit.max(1)
    }

    /// True so often in a hundred times.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

const TEXTS: &[&str] = &[
    "",
    " ",
    "a",
    "A",
    "b",
    "abc",
    "ABC",
    "root",
    "Root",
    "0",
    "7",
    "10",
    "0x1F",
    "1.5",
    "-3",
    "a\nb",
    "x\n",
    "ß",
    "STRASSE",
    "Ünï cödé",
    "é",
    "a:b",
    "/etc/passwd",
    "/A//b/",
    "/",
    "a.b",
    "a.a",
    "a.b.c",
    "r2d2",
    "😀",
    "it's",
    "a, b;c:  d,,",
    "10.0.0.1",
    "hello there",
    "HELLO  you",
    "foo-bar",
    "foo-",
    "word",
    "a word here",
    "  both  ",
    "x",
    "z",
    "Ada",
    "Ada Lovelace",
    "number",
    "forbidden",
    "alpha",
    "true",
    "undef",
    "{}",
    "\\",
    "'",
    "\"",
    "$1",
    "${x}",
    "Σας",
    "ǆ",
    "i\u{307}",
    "\t\u{0}",
    "web-1",
    "WEB1",
    "#/routes/0",
    "#/",
    "#/fallback",
    "#/nosuch",
    "a b",
    "/bin/sh",
    "/bin/bash",
    "tcp",
    "UDP",
    "GET",
    "1e3",
    "007",
];

const INTEGERS: &[i64] = &[
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    10,
    11,
    12,
    16,
    80,
    99,
    100,
    443,
    999,
    1000,
    1023,
    1024,
    65535,
    65536,
    -1,
    -2,
    -7,
    1_000_000,
    i64::MAX,
    i64::MIN,
];

const FLOATS: &[f64] = &[0.0, 1.5, -2.25, 0.1, 3.0, 2.5, 1e20, 1e-7, 10.0, 10.5, 123_456_789.125, 1e15, 0.5, -0.5];

/// Makes instances.
pub struct Maker<'m> {
    pub corpus: &'m mut Corpus,
    pub chance: Chance,
    /// Texts and numbers that stand in the types, and so mean something to them.
    pub words: Vec<String>,
    /// Texts that this instance uses more than once.
    favourites: Vec<String>,
}

impl<'m> Maker<'m> {
    pub fn new(corpus: &'m mut Corpus, model: &ModelType, seed: u64) -> Maker<'m> {
        let text = &model.definition.location.source.text;
        let span = model.definition.location.span;
        let own = text.get(span.start as usize..span.end as usize).unwrap_or(text);
        let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '.' | '/' | '-');
        let mut words: Vec<String> = own.split(|character| !is_part(character)).map(str::to_owned).collect();
        words.sort();
        words.dedup();
        Maker { corpus, chance: Chance::new(seed), words, favourites: Vec::new() }
    }

    /// What is given for the features of a type.
    pub fn entries(&mut self, model: &ModelType, depth: usize) -> Value {
        let mut entries: Vec<(Value, Value)> = Vec::new();
        let features: Vec<_> = model.features.to_vec();
        // How careful whoever writes this one is.
        let careful = self.chance.percent(75);
        if depth == 0 {
            self.favourites.clear();
            for _ in 0..2 {
                let text = self.text();
                self.favourites.push(text);
            }
            self.favourites.extend([String::from("/a"), String::from("Ada")]);
        }
        for feature in features {
            let asked = if feature.multiplicity.is_required() { 95 } else { 55 };
            if !feature.setable && !self.chance.percent(3) || !self.chance.percent(asked) {
                continue;
            }
            let value = self.feature(&feature, depth, careful);
            entries.push((Value::String(feature.name.clone()), value));
        }
        if self.chance.percent(3) {
            entries.push(("no_such_feature".into(), 1.into()));
        }
        // In whatever order.
        for index in (1..entries.len()).rev() {
            let other = self.chance.below(index + 1);
            entries.swap(index, other);
        }
        Value::hash(entries)
    }

    fn feature(&mut self, feature: &Feature, depth: usize, careful: bool) -> Value {
        if self.chance.percent(if careful { 2 } else { 8 }) {
            return self.anything(0);
        }
        if self.chance.percent(4) {
            return Value::Undef;
        }
        if !feature.multiplicity.is_list() {
            return self.element(feature, depth, careful);
        }
        let most = feature.multiplicity.max.unwrap_or(6);
        let over = usize::from(!careful && self.chance.percent(20));
        let count =
            feature.multiplicity.min + self.chance.below(most.saturating_sub(feature.multiplicity.min) + 1) + over;
        let items: Vec<Value> = (0..count.min(8)).map(|_| self.element(feature, depth, careful)).collect();
        Value::array(items)
    }

    fn element(&mut self, feature: &Feature, depth: usize, careful: bool) -> Value {
        if !careful && self.chance.percent(10) {
            return self.anything(0);
        }
        match &feature.kind {
            FeatureKind::Attribute(data_type) => {
                // `set` takes other things than what is stored.
                if feature.set.is_some() && self.chance.percent(30) {
                    self.anything(1)
                } else {
                    self.data(data_type, 0)
                }
            }
            FeatureKind::Reference { target, containment } => {
                if !containment && self.chance.percent(70) {
                    return Value::from(*self.chance.pick(&[
                        "#/routes/0",
                        "#/routes/1",
                        "#/fallback",
                        "#/",
                        "#/nosuch",
                        "a b",
                        "é",
                    ]));
                }
                if depth > 2 {
                    return Value::hash([]);
                }
                let target = self.corpus.session.model(target).unwrap().unwrap();
                self.entries(&target, depth + 1)
            }
        }
    }

    /// A value of a type, most often.
    fn data(&mut self, data_type: &Type, depth: usize) -> Value {
        match data_type.resolved() {
            Type::Integer(range) => Value::Integer(self.integer(*range)),
            Type::Float(_) => Value::Float(self.float()),
            Type::Numeric if self.chance.percent(50) => Value::Float(self.float()),
            Type::Numeric => Value::Integer(self.integer(IntegerRange::ANY)),
            Type::Boolean(_) => Value::Boolean(self.chance.percent(50)),
            Type::String(StringType::Exact(text)) => Value::String(text.clone()),
            Type::String(_) => self.text().into(),
            Type::Enum(words) if self.chance.percent(90) => Value::String(self.chance.pick(&words.values).clone()),
            Type::Enum(_) => self.text().into(),
            Type::Pattern(pattern) => {
                for _ in 0..20 {
                    let text = self.text();
                    if pattern.is_instance(&text) {
                        return text.into();
                    }
                }
                self.text().into()
            }
            Type::Array(array) if depth < 4 => {
                let count = self.chance.below(5);
                Value::array((0..count).map(|_| self.data(&array.element, depth + 1)).collect::<Vec<_>>())
            }
            Type::Tuple(tuple) if depth < 4 => {
                let items: Vec<Value> = tuple.types.iter().map(|part| self.data(part, depth + 1)).collect();
                let keep = if self.chance.percent(80) { items.len() } else { self.chance.below(items.len() + 1) };
                Value::array(items.into_iter().take(keep).collect::<Vec<_>>())
            }
            Type::Hash(hash) if depth < 4 => {
                let count = self.chance.below(5);
                let entry = |maker: &mut Self| (maker.data(&hash.key, depth + 1), maker.data(&hash.value, depth + 1));
                let entries: Vec<(Value, Value)> = (0..count).map(|_| entry(self)).collect();
                Value::hash(entries.into_iter().map(|(key, value)| (Value::from(key.to_string()), value)))
            }
            Type::Struct(structure) if depth < 4 => {
                let mut entries: Vec<(Value, Value)> = Vec::new();
                for element in &structure.elements {
                    if self.chance.percent(if element.optional { 50 } else { 90 }) {
                        entries.push((Value::String(element.name.clone()), self.data(&element.value_type, depth + 1)));
                    }
                }
                if self.chance.percent(10) {
                    entries.push(("more".into(), 1.into()));
                }
                Value::hash(entries)
            }
            Type::Variant(types) => {
                let part = self.chance.pick(types).clone();
                self.data(&part, depth)
            }
            Type::Optional(Some(inner)) if self.chance.percent(90) => self.data(inner, depth),
            _ => self.anything(1),
        }
    }

    fn integer(&mut self, range: IntegerRange) -> i64 {
        let ends = [range.from, range.to, range.from.saturating_add(1), range.to.saturating_sub(1)];
        match self.chance.below(10) {
            0 => *self.chance.pick(&ends),
            1 => *self.chance.pick(INTEGERS),
            2 => self.number_of_types().unwrap_or(1),
            _ => {
                let small = self.chance.below(200) as i64 - 5;
                small.clamp(range.from, range.to)
            }
        }
    }

    fn number_of_types(&mut self) -> Option<i64> {
        let numbers: Vec<i64> = self.words.iter().filter_map(|word| word.parse().ok()).collect();
        (!numbers.is_empty()).then(|| *self.chance.pick(&numbers))
    }

    fn float(&mut self) -> f64 {
        match self.chance.below(3) {
            0 => *self.chance.pick(FLOATS),
            1 => self.chance.below(2000) as f64 / 64.0,
            _ => self.chance.below(120) as f64 / 10.0,
        }
    }

    fn text(&mut self) -> String {
        if !self.favourites.is_empty() && self.chance.percent(35) {
            return self.chance.pick(&self.favourites.clone()).clone();
        }
        match self.chance.below(10) {
            0..=3 => (*self.chance.pick(TEXTS)).to_owned(),
            4..=6 if !self.words.is_empty() => {
                let words = std::mem::take(&mut self.words);
                let word = self.chance.pick(&words).clone();
                self.words = words;
                if self.chance.percent(20) { word.to_uppercase() } else { word }
            }
            7 => {
                let (one, two) = (*self.chance.pick(TEXTS), *self.chance.pick(TEXTS));
                format!("{one}{}{two}", self.chance.pick(&["", " ", ":", "/", ".", "-"]))
            }
            _ => {
                const LETTERS: &[char] =
                    &['a', 'b', 'z', 'A', 'Z', '0', '9', '_', '-', '.', '/', ' ', 'ä', 'Ω', ':', '\n'];
                let length = self.chance.below(8);
                (0..length).map(|_| *self.chance.pick(LETTERS)).collect()
            }
        }
    }

    /// Anything that JSON can say.
    fn anything(&mut self, depth: usize) -> Value {
        match self.chance.below(if depth > 2 { 6 } else { 8 }) {
            0 => Value::Undef,
            1 => Value::Boolean(self.chance.percent(50)),
            2 => Value::Integer(self.integer(IntegerRange::ANY)),
            3 => Value::Float(self.float()),
            4 | 5 => self.text().into(),
            6 => {
                let count = self.chance.below(4);
                Value::array((0..count).map(|_| self.anything(depth + 1)).collect::<Vec<_>>())
            }
            _ => {
                let count = self.chance.below(3);
                let entries: Vec<(Value, Value)> =
                    (0..count).map(|_| (Value::from(self.text()), self.anything(depth + 1))).collect();
                Value::hash(entries)
            }
        }
    }
}
