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
            b'5' => written(&sha(password, salt, self.rounds, |bytes| Sha256::digest(bytes).to_vec()), &ORDER_256),
            _ => written(&sha(password, salt, self.rounds, |bytes| Sha512::digest(bytes).to_vec()), &ORDER_512),
        };
        let rounds = if self.says_rounds { format!("rounds={}$", self.rounds) } else { String::new() };
        format!("${}${rounds}{}${written}", char::from(self.kind), self.salt)
    }
}

/// In which order the bytes of a digest are written: threes of bytes with a distance between them, the first of which
/// count up, and which are turned further each time; then the last ones.
struct Order {
    threes: usize,
    distance: usize,
    turn: usize,
    last: &'static [usize],
}

const ORDER_256: Order = Order { threes: 10, distance: 10, turn: 2, last: &[31, 30] };
const ORDER_512: Order = Order { threes: 21, distance: 21, turn: 1, last: &[63] };
/// Takes the sixth byte again as one behind the end.
const ORDER_MD5: Order = Order { threes: 5, distance: 6, turn: 0, last: &[11] };

fn written(digest: &[u8], order: &Order) -> String {
    let mut text = String::new();
    let mut write = |indices: &[usize]| {
        let byte = |index: &usize| digest.get(*index).copied().unwrap_or_default();
        let mut bits = indices.iter().fold(0_u32, |bits, index| bits << 8 | u32::from(byte(index)));
        for _ in 0..=indices.len() {
            text.push(char::from(LETTERS[(bits & 63) as usize]));
            bits >>= 6;
        }
    };
    for start in 0..order.threes {
        let mut three = [start, start + order.distance, start + 2 * order.distance];
        three.rotate_left(start * order.turn % 3);
        write(&three);
    }
    write(order.last);
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
    made.extend(made.get(5).copied());
    written(&made, &ORDER_MD5)
}
