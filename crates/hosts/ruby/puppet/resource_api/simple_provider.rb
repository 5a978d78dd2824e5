# frozen_string_literal: true

# The base class for providers that create, update and delete one resource at a time.
require 'puppet/resource_api'

module Puppet
  module ResourceApi
    class SimpleProvider
      # Finds out what has to be done for each change and does it inside a block of the context.
      def set(context, changes, noop: false)
        namevars = context.type.namevars
        unless context.type.ensurable?
          raise 'SimpleProvider cannot be used with a Type that is not ensurable'
        end

        changes.each do |name, change|
          is = change.key?(:is) ? change[:is] : current(context, name, namevars)
          apply(context, name, is, change[:should], namevars, noop)
        end
      end

      def create(_context, _name, _should)
        raise "#{self.class} has not implemented `create`"
      end

      def update(_context, _name, _should)
        raise "#{self.class} has not implemented `update`"
      end

      def delete(_context, _name)
        raise "#{self.class} has not implemented `delete`"
      end

      private

      def apply(context, name, is, should, namevars, noop)
        from = presence(is)
        to = should.nil? ? 'absent' : should[:ensure].to_s
        argument = namevars.length > 1 ? namevars.to_h { |namevar| [namevar, (should || name)[namevar]] } : name
        if from == 'absent' && to == 'present'
          context.creating(name) { create(context, argument, should) unless noop }
        elsif from == 'present' && to == 'absent'
          context.deleting(name) { delete(context, argument) unless noop }
        elsif from == 'present'
          context.updating(name) { update(context, argument, should) unless noop }
        end
      end

      def presence(is)
        is.nil? ? 'absent' : is[:ensure].to_s
      end

      # Returns what the provider itself reads, or nil.
      def current(context, name, namevars)
        found = context.type.feature?('simple_get_filter') ? get(context, [name]) : get(context)
        state = (found || []).find do |resource|
          namevars.all? { |namevar| resource[namevar] == (name.is_a?(Hash) ? name[namevar] : name) }
        end
        context.type.check_schema(state) if state
        state
      end
    end
  end
end
