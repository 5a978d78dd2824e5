class greeting::broken {
  notify { 'x' }
}
