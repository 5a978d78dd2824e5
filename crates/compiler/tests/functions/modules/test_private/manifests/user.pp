# Uses what the module keeps for itself.
class test_private::user {
  include test_private::hidden
  test_private::hidden_define { 'mine': }
}
