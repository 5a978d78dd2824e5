define greeting::line (Array[String] $words = []) {
  notify { "line ${title}": message => epp('greeting/line.epp', { 'words' => $words }) }
}
