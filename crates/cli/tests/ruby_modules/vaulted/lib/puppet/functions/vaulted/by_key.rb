# Gives values key by key, from a file of lines, as secrets of a vault are.
Puppet::Functions.create_function(:'vaulted::by_key') do
  dispatch :by_key do
    param 'Variant[String, Numeric]', :key
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end

  def by_key(key, options, context)
    return context.cached_value(key) if context.cache_has_key(key)

    context.explain { "looking for #{key} in #{File.basename(options['path'])}" }
    found = read(options['path'], context)[key]
    context.not_found if found.nil?
    raise ArgumentError, "the vault is sealed for #{key}" if found == 'sealed'

    value = options['secret'] ? Puppet::Pops::Types::PSensitiveType::Sensitive.new(found) : context.interpolate(found)
    context.cache(key, value)
  end

  def read(path, context)
    context.cached_file_data(path) do |text|
      text.lines.map { |line| line.chomp.split(': ', 2) }.to_h
    end
  end
end
