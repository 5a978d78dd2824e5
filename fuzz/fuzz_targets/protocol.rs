//! Any bytes of a provider are messages or errors, however they are split.

use protocol::{
    Incoming, Lines, Payload,
    calls::{GeneratedResources, Initialized, InsyncResult, Resources},
    notices::Notice,
    runtime::Question,
};

fuzz_target!(|data: &[u8]| {
    let (mut whole, mut cut) = (Lines::default(), Lines::default());
    whole.push(data);
    let mut lines = Vec::new();
    while let Ok(Some(line)) = whole.take() {
        read(&line);
        lines.push(line);
    }
    let mut found = Vec::new();
    for piece in data.chunks(7) {
        cut.push(piece);
        while let Ok(Some(line)) = cut.take() {
            found.push(line);
        }
    }
    assert!(found.starts_with(&lines), "lines do not depend on how they arrive");
    if let Ok(Some(line)) = whole.rest() {
        read(&line);
    }
});

fn read(line: &str) {
    match Incoming::read(line) {
        Ok(Incoming::Request { method, params, .. }) => {
            let _ = Question::read(&method, &params);
        }
        Ok(Incoming::Notification { method, params }) => {
            let _ = Notice::read(&method, &params);
        }
        Ok(Incoming::Response { outcome: Ok(result), .. }) => answers(&result),
        Ok(Incoming::Response { outcome: Err(_), .. }) | Err(_) => {}
    }
}

fn answers(result: &Payload) {
    let _ = result.read::<Initialized>();
    let _ = result.read::<Resources>();
    let _ = result.read::<InsyncResult>();
    let _ = result.read::<GeneratedResources>();
}
