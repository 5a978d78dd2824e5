# For the module alone.
define test_private::hidden_define {
  assert_private()
  notice("used ${title}")
}
