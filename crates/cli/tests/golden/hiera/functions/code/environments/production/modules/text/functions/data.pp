function text::data($options, $context) { 'no hash' }
