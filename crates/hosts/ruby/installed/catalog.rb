# frozen_string_literal: true

# The catalog in which the objects of the installed Puppet are, of all of its types together.
#
# Types of the older kind look for others there. What Bunraku runs itself is told by the runtime when somebody asks for it by
# its reference: it can be looked at, and not be changed, because nobody here would bring that about.
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
        told = Runtime.catalog('type' => reference.type.downcase, 'title' => reference.title).first or return nil
        parameters = Values.decode(told['parameters']).transform_keys(&:to_sym)
        parameters.select! { |name, _value| kind.validattr?(name) && !kind.metaparam?(name) }
        untouchable(kind.new(Puppet::Resource.new(kind, told['title'], parameters: parameters)), self)
      end

      def untouchable(resource, catalog)
        resource.define_singleton_method(:catalog) { catalog }
        resource.define_singleton_method(:[]=) do |name, _value|
          raise Puppet::Error, "#{ref} is managed by Bunraku itself, so that a type of the older kind cannot set its " \
                               "#{name}: give the value in the manifest"
        end
        resource
      end
    end
  end
end
