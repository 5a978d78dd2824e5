# Migrated from archive/lib/puppet/type/archive.rb
type Archive inherits Resource {
  autorequire { 'exec' => 'install_aws_cli' }

  # not carried over, line 12: newvalue of 'ensure': what is done to set 'present' is for the provider
  # not carried over, line 16: newvalue of 'ensure': what is done to set 'absent' is for the provider
  # not carried over, line 23: method of 'ensure': 'is_to_s' is code, which is for the provider
  # not carried over, line 28: method of 'ensure': 'should_to_s' is code, which is for the provider
  # not carried over, line 33: method of 'ensure': 'change_to_s' is code, which is for the provider
  attr ensure, enum[present, absent] { default => present }
  attr path, String {
    behaviour => namevar,
    validate  => { if !($it =~ Pattern[/^\//]) { "archive path must be absolute: ${it}" } },
  }
  attr filename, Data { behaviour => parameter }
  attr extract, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr extract_path, Data {
    behaviour => parameter,
    validate  => { if !($it =~ Pattern[/^\//]) { "archive extract_path must be absolute: ${it}" } },
  }
  # not carried over, line 87: munge of 'target': code makes the values that are kept; 'set' could
  attr target, Data {
    behaviour => parameter,
    validate  => { if !($it =~ Pattern[/^\//]) { "archive extract_path must be absolute: ${it}" } },
  }
  attr extract_command, Data { behaviour => parameter }
  attr temp_dir, Data {
    behaviour => parameter,
    validate  => { if !($it =~ Pattern[/^\//]) { "Invalid temp_dir ${it}" } },
  }
  # not carried over, line 107: default of 'extract_flags': there is none: it is undef
  attr extract_flags, Data { behaviour => parameter }
  # not carried over, line 113: method of 'creates': 'should_to_s' is code, which is for the provider
  attr creates, Data
  attr cleanup, Boolean {
    behaviour => parameter,
    default   => true,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 126: validate of 'source': code refuses values; 'validate' or 'invariant' could
  attr source, Data { behaviour => parameter }
  # not carried over, line 136: validate of 'url': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 141: munge of 'url': code makes the values that are kept; 'set' could
  attr url, Data { behaviour => parameter }
  attr cookie, Data { behaviour => parameter }
  # not carried over, line 152: newvalues of 'checksum': the text does not tell all values
  # not carried over, line 153: munge of 'checksum': code makes the values that are kept; 'set' could
  attr checksum {
    behaviour => parameter,
    check     => "${it}" =~ Variant[Enum['true', 'false', 'undef', ''], Pattern[/\b[0-9a-f]{5,128}\b/]],
  }
  # not carried over, line 167: munge of 'digest_string': code makes the values that are kept; 'set' could
  attr digest_string { behaviour => parameter, check => "${it}" =~ /\b[0-9a-f]{5,128}\b/ }
  attr checksum_url, Data { behaviour => parameter }
  # not carried over, line 182: munge of 'digest_url': code makes the values that are kept; 'set' could
  attr digest_url, Data { behaviour => parameter }
  attr checksum_type, enum[none, md5, sha1, sha2, sha256, sha384, sha512] {
    behaviour => parameter,
    default   => none,
  }
  # not carried over, line 196: munge of 'digest_type': code makes the values that are kept; 'set' could
  attr digest_type, enum[none, md5, sha1, sha2, sha256, sha384, sha512] { behaviour => parameter }
  attr checksum_verify, Boolean {
    behaviour => parameter,
    default   => true,
    set       => |$given| { Boolean($given) },
  }
  attr username, Data { behaviour => parameter }
  attr password, Data { behaviour => parameter }
  attr user, Data { behaviour => parameter }
  attr group, Data { behaviour => parameter }
  attr proxy_type, enum[none, ftp, http, https] { behaviour => parameter }
  attr proxy_server, Data { behaviour => parameter }
  attr allow_insecure, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 246: munge of 'download_options': code makes the values that are kept; 'set' could
  attr download_options, Data {
    behaviour => parameter,
    validate  => {
      if !(($it =~ String) or ($it =~ Array)) {
        "download_options should be String or Array: ${it}"
      }
    },
  }
  # not carried over, line 256: autorequire: the titles of 'file' are computed, or decided by a condition
  # not carried over, line 269: validate: code refuses values; 'validate' or 'invariant' could
}
