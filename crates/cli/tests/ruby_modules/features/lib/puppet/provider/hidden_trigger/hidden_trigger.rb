class Puppet::Provider::HiddenTrigger::HiddenTrigger
  def get(_context)
    [{ name: 'example' }]
  end

  def insync?(context, _name, property_name, _is, should)
    context.notice("asked for #{property_name}")
    case should[:force]
    when true then false
    when 'message' then [false, 'Out of sync, says the provider']
    when 'nil' then nil
    else true
    end
  end

  def set(context, changes)
    changes.each { |name, change| context.notice("#{name}: #{change}") }
  end
end
