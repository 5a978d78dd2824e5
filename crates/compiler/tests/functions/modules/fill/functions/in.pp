# Fills an ERB template in, with variables of all kinds.
function fill::in(String $template) >> String {
  $text = 'Some text'
  $empty = ''
  $number = 42
  $negative = -7
  $float = 2.5
  $yes = true
  $no = false
  $nothing = undef
  $word = default
  $list = ['b', 'a', 'c']
  $numbers = [3, 1, 2]
  $mixed = [1, 'two', undef, true, [4, 5], {'six' => 7}]
  $nested = [['a', 1], ['b', 2]]
  $hash = { 'b' => 1, 'a' => 2 }
  $deep = { 'a' => { 'b' => ['c', 'd'] }, 'n' => undef }
  $options = { 'Name' => 'web', 'ports' => [80, 443], 'on' => true }
  $secret = Sensitive('s3cret')
  inline_template($template)
}
