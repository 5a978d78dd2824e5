use super::{insert, is_on_page};

#[test]
fn a_line_is_inserted_with_the_indentation_of_its_neighbour() {
    let text = "mod a;\nmod c;\n\nconst ALL: &[u8] = &[\n    a::ONE,\n    c::THREE,\n];\n";
    let text = insert(text, "mod c;", "mod b;").unwrap();
    let text = insert(&text, "c::THREE", "b::TWO,").unwrap();
    assert_eq!(text, "mod a;\nmod b;\nmod c;\n\nconst ALL: &[u8] = &[\n    a::ONE,\n    b::TWO,\n    c::THREE,\n];\n");
    assert_eq!(insert(&text, "mod z;", "mod y;").unwrap_err().to_string(), "no line begins with 'mod z;'");
}

#[test]
fn a_recipe_is_found_by_the_first_cell_of_its_row() {
    let page = "| to add | write |\n|---|---|\n| a fact | a file |\n";
    assert!(is_on_page(page, "a fact"));
    assert!(!is_on_page(page, "a"));
}
