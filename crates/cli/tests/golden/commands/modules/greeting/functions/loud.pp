function greeting::loud(String $text) >> String {
  "${text.upcase}!"
}
