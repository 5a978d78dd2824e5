# Says hello.
class greeting (
  Greeting::Word $name_of,
  String $text = "Hello ${name_of}",
) {
  notify { 'greeting': message => $text }
}
