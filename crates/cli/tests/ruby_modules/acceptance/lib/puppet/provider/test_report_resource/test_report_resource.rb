class Puppet::Provider::TestReportResource::TestReportResource
  def canonicalize(_context, resources)
    resources.each do |resource|
      resource[:test_string] = resource[:test_string].to_s.downcase if resource[:test_string]
      resource[:name] = resource[:name].strip
    end
    resources
  end

  def get(_context)
    [{ name: 'one', test_string: 'first', level: 'low', tags_of_it: { 'a' => ['b', 'c'], 'd' => 'e' } }]
  end

  def set(context, changes)
    changes.each do |name, change|
      context.updating(name) do
        context.warning('wait') if change[:should][:test_string] == 'warn'
        raise Puppet::Error, 'no way' if change[:should][:test_string] == 'fail'
      end
    end
  end
end
