//! Numbers that Ruby gave for machines and seeds.

use crate::functions::ruby::random::Random;

#[test]
fn the_numbers_are_those_of_ruby() {
    for (key, size, expected) in [
        ("vm.example.com:100:", 100, 3),
        ("vm.example.com:60:seed", 60, 28),
        ("vm.example.com:30:expensive job 1", 30, 22),
        ("a.b.c:1:", 1, 0),
        ("web01.prod.example.net:1440:puppet", 1440, 967),
        ("web01.prod.example.net:4294967296:x", 4_294_967_296, 509_703_338),
        ("web01.prod.example.net:5000000000:x", 5_000_000_000, 282_790_821),
    ] {
        assert_eq!(Random::of_text(key).below(size), expected, "{key}");
    }
}
