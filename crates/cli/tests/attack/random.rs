//! Random numbers with a reproducible seed.

use std::sync::OnceLock;

/// The variable with the seed of all attacks.
const SEED: &str = "BUNRAKU_ATTACK_SEED";

/// The default seed. With it, the gate does the same every time, as far as timing allows.
const SEED_OF_THE_GATE: u64 = 20_261_118;

/// A generator of numbers (SplitMix64).
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    /// A generator for an attack: the same for the same seed and name.
    pub fn new(attack: &str) -> Random {
        static SHOWN: OnceLock<u64> = OnceLock::new();
        let seed = *SHOWN.get_or_init(|| {
            let seed = std::env::var(SEED).ok().and_then(|seed| seed.parse().ok()).unwrap_or(SEED_OF_THE_GATE);
            eprintln!("the seed is {seed}; {SEED} sets another one");
            seed
        });
        Random(attack.bytes().fold(seed, |state, byte| state.wrapping_mul(31).wrapping_add(u64::from(byte))))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit other than 0.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit).unwrap()).unwrap()
    }

    /// One of several.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
