use std::{sync::Barrier, thread};

use super::{MAX_NESTING, Nesting};

#[test]
fn questions_are_nested_up_to_a_limit() {
    let nesting = Nesting::default();
    let open: Vec<_> = (0..MAX_NESTING).map(|_| nesting.question().unwrap()).collect();
    assert!(nesting.question().is_none());
    assert!(nesting.question().is_none(), "who was refused does not count");
    // Another thread has its own.
    thread::scope(|scope| scope.spawn(|| assert!(nesting.question().is_some())).join().unwrap());
    drop(open);
    assert!(nesting.question().is_some());
    assert!(nesting.state().threads.is_empty());
}

#[test]
fn what_is_under_way_is_known_until_it_is_done() {
    let nesting = Nesting::default();
    let outer = nesting.listing(&"firewall".into());
    {
        let _inner = nesting.listing(&"firewallchain".into());
        let _change = nesting.change();
        assert!(nesting.is_listing("Firewall") && nesting.is_listing("firewallchain") && nesting.is_changing());
    }
    assert!(nesting.is_listing("firewall") && !nesting.is_listing("firewallchain") && !nesting.is_changing());
    drop(outer);
    assert!(!nesting.is_listing("firewall"));
}

#[test]
fn who_would_wait_for_ever_is_refused() {
    let nesting = Nesting::default();
    let (first, second) = (nesting.new_process(), nesting.new_process());
    let (owned, waiting) = (Barrier::new(2), Barrier::new(2));
    nesting.own(first);
    thread::scope(|scope| {
        scope.spawn(|| {
            nesting.own(second);
            owned.wait();
            assert!(nesting.wait_for(first));
            waiting.wait();
            // The other one was refused and went on.
            owned.wait();
            nesting.own(first);
        });
        owned.wait();
        waiting.wait();
        assert!(!nesting.wait_for(second));
        nesting.release(first);
        owned.wait();
    });
    // Who talks to nothing may wait for anything.
    assert!(nesting.wait_for(second));
}
