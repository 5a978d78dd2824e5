//! New inputs from known ones. The same seed gives the same inputs.

/// The maximum size of an input in bytes.
const MAX_SIZE: usize = 64 * 1024;

/// Bytes with a meaning in most formats.
const SPECIAL: &[u8] = b"\0\n\r\t \"'`$#%&()*+,-./:;<=>?@[\\]^_{|}~0aZ\x7f\xc3\xa9\xf0\xff";

/// Numbers and words that often trigger bugs.
const WORDS: &[&str] = &[
    "-1",
    "0",
    "2147483648",
    "9223372036854775808",
    "1e999",
    "NaN",
    "null",
    "true",
    "__ptype",
    "\u{feff}",
    "\u{202e}",
    "%{",
    "<%",
    "%>",
    "${",
    "end",
    "Integer[",
    "../",
    "{{{{",
    "[[[[",
    "((((",
    "\"\"\"",
    "'''",
    "&a *a",
    "!ruby/object:A",
];

/// Pseudo-random numbers (xorshift).
pub struct Random(u64);

impl Random {
    /// Numbers that depend on a seed only.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a limit; zero if the limit is zero.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 16).unwrap_or_default() % limit.max(1)
    }
}

/// Changes an input a few times. `others` are inputs to take pieces of.
pub fn mutate(input: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    for _ in 0..=random.below(4) {
        once(input, others, random);
    }
    input.truncate(MAX_SIZE);
}

fn once(input: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let start = random.below(input.len() + 1);
    let end = (start + random.below(32)).min(input.len());
    match random.below(10) {
        0 => drop(input.drain(start..end)),
        1 => input.truncate(start),
        2 => {
            let word = WORDS[random.below(WORDS.len())].bytes();
            drop(input.splice(start..start, word));
        }
        3 => {
            let byte = SPECIAL[random.below(SPECIAL.len())];
            drop(input.splice(start..end.min(start + 1), [byte]));
        }
        4 => {
            let byte = SPECIAL[random.below(SPECIAL.len())];
            input.insert(start, byte);
        }
        // Nesting and repetition.
        5 => {
            let piece = input[start..end].repeat(1 + random.below(200));
            drop(input.splice(start..start, piece));
        }
        6 => {
            if let Some(byte) = input.get_mut(start) {
                *byte ^= 1 << random.below(8);
            }
        }
        // A line moved elsewhere.
        7 => {
            let mut lines: Vec<&[u8]> = input.split_inclusive(|byte| *byte == b'\n').collect();
            let (one, other) = (random.below(lines.len()), random.below(lines.len()));
            if !lines.is_empty() {
                lines.swap(one, other);
            }
            *input = lines.concat();
        }
        _ => {
            let other = others.get(random.below(others.len())).map(Vec::as_slice).unwrap_or_default();
            let from = random.below(other.len() + 1);
            let to = (from + random.below(256)).min(other.len());
            drop(input.splice(start..end, other[from..to].iter().copied()));
        }
    }
}
