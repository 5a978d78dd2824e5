class greeting (String $name_of = 'nobody') {
  notify { "staged ${name_of}": }
}
