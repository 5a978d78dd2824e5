# Shows facts in the ways in which manifests can.
class factual($fact = $facts['factual_plain']) {
  notice($fact)
}
