//! `crypt`: digests of passwords as the files of Unix keep them, by MD5, SHA-256 and SHA-512.

use md5::{Digest as _, Md5};
use sha2::{Sha256, Sha512};

/// The letters that digests are written with, six bits each.
const LETTERS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// How often the digest is made by default, and at most.
const ROUNDS: usize = 5_000;
const LEAST_ROUNDS: usize = 1_000;
const MAX_ROUNDS: usize = 999_999;

/// How long a password may be, as in the C library.
pub(crate) const MAX_TEXT: usize = 512;

/// How a password is to be digested.
pub(crate) struct Method<'s> {
    /// `1`, `5` or `6`.
    kind: u8,
    salt: &'s str,
    pub rounds: usize,
    says_rounds: bool,
}

impl<'s> Method<'s> {
    /// Reads `$6$salt` or `$6$rounds=5000$salt`, whatever follows; nothing for what is not known here.
    pub fn read(text: &'s str) -> Option<Method<'s>> {
        let mut parts = text.strip_prefix('$')?.split('$');
        let kind = match parts.next()? {
            "1" => b'1',
            "5" => b'5',
            "6" => b'6',
            _ => return None,
        };
        let mut salt = parts.next()?;
        let (mut rounds, mut says_rounds) = (if kind == b'1' { 1_000 } else { ROUNDS }, false);
        if let Some(given) = salt.strip_prefix("rounds=").filter(|_| kind != b'1') {
            rounds = given.parse().ok().filter(|given| (LEAST_ROUNDS..=MAX_ROUNDS).contains(given))?;
            says_rounds = true;
            salt = parts.next()?;
        }
        let most = if kind == b'1' { 8 } else { 16 };
        let salt = salt.get(..salt.len().min(most))?;
        Some(Method { kind, salt, rounds, says_rounds })
    }

    /// The digest of a password, with the method before it.
    pub fn digest(&self, password: &str) -> String {
        let (password, salt) = (password.as_bytes(), self.salt.as_bytes());
        let written = match self.kind {
            b'1' => md5(password, salt),
            b'5' => written(&sha(password, salt, self.rounds, |bytes| Sha256::digest(bytes).to_vec()), &OFFSETS_256),
            _ => written(&sha(password, salt, self.rounds, |bytes| Sha512::digest(bytes).to_vec()), &OFFSETS_512),
        };
        let rounds = if self.says_rounds { format!("rounds={}$", self.rounds) } else { String::new() };
        format!("${}${rounds}{}${written}", char::from(self.kind), self.salt)
    }
}

/// Which bytes of a digest are written together; `None` means no byte.
type Offsets = [[Option<usize>; 3]];

const fn three(one: usize, two: usize, three: usize) -> [Option<usize>; 3] {
    [Some(one), Some(two), Some(three)]
}

const OFFSETS_256: [[Option<usize>; 3]; 11] = [
    three(0, 10, 20),
    three(21, 1, 11),
    three(12, 22, 2),
    three(3, 13, 23),
    three(24, 4, 14),
    three(15, 25, 5),
    three(6, 16, 26),
    three(27, 7, 17),
    three(18, 28, 8),
    three(9, 19, 29),
    [None, Some(31), Some(30)],
];

const OFFSETS_512: [[Option<usize>; 3]; 22] = [
    three(0, 21, 42),
    three(22, 43, 1),
    three(44, 2, 23),
    three(3, 24, 45),
    three(25, 46, 4),
    three(47, 5, 26),
    three(6, 27, 48),
    three(28, 49, 7),
    three(50, 8, 29),
    three(9, 30, 51),
    three(31, 52, 10),
    three(53, 11, 32),
    three(12, 33, 54),
    three(34, 55, 13),
    three(56, 14, 35),
    three(15, 36, 57),
    three(37, 58, 16),
    three(59, 17, 38),
    three(18, 39, 60),
    three(40, 61, 19),
    three(62, 20, 41),
    [None, None, Some(63)],
];

const OFFSETS_MD5: [[Option<usize>; 3]; 6] =
    [three(0, 6, 12), three(1, 7, 13), three(2, 8, 14), three(3, 9, 15), three(4, 10, 5), [None, None, Some(11)]];

fn written(digest: &[u8], places: &Offsets) -> String {
    let mut text = String::new();
    for group in places {
        let byte = |index: &Option<usize>| index.and_then(|index| digest.get(index).copied()).unwrap_or_default();
        let mut bits = group.iter().fold(0_u32, |bits, index| bits << 8 | u32::from(byte(index)));
        for _ in 0..=group.iter().flatten().count() {
            text.push(char::from(LETTERS[(bits & 63) as usize]));
            bits >>= 6;
        }
    }
    text
}

/// So many bytes of a digest, again and again.
fn repeated(digest: &[u8], length: usize) -> Vec<u8> {
    digest.iter().copied().cycle().take(length).collect()
}

fn sha(password: &[u8], salt: &[u8], rounds: usize, digest: fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let other = digest(&[password, salt, password].concat());
    let mut start = [password, salt, &repeated(&other, password.len())].concat();
    let mut bits = password.len();
    while bits > 0 {
        start.extend_from_slice(if bits & 1 == 1 { &other } else { password });
        bits >>= 1;
    }
    let mut made = digest(&start);
    let of_password = repeated(&digest(&password.repeat(password.len())), password.len());
    let times = 16 + usize::from(made.first().copied().unwrap_or_default());
    let of_salt = repeated(&digest(&salt.repeat(times)), salt.len());
    for round in 0..rounds {
        made = digest(&mixed(round, &made, &of_password, &of_salt));
    }
    made
}

/// What a round digests.
fn mixed(round: usize, made: &[u8], password: &[u8], salt: &[u8]) -> Vec<u8> {
    let is_odd = round % 2 == 1;
    let mut all = if is_odd { password } else { made }.to_vec();
    if !round.is_multiple_of(3) {
        all.extend_from_slice(salt);
    }
    if !round.is_multiple_of(7) {
        all.extend_from_slice(password);
    }
    all.extend_from_slice(if is_odd { made } else { password });
    all
}

fn md5(password: &[u8], salt: &[u8]) -> String {
    let other = Md5::digest([password, salt, password].concat());
    let mut start = [password, b"$1$", salt, &repeated(&other, password.len())].concat();
    let mut bits = password.len();
    while bits > 0 {
        start.push(if bits & 1 == 1 { 0 } else { password.first().copied().unwrap_or_default() });
        bits >>= 1;
    }
    let mut made = Md5::digest(start).to_vec();
    for round in 0..1_000 {
        made = Md5::digest(mixed(round, &made, password, salt)).to_vec();
    }
    written(&made, &OFFSETS_MD5)
}
