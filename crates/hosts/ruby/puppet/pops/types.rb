# frozen_string_literal: true

# Puppet::Pops::Types: data types. Each kind has a class, as in Puppet (`PStringType`); all of them ask the runtime.
#
#   types/p_any_type.rb     a type: its text, its parts, what is an instance of it
#   types/type_parser.rb    types from texts, and the usual ones by name
#   types/calculator.rb     which type a value has, and why one does not fit
module Puppet
  module Pops
    module Types
      autoload :PSensitiveType, 'puppet/pops/types/p_sensitive_type'
      autoload :PBinaryType, 'puppet/pops/types/p_binary_type'
      autoload :PAnyType, 'puppet/pops/types/p_any_type'
      { 'type_parser' => %i[TypeParser TypeFactory],
        'calculator' => %i[TypeCalculator TypeMismatchDescriber TypeAsserter TypeAssertionError] }.each do |file, names|
        names.each { |name| autoload(name, "puppet/pops/types/#{file}") }
      end

      # Kinds of types that have no file of their own.
      KINDS = %w[Array Boolean Callable Collection Default Data Enum Float Hash Integer Iterable Iterator NotUndef Numeric
                 Object Optional Pattern Regexp Resource Class Runtime Scalar ScalarData SemVer SemVerRange String Struct
                 Timespan Timestamp Tuple Type TypeAlias TypeReference TypeSet URI Undef Unit Variant CatalogEntry
                 Init RichData].freeze

      # The class of a kind of type.
      def self.class_of(kind)
        kind == 'Any' ? PAnyType : const_get("P#{kind}Type")
      rescue NameError
        PAnyType
      end

      def self.const_missing(name)
        kind = name.to_s[/\AP(\w+)Type\z/, 1]
        return Bunraku::Unknown.instance_method(:const_missing).bind(self).call(name) unless KINDS.include?(kind)

        const_set(name, Class.new(PAnyType))
      end
    end
  end
end
