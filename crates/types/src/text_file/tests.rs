use super::Chain;

#[test]
fn links_keep_their_order_whatever_comes_and_goes() {
    let mut chain = Chain::default();
    let b = chain.insert(None, "b");
    let a = chain.insert(None, "a");
    let d = chain.insert(chain.last(), "d");
    let c = chain.insert(Some(b), "c");
    let shown = |chain: &Chain<&str>| chain.iter().map(|(_, item)| *item).collect::<String>();
    assert_eq!(shown(&chain), "abcd");
    assert_eq!((chain.first(), chain.last(), chain.before(c), chain.behind(c)), (Some(a), Some(d), Some(b), Some(d)));
    assert_eq!((chain.remove(b), chain.remove(b), chain.get(b)), (Some("b"), None, None));
    assert_eq!((shown(&chain).as_str(), chain.before(c)), ("acd", Some(a)));
    chain.remove(a);
    chain.remove(d);
    assert_eq!((shown(&chain).as_str(), chain.first(), chain.last()), ("c", Some(c), Some(c)));
    chain.remove(c);
    assert_eq!((chain.first(), chain.last()), (None, None));
    chain.insert(chain.last(), "e");
    assert_eq!(shown(&chain), "e");
}
