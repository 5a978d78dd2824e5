class secret (Sensitive[String] $password) {
  notify { 'one': message => $password }
  notify { 'two': message => Sensitive("with ${password.unwrap}") }
  notify { 'three': message => "text ${password}" }
}
class { 'secret': password => Sensitive('hunter2') }
