# Migrated from concat/lib/puppet/type/concat_fragment.rb
type Concat_fragment inherits Resource {
  attr name, String { behaviour => namevar }
  attr target, Data {
    behaviour => parameter,
    validate  => { if !($it =~ String) { 'Target must be a String' } },
  }
  attr content, Data {
    behaviour => parameter,
    validate  => { if !($it =~ String) { 'Content must be a String' } },
  }
  attr source, Data {
    behaviour => parameter,
    validate  => { if !($it =~ Variant[String, Array]) { 'Content must be a String or Array' } },
  }
  attr order, Data {
    behaviour => parameter,
    default   => '10',
    validate  => {
      if !(($it =~ String) or ($it =~ Integer)) {
        '$order is not a string or integer.'
      } elsif "${it}" =~ /[:\n\/]/ {
        'Order cannot contain \'/\', \':\', or \'\\n\'.'
      }
    },
  }
  attr tag, Data { behaviour => parameter }
  # not carried over, line 73: autorequire: the titles of 'file' are computed, or decided by a condition

  invariant {
    if !($target or $tag) {
      'No \'target\' or \'tag\' set'
    } elsif ($source == undef) and ($content == undef) {
      'Set either \'source\' or \'content\''
    } elsif !($source == undef) and !($content == undef) {
      'Can\'t use \'source\' and \'content\' at the same time'
    }
  }
}
