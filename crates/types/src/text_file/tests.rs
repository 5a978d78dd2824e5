use super::LinkedList;

#[test]
fn nodes_keep_their_order() {
    let mut list = LinkedList::default();
    let b = list.insert(None, "b");
    let a = list.insert(None, "a");
    let d = list.insert(list.last(), "d");
    let c = list.insert(Some(b), "c");
    let text = |list: &LinkedList<&str>| list.iter().map(|(_, item)| *item).collect::<String>();
    assert_eq!(text(&list), "abcd");
    assert_eq!((list.first(), list.last(), list.previous(c), list.next(c)), (Some(a), Some(d), Some(b), Some(d)));
    assert_eq!((list.remove(b), list.remove(b), list.get(b)), (Some("b"), None, None));
    assert_eq!((text(&list).as_str(), list.previous(c)), ("acd", Some(a)));
    list.remove(a);
    list.remove(d);
    assert_eq!((text(&list).as_str(), list.first(), list.last()), ("c", Some(c), Some(c)));
    list.remove(c);
    assert_eq!((list.first(), list.last()), (None, None));
    list.insert(list.last(), "e");
    assert_eq!(text(&list), "e");
}
