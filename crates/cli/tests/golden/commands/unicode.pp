notify { 'grüße':
  message => "日本語 ☃ \u{1F600}",
}
