//! Chance that is the same everywhere: Ruby's `Random`, which is the Mersenne Twister MT19937.

use ruby_subset::digest::Algorithm;

/// How many words the generator keeps.
const LENGTH: usize = 624;
/// How far the word lies that is mixed in.
const DISTANCE: usize = 397;

/// Ruby's `Random.new(seed)`.
pub(crate) struct Random {
    state: [u32; LENGTH],
    next: usize,
}

impl Random {
    /// Begins with a seed, which is a whole number of any size.
    pub fn new(seed: u128) -> Random {
        let words = [seed as u32, (seed >> 32) as u32, (seed >> 64) as u32, (seed >> 96) as u32];
        let length = words.iter().rposition(|word| *word != 0).map_or(1, |last| last + 1);
        // Ruby takes a highest word of 1 for a mark of its own, and leaves it out.
        let length = if length > 1 && words[length - 1] == 1 { length - 1 } else { length };
        let mut random = Random { state: [0; LENGTH], next: LENGTH };
        if length == 1 {
            random.seed_with_one(words[0]);
        } else {
            random.seed_with(&words[..length]);
        }
        random
    }

    /// Begins with the MD5 digest of a text, as Puppet does.
    pub fn of_text(text: &str) -> Random {
        let digest = Algorithm::Md5.digest(text.as_bytes());
        Random::new(digest.iter().fold(0, |seed, byte| (seed << 8) | u128::from(*byte)))
    }

    fn seed_with_one(&mut self, word: u32) {
        self.state[0] = word;
        for index in 1..LENGTH {
            let before = self.state[index - 1];
            self.state[index] = 1_812_433_253_u32.wrapping_mul(before ^ (before >> 30)).wrapping_add(index as u32);
        }
    }

    fn seed_with(&mut self, words: &[u32]) {
        self.seed_with_one(19_650_218);
        let state = &mut self.state;
        let (mut index, mut word) = (1, 0);
        for _ in 0..LENGTH.max(words.len()) {
            let before = state[index - 1];
            state[index] = (state[index] ^ (before ^ (before >> 30)).wrapping_mul(1_664_525))
                .wrapping_add(words[word])
                .wrapping_add(word as u32);
            word = (word + 1) % words.len();
            index = Self::after(state, index);
        }
        for _ in 1..LENGTH {
            let before = state[index - 1];
            state[index] =
                (state[index] ^ (before ^ (before >> 30)).wrapping_mul(1_566_083_941)).wrapping_sub(index as u32);
            index = Self::after(state, index);
        }
        state[0] = 0x8000_0000;
    }

    /// The next index; at the end the last word becomes the first one.
    fn after(state: &mut [u32; LENGTH], index: usize) -> usize {
        if index + 1 < LENGTH {
            return index + 1;
        }
        state[0] = state[LENGTH - 1];
        1
    }

    fn next_word(&mut self) -> u32 {
        if self.next >= LENGTH {
            for index in 0..LENGTH {
                let mixed = (self.state[index] & 0x8000_0000) | (self.state[(index + 1) % LENGTH] & 0x7fff_ffff);
                let odd = if mixed & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[index] = self.state[(index + DISTANCE) % LENGTH] ^ (mixed >> 1) ^ odd;
            }
            self.next = 0;
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    /// `rand(size)`: a number from 0 to below `size`, all equally likely; 0 if there is no other.
    pub fn below(&mut self, size: u64) -> u64 {
        let limit = size.saturating_sub(1);
        if limit == 0 {
            return 0;
        }
        let mask = u64::MAX >> limit.leading_zeros();
        'again: loop {
            let mut number = 0;
            for part in [1, 0] {
                if (mask >> (part * 32)) & 0xffff_ffff == 0 {
                    continue;
                }
                number |= u64::from(self.next_word()) << (part * 32);
                number &= mask;
                if number > limit {
                    continue 'again;
                }
            }
            return number;
        }
    }
}
