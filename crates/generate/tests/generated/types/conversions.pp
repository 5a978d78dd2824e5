type Converted::String  { attr v, Any attr made { derived => || { String($v) } } }
type Converted::Integer { attr v, Any attr made { derived => || { Integer($v) } } }
type Converted::Float   { attr v, Any attr made { derived => || { Float($v) } } }
type Converted::Numeric { attr v, Any attr made { derived => || { Numeric($v) } } }
type Converted::Boolean { attr v, Any attr made { derived => || { Boolean($v) } } }
type Converted::Radix   { attr v, String attr made, Integer { derived => || { Integer($v, 16) } } }
type Converted::Range   { attr v, String attr made, Integer { derived => || { Integer[0, 20]($v) } } }
