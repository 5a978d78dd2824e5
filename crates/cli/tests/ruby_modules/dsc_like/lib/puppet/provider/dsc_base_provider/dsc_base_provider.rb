# frozen_string_literal: true

require 'json'

# A base for providers that are only a name.
class Puppet::Provider::DscBaseProvider
  # Secrets that show nothing, and know where they come from.
  class Secret < Puppet::Pops::Types::PSensitiveType::Sensitive
    attr_reader :origin

    def initialize(value, origin = 'dsc')
      super(value)
      @origin = origin
    end
  end

  attr_reader :cached_query_results, :cached_test_results

  def initialize
    @cached_canonicalized_resource = []
    @cached_query_results = []
    @cached_test_results = []
    @checked = []
    super
  end

  # Cached states are found by the namevars.
  def fetch_cached_hashes(cache, hashes)
    cache.select { |item| hashes.all? { |key, value| item[key] == value } }
  end

  def canonicalize(context, resources)
    namevars = context.type.attributes.select { |_, attribute| attribute[:behaviour] == :namevar }.keys
    resources.collect do |resource|
      identity = resource.slice(*namevars).compact
      cached = @cached_canonicalized_resource.find { |entry| entry[:identity] == identity && entry[:result] == resource }
      next resource if cached

      result = resource.dup
      result[:dsc_ensure] = result[:dsc_ensure].capitalize if result[:dsc_ensure]
      result[:dsc_name] = result[:dsc_name].downcase if result[:dsc_name]
      @cached_canonicalized_resource << { identity: result.slice(*namevars).compact, result: result.dup }
      context.debug("Canonicalized Resources: #{@cached_canonicalized_resource.size}")
      result
    end
  end

  def get(context, names = nil)
    context.debug("Collecting data from the DSC Resource for #{names.inspect}")
    mandatory = context.type.attributes.select { |_, attribute| attribute[:mandatory_for_get] }.keys
    return [] if names.nil? || names.empty?

    names.map do |name|
      name = { name: name } if name.is_a?(String)
      cached = fetch_cached_hashes(@cached_query_results, name)
      next cached.first unless cached.empty?

      found = invoke_get_method(context, name.merge(asked: mandatory.map(&:to_s)))
      @cached_query_results << found.dup
      found
    end
  end

  def set(context, changes)
    changes.each do |name, change|
      is = change[:is]
      should = change[:should]
      name_hash = should.slice(*context.type.namevars)
      if is.key?(:dsc_ensure) || should.key?(:dsc_ensure)
        ensurable_set(context, name, is, should, name_hash)
      else
        context.updating(name) { invoke_set_method(context, name_hash, should) }
      end
    end
  end

  def ensurable_set(context, name, is, should, name_hash)
    is_ensure = is[:dsc_ensure].to_s
    should_ensure = should[:dsc_ensure].to_s
    if is_ensure == 'Absent' && should_ensure == 'Present'
      context.creating(name) { invoke_set_method(context, name_hash, should) }
    elsif is_ensure == 'Present' && should_ensure == 'Absent'
      context.deleting(name) { invoke_set_method(context, name_hash, should) }
    else
      context.updating(name) { invoke_set_method(context, name_hash, should) }
    end
  end

  # May be asked a second time, by the check for corrective changes.
  def insync?(context, name, property_name, _is_hash, should_hash)
    return nil if should_hash[:validation_mode] == 'property'

    key = [name, property_name]
    if @checked.include?(key)
      @checked.delete(key)
      context.debug("asked again for #{property_name}")
    else
      @checked << key
    end
    in_desired_state = invoke_test_method(context, name, should_hash)
    in_desired_state ? true : [false, "tested #{property_name}: not in the desired state"]
  end

  def file
    File.join(ENV['SCRATCH'], 'features.json')
  end

  def system
    File.exist?(file) ? JSON.parse(File.read(file)) : {}
  end

  def invoke_get_method(context, name)
    context.debug("Script: #{context.type.definition[:dscmeta_module_name]} #{context.type.definition[:dscmeta_module_version]} #{name[:asked]}")
    state = system[name[:dsc_name]]
    found = { name: name[:name], dsc_name: name[:dsc_name], dsc_ensure: state ? 'Present' : 'Absent' }
    found[:dsc_settings] = state['settings'] if state && state['settings']
    found
  end

  def invoke_test_method(_context, _name, should)
    state = system[should[:dsc_name]]
    !state.nil? && (should[:dsc_settings] || {}).all? { |key, value| (state['settings'] || {})[key] == value }
  end

  def invoke_set_method(context, name_hash, should)
    secret = should[:dsc_credential] && Secret.new(should[:dsc_credential]['password'].unwrap, 'manifest')
    context.notice("by #{should[:dsc_credential]['user']} with #{secret} from #{secret.origin}, #{secret.inspect}") if secret
    state = system
    if should[:dsc_ensure] == 'Absent'
      state.delete(name_hash[:dsc_name])
    else
      state[name_hash[:dsc_name]] = { 'settings' => should[:dsc_settings] }.compact
    end
    File.write(file, "#{JSON.generate(state)}\n")
    @cached_query_results.clear
  end
end
