class mod($p = d, $q = d, $list = d, $h = d, $fall = d, $from_global = d, $none = d, Optional[String] $nothing = undef) {
  notice("$p|$q|$list|$h|$fall|$from_global|$none")
}
