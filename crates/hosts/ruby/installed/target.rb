# frozen_string_literal: true

# Resources of one type of the installed Puppet, as the runtime calls them.
#
# `canonicalize` creates Puppet's own object for each resource of the catalog, which validates the values; from then on the
# title identifies it. Reading, comparing and changing use that object. The runtime decides the order, and reports.
module Bunraku
  module Installed
    @targets = {}

    # The catalog that contains all of them.
    def self.catalog
      @catalog ||= Catalog.new
    end

    # The resources of a type. New ones get the named provider; without a name, Puppet chooses it.
    def self.target(type, provider)
      target = (@targets[type] ||= Target.new(type))
      target.provider = provider
      target
    end

    class Target
      # Metaparameters that decide what is read of a resource, and what may be changed.
      KEPT = %i[audit noop].freeze

      attr_writer :provider

      def initialize(name)
        @type = Puppet::Type.type(name.to_sym) or raise Puppet::DevError, "Could not find type #{name}"
        @resources = {}
        # Maps names to titles, for requests that contain only names.
        @titles = {}
        @given = {}
        @current = {}
        @found = {}
        # The providers of unmanaged resources, by name.
        @listed = {}
        @differing = {}
        @catalog = Installed.catalog
      end

      # Creates Puppet's object for a resource of a manifest. States that `get` returned pass through unchanged.
      def canonicalize(resources)
        resources.map do |attributes|
          title = title_of(attributes)
          next attributes if @found[title] == attributes

          resource = @resources[title]
          resource ? adapt(resource, attributes, @given[title]) : resource = make(title, Values.attributes(attributes))
          @resources[title] = resource
          @given[title] = attributes
          with_properties(attributes, resource)
        end
      end

      # Returns all existing resources, or the current state of the named ones.
      def get(names)
        return @type.instances.map { |resource| listed(resource) } unless names

        prefetch
        names.map do |identity|
          title = title_of(identity)
          found(@resources[title] || unmanaged(title), title)
        end
      end

      def insync(identity, property, _is, _should)
        title = title_of(identity)
        parameter = managed(title).parameter(property.to_sym) or return { 'insync' => true }
        is = @current.fetch(title)[property.to_sym]
        return { 'insync' => true } if parameter.safe_insync?(is)

        (@differing[title] ||= []) << parameter
        { 'insync' => false, 'is' => Plain.encode(is), 'should' => Plain.encode(parameter.should),
          'message' => Values.text(parameter.change_to_s(is, parameter.should).to_s) }
      end

      # Changes the properties that `insync` reported. If one cannot be changed, the others still are.
      def set(changes, _noop)
        changes.map do |change|
          title = title_of(change['name'])
          differing = @differing.delete(title) || []
          failures = differing.map { |parameter| failure_of(parameter) }.compact
          managed(title).flush if failures.length < differing.length && managed(title).respond_to?(:flush)
          result = { 'name' => change['name'], 'status' => failures.empty? ? 'updated' : 'failed' }
          result['changes'] = failures unless failures.empty?
          result
        end
      end

      def refresh(identity)
        resource = managed(title_of(identity))
        resource.refresh if resource.respond_to?(:refresh)
        nil
      end

      def generate(identity, _is, _should)
        Array(managed(title_of(identity)).generate).map { |resource| generated(resource) }
      end

      # The automatic relations of a resource: kind => [[type, title]…]. The runtime ignores those that are not in the catalog.
      def relations(identity)
        resource = @resources[title_of(identity)] or return {}
        %w[require subscribe before notify].to_h do |kind|
          found = []
          @type.public_send("eachauto#{kind}") do |type, block|
            titles = [resource.instance_exec(&block)].flatten.compact
            titles.each { |title| found << [type.to_s, title.respond_to?(:title) ? title.title : title.to_s] }
          end
          [kind, found]
        end
      end

      private

      def title_of(attributes)
        attributes['title'] || @titles[namevar_of(attributes)] || namevar_of(attributes)
      end

      def namevar_of(attributes)
        attributes[@type.key_attributes.first.to_s]
      end

      def managed(title)
        @resources.fetch(title) { raise ProtocolError, "#{@type.name} has no resource '#{title}' in this run" }
      end

      def make(title, attributes)
        # Metaparameters that the runtime handles for every resource are omitted.
        attributes.reject! { |name, _value| name == :title || (@type.metaparam?(name) && !KEPT.include?(name)) }
        secret = attributes.select { |_name, value| value.is_a?(Puppet::Pops::Types::PSensitiveType::Sensitive) }.keys
        secret.each { |name| attributes[name] = attributes[name].unwrap }
        attributes[:provider] = @provider if @provider
        resource = Puppet::Resource.new(@type, title, parameters: attributes)
        resource.sensitive_parameters = secret
        made = @type.new(resource)
        @catalog.add_resource(made)
        adopt(made, title)
        given = resource[@type.key_attributes.first]
        [given, made[@type.key_attributes.first]].compact.each { |name| @titles[Plain.encode(name)] = title }
        made
      end

      def listed(resource)
        @listed[resource.name] = resource.provider unless @resources.key?(resource.name)
        found(resource, resource.name)
      end

      # A listed resource keeps the provider that listed it, as in Puppet: many providers only know what they read
      # while listing.
      def adopt(made, title)
        provider = @listed[title] or return
        made.provider = provider if made.provider.class == provider.class
      end

      # A listed resource that is to be purged gets its `ensure` only now.
      def adapt(resource, attributes, given)
        resource.class.properties.map(&:name).each do |name|
          value = attributes[name.to_s]
          next if value.nil? || value == given[name.to_s] || value == Plain.encode(resource.should(name))

          resource[name] = Values.decode(value)
        end
      end

      # Properties with a default are managed as if the manifest had set them.
      def with_properties(attributes, resource)
        added = resource.properties.reject { |property| attributes.key?(property.name.to_s) }
        added.each_with_object(attributes.dup) do |property, all|
          all[property.name.to_s] = Plain.encode(property.should) unless property.should.nil?
        end
      end

      # Providers with `prefetch` read everything before the first resource is read.
      def prefetch
        return if @prefetched

        @prefetched = true
        @resources.values.group_by { |resource| resource.provider.class }.each do |provider, resources|
          next unless provider.respond_to?(:prefetch)

          Puppet.debug("Prefetching #{provider.name} resources for #{@type.name}")
          provider.prefetch(resources.to_h { |resource| [resource.name, resource] })
        end
      end

      # A resource that only the command line names: its current state with all readable properties.
      def unmanaged(name)
        @type.instances.find { |resource| resource.name == name } ||
          @type.new(name: name, audit: @type.properties.map(&:name))
      end

      # The state of a resource; the object is recognized when the runtime returns this state.
      def found(resource, title)
        state = shown(resource, title)
        @found[title] = Values.encode_attributes(state)
        state
      end

      def shown(resource, title)
        values = resource.retrieve.to_hash
        @current[title] = values
        state = { title: title.to_s }
        @type.key_attributes.each { |name| state[name] = Plain.of(resource[name]) }
        values.each { |name, value| state[name] = Plain.of(value) if reported?(name, value) }
        state.compact
      end

      # Absent values are not reported, except for `ensure`.
      def reported?(name, value)
        return false if name == :provider || @type.attrtype(name) == :meta

        name == :ensure || !(value == :absent || value == [])
      end

      def failure_of(parameter)
        parameter.sync
        nil
      rescue StandardError => e
        { 'attribute' => parameter.name.to_s, 'error' => Values.text(e.message) }
      end

      def generated(resource)
        parameters = resource.to_hash.transform_keys(&:to_s).transform_values { |value| Plain.encode(value) }
        { 'type' => resource.class.name.to_s, 'title' => resource.title, 'parameters' => parameters.compact }
      end
    end
  end
end
