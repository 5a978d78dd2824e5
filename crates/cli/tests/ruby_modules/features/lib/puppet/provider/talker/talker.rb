# One method for each thing that a provider can say.
class Puppet::Provider::Talker::Talker
  def get(_context)
    []
  end

  def set(context, changes)
    changes.each_key { |name| public_send("say_#{name}", context, name) }
  end

  def say_levels(context, _name)
    context.debug('debug')
    context.info('info')
    context.notice('notice')
    context.warning('warning')
    context.err('err')
  end

  def say_titles(context, name)
    context.notice(name, 'with a title')
    context.notice(['a', nil, ['b', 'c']], 'with titles')
    context.notice([], 'with no title')
    context.notice('', 'with an empty title')
    context.notice({ package: 'p', manager: 'm' }, 'with a hash')
    context.notice('one', 'two', 'three')
    context.notice
    context.notice(:symbol)
    context.notice(nil)
    context.notice(['x', 1])
  end

  def say_blocks(context, name)
    context.creating(name) { context.notice('inside') }
    context.updating(name, message: 'Refreshing') { context.warning('inside') }
    context.deleting([name, 'other']) { context.err('inside') }
  end

  def say_failing(context, name)
    context.failing(name) { context.notice('inside') }
  end

  def say_failing_block(context, name)
    context.updating(name) { raise Puppet::Error, 'broken' }
    context.notice("failed: #{context.failed?.inspect}")
  end

  def say_reset(context, name)
    context.notice("failed at first: #{context.failed?.inspect}")
    context.updating(name) { raise 'broken' }
    context.reset_failed
    context.notice("failed at last: #{context.failed?.inspect}")
  end

  def say_processing(context, name)
    context.processing(name, { a: 1 }, { a: 2 }) { context.notice('inside') }
    context.processed(name, { a: 1 }, { a: 2 })
  end

  def say_processing_failed(context, name)
    context.processing(name, 'x', 'y') { raise ArgumentError, 'no way' }
  end

  def say_processing_many(context, name)
    context.processing([name], 1, 2) { nil }
  end

  def say_actions(context, name)
    context.created(name)
    context.updated([name, 'b'], message: 'Changed')
    context.deleted(name)
  end

  def say_failed(context, name)
    context.failed(name, message: 'it did not work')
  end

  def say_attribute_changed(context, name)
    context.attribute_changed(name, 'size', 1, 2)
    context.attribute_changed(name, :size, nil, 'x', message: 'grown')
    context.attribute_changed(name, 'flag', true, false)
    context.attribute_changed(name, 'list', ['p'], ['q'])
  end

  def say_attribute_changed_inside(context, name)
    context.updating(name) { context.attribute_changed(name, 'size', 1, 2) }
  end

  def say_attribute_changed_many(context, name)
    context.attribute_changed([name], 'size', 1, 2)
  end

  def say_log_exception(context, name)
    raise 'logged'
  rescue StandardError => e
    context.log_exception(e)
    context.log_exception(e, message: 'Again')
    context.updating(name) { context.log_exception(e, message: 'Inside') }
  end

  def say_log_exception_traced(context, _name)
    raise 'logged'
  rescue StandardError => e
    context.log_exception(e, message: 'With trace', trace: true)
  end

  def say_type(context, _name)
    type = context.type
    context.notice([type.name, type.attributes.keys, type.ensurable?, type.feature?('canonicalize'), type.namevars, type.title_patterns.inspect, type.insyncable_attributes].inspect)
    context.notice(type.definition.inspect)
    context.notice(type.attributes[:name][:other_key])
  end

  def say_check_schema(context, _name)
    context.type.check_schema({ name: 'x', said: true })
    context.notice('that was right')
    context.type.check_schema({ name: 'x', said: 'yes', extra: 1 })
  end

  def say_check_schema_without_name(context, _name)
    context.type.check_schema({ said: true })
  end

  def say_feature_support(context, _name)
    context.notice(context.feature_support?('canonicalize').inspect)
  end

  def say_device(context, _name)
    context.device
  end

  def say_transport(context, _name)
    context.transport
  end

  def say_no_block(context, name)
    context.updating(name)
  end

  def say_nested(context, name)
    context.updating(name) do
      context.creating('inner') { context.notice('inside both') }
      context.notice('inside one')
    end
  end

  def say_unknown(context, _name)
    context.notice(context.respond_to?(:critical).inspect)
  end

  def say_secret(context, name)
    secret = Puppet::Pops::Types::PSensitiveType::Sensitive.new('h1dden')
    context.notice("#{secret} #{secret.inspect} #{[secret]} #{{ a: secret }}")
    context.attribute_changed(name, 'secret', secret, secret)
  end

  def say_encodings(context, name)
    context.notice("käse \u{1F600} \e[1mbold")
    context.notice("two\nlines\n")
    context.created("#{name} 'quoted' \"double\"")
  end

  def say_odd_objects(context, _name)
    context.notice([1.0, 1e20, 2**70, :sym, nil, true, (1..3), 'q"\\'.dup, { 1 => :a, 'b' => nil }, Time.at(0).utc, /re/i, String].inspect)
  end
end
