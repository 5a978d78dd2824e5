notify { "windows":
  message => "line"
}
