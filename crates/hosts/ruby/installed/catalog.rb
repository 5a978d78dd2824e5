# frozen_string_literal: true

# The catalog that contains the objects of the installed Puppet, of all of its types.
#
# Legacy types look up other resources in it. Resources that Bunraku manages itself are fetched from the runtime when they are
# looked up by their reference. They are read-only, because a change of the object would have no effect.
module Bunraku
  module Installed
    class Catalog < Puppet::Resource::Catalog
      def resource(type, title = nil)
        super || foreign(type, title)
      end

      private

      def foreign(type, title)
        reference = title ? Puppet::Resource.new(type, title) : Puppet::Resource.new(nil, type.to_s)
        @foreign ||= {}
        @foreign[reference.ref] ||= made(reference)
      rescue ArgumentError
        nil
      end

      def made(reference)
        kind = Puppet::Type.type(reference.type.downcase.to_sym) or return nil
        resource = Runtime.catalog('type' => reference.type.downcase, 'title' => reference.title).first or return nil
        parameters = Values.decode(resource['parameters']).transform_keys(&:to_sym)
        parameters.select! { |name, _value| kind.validattr?(name) && !kind.metaparam?(name) }
        untouchable(kind.new(Puppet::Resource.new(kind, resource['title'], parameters: parameters)), self)
      end

      def untouchable(resource, catalog)
        resource.define_singleton_method(:catalog) { catalog }
        resource.define_singleton_method(:[]=) do |name, _value|
          raise Puppet::Error, "#{ref} is managed by Bunraku itself, so that a legacy type cannot set its " \
                               "#{name}: give the value in the manifest"
        end
        resource
      end
    end
  end
end
