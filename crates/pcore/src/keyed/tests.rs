use std::{
    cell::Cell,
    hash::{BuildHasher, Hash, Hasher},
};

use rustc_hash::FxBuildHasher;

use super::RandomState;
use crate::{Hash as Mapping, Value};

thread_local! {
    /// How often two keys have been compared.
    static COMPARED: Cell<u64> = const { Cell::new(0) };
}

/// A key that counts how often it is compared.
#[derive(Clone, Eq)]
struct SizeUnit(u64);

impl PartialEq for SizeUnit {
    fn eq(&self, other: &SizeUnit) -> bool {
        COMPARED.set(COMPARED.get() + 1);
        self.0 == other.0
    }
}

impl Hash for SizeUnit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// Numbers whose unkeyed hashes end in the same bits, so that they share a bucket, and begin alike.
fn colliding(count: usize) -> Vec<u64> {
    // Multiplication by an odd number is invertible: the hash is chosen, then the number that has it. The result is
    // rotated at the end, so the bits that matter are those that are kept here.
    let hash = |number: u64| FxBuildHasher.hash_one(number);
    let factor = hash(1).rotate_right(26);
    let inverse =
        (0..6).fold(1_u64, |inverse, _| inverse.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(inverse))));
    let number = |middle: u64| (middle << 20).rotate_right(26).wrapping_mul(inverse);
    let numbers: Vec<u64> = (1..=count as u64).map(number).collect();
    assert!(numbers.iter().all(|number| hash(*number) << 44 == 0), "they collide in the lowest twenty bits");
    numbers
}

fn comparisons<S: BuildHasher + Default>(numbers: &[u64]) -> u64 {
    COMPARED.set(0);
    let mut map = std::collections::HashMap::<SizeUnit, (), S>::default();
    map.extend(numbers.iter().map(|number| (SizeUnit(*number), ())));
    assert_eq!(map.len(), numbers.len());
    COMPARED.get()
}

#[test]
fn colliding_keys_are_found_quickly() {
    let numbers = colliding(4_000);
    let (without, with) = (comparisons::<FxBuildHasher>(&numbers), comparisons::<RandomState>(&numbers));
    assert!(without > 1_000_000, "they collide: {without}");
    assert!(with < 40_000, "they do not collide: {with}");
}

#[test]
fn each_map_has_a_key_of_its_own() {
    let hash = || RandomState::default().hash_one("facts");
    assert!((0..8).any(|_| hash() != hash()));
}

#[test]
fn the_order_of_a_mapping_is_that_of_insertion() {
    let keys = || (0..1_000).map(|number| Value::from(format!("key {}", number * 7919 % 1_000)));
    let mapping: Mapping = keys().map(|key| (key, Value::Undef)).collect();
    assert!(mapping.keys().cloned().eq(keys()));
    let (one, two) = (
        Value::hash([(1.into(), 2.into()), (3.into(), 4.into())]),
        Value::hash([(3.into(), 4.into()), (1.into(), 2.into())]),
    );
    let state = RandomState::default();
    assert_eq!(state.hash_one(&one), state.hash_one(&two));
}
