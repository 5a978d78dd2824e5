class greeting (String $name_of = 'nobody') {
  notify { "production ${name_of}": }
}
