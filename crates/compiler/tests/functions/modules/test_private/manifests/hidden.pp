# For the module alone.
class test_private::hidden {
  assert_private()
  notice('used')
}
