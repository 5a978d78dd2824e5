# frozen_string_literal: true

# Values of the installed Puppet on the wire: its objects say themselves how they travel, as those of this host do.
module Bunraku
  module Installed
    # Values without the symbols as which Puppet keeps words.
    module Plain
      module_function

      def of(value)
        case value
        when Symbol then value == :undef ? nil : value.to_s
        when Array then value.map { |item| of(item) }
        when Hash then value.to_h { |key, item| [key.to_s, of(item)] }
        else value
        end
      end

      def encode(value)
        Values.encode(of(value))
      end
    end
  end
end

# A secret stays one.
Puppet::Pops::Types::PSensitiveType::Sensitive.class_eval do
  def to_bunraku(depth)
    Bunraku::Values.typed_hash('Sensitive', Bunraku::Values.encode(unwrap, depth + 1))
  end
end

{ Puppet::Pops::Time::Timestamp => 'Timestamp', Puppet::Pops::Time::Timespan => 'Timespan',
  SemanticPuppet::Version => 'SemVer', SemanticPuppet::VersionRange => 'SemVerRange',
  Puppet::Pops::Types::PBinaryType::Binary => 'Binary' }.each do |kind, name|
  kind.define_method(:to_bunraku) do |_depth|
    Bunraku::Values.typed_hash(name, Bunraku::Values.text(to_s))
  end
end
