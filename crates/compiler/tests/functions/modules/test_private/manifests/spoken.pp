# For the module alone, with words of its own.
class test_private::spoken {
  assert_private("only for ${module_name}")
}
