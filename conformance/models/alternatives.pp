# Migrated from alternatives/lib/puppet/type/alternatives.rb
type Alternatives inherits Resource {
  autorequire { 'alternative_entry' => '$path' }

  # not carried over, line 2: feature: 'mode' tells providers apart; there is one here
  # not carried over, line 4: option of 'name': 'isnamevar' means nothing to a type of the language
  attr name, String { behaviour => namevar }
  attr path, Data {
    validate => { if !($it =~ Pattern[/^\//]) { 'path must be a fully qualified path' } },
  }
  # not carried over, line 16: option of 'mode': 'required_features' means nothing to a type of the language
  attr mode, enum[auto, manual]
}
