//! How many rounds an attack has.

use std::time::{Duration, Instant};

/// The time limit of an attack in the gate. With an explicit number of rounds, the limit is hours.
const TIME_OF_THE_GATE: Duration = Duration::from_secs(40);
const TIME: Duration = Duration::from_secs(4 * 3600);

/// The rounds of an attack, bounded in number and time.
pub struct Rounds {
    name: &'static str,
    number: usize,
    done: usize,
    start: Instant,
    time: Duration,
}

/// The rounds of an attack: the number in the variable `BUNRAKU_ATTACK_NAME`, or that of the gate.
pub fn rounds(name: &'static str, of_the_gate: usize) -> Rounds {
    let given = std::env::var(format!("BUNRAKU_ATTACK_{name}")).ok().and_then(|number| number.parse().ok());
    let time = if given.is_some() { TIME } else { TIME_OF_THE_GATE };
    Rounds { name, number: given.unwrap_or(of_the_gate), done: 0, start: Instant::now(), time }
}

impl Rounds {
    /// How many rounds there are.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Some of the rounds, at least one, in the same time.
    pub fn part_of(self, number: usize) -> Rounds {
        Rounds { number: number.max(1), ..self }
    }
}

impl Iterator for Rounds {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.done == self.number {
            return None;
        }
        // There is always a first round.
        if self.done > 0 && self.start.elapsed() > self.time {
            let Rounds { name, number, done, time, .. } = self;
            eprintln!("{name}: the time is over after {done} of {number} rounds, {} s", time.as_secs());
            return None;
        }
        self.done += 1;
        Some(self.done - 1)
    }
}
